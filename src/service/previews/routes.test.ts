import { describe, expect, it } from 'vitest'
import { indexabilityTexts } from '#contract/reports/indexability.ts'
import { visitorRateLimit } from '#service/config.ts'
import { deleteReport } from '#service/store/reports/deleted-reports.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { headOf, html, png, previewedShop, stable } from '#testing/service/previews.ts'
import type { TestResponse } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'

describe('the page of a public report', () => {
  it('describes itself in its head, for chat programs and crawlers', async () => {
    const { call, set, page } = await previewedShop()
    await set({ privacy: '0' })
    const answer = await call(`GET ${page}?list=sort%3Dasc`, html)
    const image = `http://reports.test/previews${page}.png?v=`
    expect(headOf(answer)).toEqual({
      title: 'shop.example/pricing · 72 of 100',
      description: `Scored 72 of 100 (Decent) with 2 to fix, on 4 March 2026. ${indexabilityTexts.indexable}.`,
      canonical: `http://reports.test${page}`,
      'og:type': 'website',
      'og:site_name': 'SEO Reports',
      'og:title': 'shop.example/pricing · 72 of 100',
      'og:description': `Scored 72 of 100 (Decent) with 2 to fix, on 4 March 2026. ${indexabilityTexts.indexable}.`,
      'og:url': `http://reports.test${page}`,
      'og:image': expect.stringContaining(image),
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': `shop.example/pricing: 72 of 100, Decent, 2 to fix. ${indexabilityTexts.indexable}.`,
    })
    expect(answer.text).toContain('<meta name="twitter:card" content="summary_large_image">')
    expect(answer.text.match(/<meta name="robots" content="noindex">/g)).toHaveLength(1)
  })

  it('can be listed by search engines if it is findable, but never a share link to it', async () => {
    const { call, set, report, page, site } = await previewedShop()
    const isListed = async (path: string) => !(await call(`GET ${path}`, html)).text.includes('noindex')
    await set({ privacy: '0', findable: '1' })
    const { token } = (
      await call('POST /api/v1/links', { form: { kind: 'report', report_id: String(report.id), mode: 'live' } })
    ).body.data
    expect(
      await Promise.all([page, site, `/s/${token}`, `${site}/privacy`, '/reports', '/reports/999'].map(isListed)),
    ).toEqual([true, true, false, false, false, false])
    await set({ privacy: '2', password: 'correct horse' })
    await set({ privacy: '0' })
    expect(await isListed(page)).toBe(false)
  })

  it('is the plain one for a network that requests too many, with neither others nor visitors limited by it', async () => {
    const { call, set, report, page } = await previewedShop()
    await set({ privacy: '0' })
    const { token } = (await call('POST /api/v1/links', { form: { kind: 'report', report_id: String(report.id) } }))
      .body.data
    const titleOf = async (path: string, remoteAddress: string) =>
      headOf(await call(`GET ${path}`, { ...html, remoteAddress })).title
    const titles = []
    for (let at = 0; at < visitorRateLimit; at += 1)
      titles.push(await titleOf(at % 2 ? page : `/s/${token}`, '192.0.2.1'))
    expect(new Set(titles)).toEqual(new Set(['shop.example/pricing · 72 of 100']))
    for (const path of [page, `/s/${token}`]) {
      expect(await titleOf(path, '192.0.2.1')).toMatch(/^(Report · )?SEO Reports$/)
      expect(await titleOf(path, '192.0.2.2')).toBe('shop.example/pricing · 72 of 100')
    }
    const shared = await call(`GET /api/v1/shared${page}`, { key: null, remoteAddress: '192.0.2.1' })
    expect(shared.status).toBe(200)
  })

  it('differs from a plain page in its head only', async () => {
    const { call, set, page } = await previewedShop()
    const plain = await call(`GET ${page}`, html)
    await set({ privacy: '0' })
    const open = await call(`GET ${page}`, html)
    expect(open.status).toBe(plain.status)
    expect(Object.keys(open.headers).toSorted()).toEqual(Object.keys(plain.headers).toSorted())
    expect(open.text.replace(/<head>.*<\/head>/s, '')).toBe(plain.text.replace(/<head>.*<\/head>/s, ''))
    expect(
      await call(`GET ${page}`, {
        ...html,
        headers: { ...html.headers, 'if-none-match': String(open.headers['etag']) },
      }),
    ).toMatchObject({ status: 304, text: '' })
    expect(
      (
        await call(`GET ${page}`, {
          ...html,
          headers: { ...html.headers, 'if-none-match': String(plain.headers['etag']) },
        })
      ).status,
    ).toBe(200)
  })

  it('escapes a hostile URL, and contains nothing of the title', async () => {
    const { call, set, page } = await previewedShop(
      `https://shop.example/'"><svg onload=x>${'%E2%80%AE</title>'.repeat(100)}`,
      '</title><script>alert(1)</script>\u202E',
    )
    await set({ privacy: '0' })
    const { text } = await call(`GET ${page}`, html)
    expect(text).not.toMatch(/<svg|<script|\u202E|alert/)
    expect(text.match(/<\/title>/g)).toHaveLength(1)
    expect(headOf({ text } as TestResponse).title).toMatch(
      /^shop\.example\/&#39;&quot;&gt;&lt;svg|^shop\.example\/&#39;%22/,
    )
    expect(text.length).toBeLessThan(3_000)
  })
})

describe('the page of a public website', () => {
  it('describes its reports', async () => {
    const { call, set, site } = await previewedShop()
    await set({ privacy: '0' })
    expect(headOf(await call(`GET ${site}`, html))).toMatchObject({
      title: 'shop.example · 72 of 100',
      'og:image': expect.stringContaining(`/previews${site}.png?v=`),
    })
    expect(headOf(await call(`GET ${site}/privacy`, html))).toEqual({
      title: 'Privacy · SEO Reports',
      description: expect.any(String),
    })
  })
})

describe('a private, locked, deleted or missing page', () => {
  it('is the same plain page, without a picture', async () => {
    const service = await previewedShop()
    const { call, store, set, report, page, site } = service
    const other = await createReport(store.db, newReport({ url: 'https://shop.example/other' }))
    const seen = async () => {
      const pages = [
        page,
        `/reports/${report.id + 900}`,
        `/reports/${report.id}0000000000`,
        site,
        `/websites/${report.website_id + 900}`,
      ] as const
      const answers = await Promise.all(pages.map((path) => call(`GET ${path}`, html)))
      const pictures = await Promise.all(
        [
          `/previews${page}.png`,
          '/previews/reports/900.png',
          `/previews${site}.png`,
          '/previews/websites/900.png',
          '/previews/reports/x.png',
          '/previews/links/x.png',
        ].map((path) => png(service, path)),
      )
      return { answers: answers.map(stable), pictures: pictures.map(stable) }
    }
    const check = ({ answers, pictures }: Awaited<ReturnType<typeof seen>>) => {
      for (const answer of answers.slice(1, 3)) expect(answer).toEqual(answers[0])
      expect(answers[4]).toEqual(answers[3])
      expect(answers[0]?.text).not.toMatch(/og:|canonical|shop/)
      for (const picture of pictures) expect(picture).toEqual(pictures[0])
      expect(pictures[0]).toMatchObject({ status: 404, text: expect.stringContaining('"code":"not_found"') })
    }
    check(await seen())
    await set({ privacy: '2', password: 'correct horse' })
    check(await seen())
    await set({ privacy: '0' })
    expect((await png(service, `/previews${page}.png`)).status).toBe(200)
    await set({ privacy: '1' })
    check(await seen())
    await set({ privacy: '0' })
    await deleteReport(store.db, report.id)
    expect((await png(service, `/previews/reports/${other.id}.png`)).status).toBe(200)
    expect((await png(service, `/previews${page}.png`)).status).toBe(404)
    await deleteWebsite(store.db, report.website_id)
    check(await seen())
  })

  it('shows nothing more with a key', async () => {
    const { call, key, page } = await previewedShop()
    expect(stable(await call(`GET ${page}`, { ...html, key }))).toEqual(stable(await call(`GET ${page}`, html)))
    expect((await call(`GET /previews${page}.png`, { key })).status).toBe(404)
  })
})

describe('a picture', () => {
  it('is a small PNG that can be cached, embedded and revalidated', async () => {
    const service = await previewedShop()
    await service.set({ privacy: '0' })
    const path = `/previews${service.page}.png`
    const first = await png(service, `${path}?v=1`)
    expect(first).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/png',
        'cache-control': 'public, max-age=300',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      },
    })
    expect(Number(first.headers['content-length'])).toBeLessThan(72 * 1024)
    expect(await png(service, path, { 'if-none-match': String(first.headers['etag']) })).toMatchObject({
      status: 304,
      text: '',
    })
    expect((await png(service, path)).headers['etag']).toBe(first.headers['etag'])
    await createReport(service.store.db, newReport({ score: 10 }))
    expect((await png(service, path)).headers['etag'], 'of another report').toBe(first.headers['etag'])
    const site = `/previews${service.site}.png`
    const before = (await png(service, site)).headers['etag']
    await createReport(service.store.db, newReport({ score: 90 }))
    expect((await png(service, site)).headers['etag'], 'of a website whose average moved').not.toBe(before)
  })

  it('can be indexed only if its page can', async () => {
    const service = await previewedShop()
    await service.set({ privacy: '0', findable: '1' })
    expect((await png(service, `/previews${service.page}.png`)).headers['x-robots-tag']).toBeUndefined()
  })

  it.each([
    '/previews/reports/1',
    '/previews/reports/1.jpg',
    '/previews/reports/01.png',
    '/previews/reports/..%2F1.png',
    '/previews/',
    '/previews/links/.png',
  ])('does not exist at %s', async (path) => {
    const service = await previewedShop()
    await service.set({ privacy: '0' })
    expect((await png(service, path)).status).toBe(404)
  })

  it('counts as a request without a key', async () => {
    const service = await previewedShop()
    const path = `/previews${service.page}.png`
    for (let i = 0; i < visitorRateLimit; i += 1) await png(service, path)
    expect(await png(service, path)).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
  })
})

it('the dashboard starts even if the store does not respond', async () => {
  const { call, store, set, page } = await previewedShop()
  await set({ privacy: '0' })
  await store.close()
  expect(headOf(await call(`GET ${page}`, html)).title).toBe('Report · SEO Reports')
})
