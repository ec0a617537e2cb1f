import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { indexabilityTexts } from '#contract/reports/indexability.ts'
import { visitorRateLimit } from '#service/config.ts'
import { createReport, deleteReport } from '#service/store/reports/reports.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { type TestResponse, sqliteService, type TestService } from '#testing/service/service.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'

const html = { key: null, headers: { accept: 'text/html' } }
const failed = newCheckResult({ outcome: 'fail', passed: false })

/** Creates a report with score 72 of shop.example, on a service with a dashboard. */
async function shop(url = 'https://shop.example/pricing', title = 'Plans') {
  const webRoot = mkdtempSync(join(tmpdir(), 'seo-reports-previews-'))
  onTestFinished(() => rmSync(webRoot, { recursive: true }))
  mkdirSync(join(webRoot, 'assets'))
  writeFileSync(
    join(webRoot, 'index.html'),
    '<!doctype html><html lang="en"><head><title>x</title></head><body></body></html>',
  )
  const service = await sqliteService({ webRoot })
  const report = await createReport(
    service.store.db,
    newReport({
      url,
      title,
      score: 72,
      evaluation: newEvaluation({ results: { a: failed, b: failed, c: newCheckResult() } }),
    }),
  )
  const set = async (form: Record<string, string>) =>
    expect((await service.call(`PUT /api/v1/websites/${report.website_id}`, { form })).status).toBe(200)
  return {
    ...service,
    report,
    set,
    page: `/reports/${report.id}` as const,
    site: `/websites/${report.website_id}` as const,
  }
}

const headOf = ({ text }: TestResponse) => ({
  title: /<title>(.*?)<\/title>/s.exec(text)?.[1],
  description: /<meta name="description" content="(.*?)">/s.exec(text)?.[1],
  canonical: /<link rel="canonical" href="(.*?)">/.exec(text)?.[1],
  ...Object.fromEntries(
    [...text.matchAll(/<meta property="(.*?)" content="(.*?)">/gs)].map(([, name, content]) => [name, content]),
  ),
})

const stable = ({ status, text, headers: { 'x-request-id': id, date: _date, ...headers } }: TestResponse) => ({
  status,
  text: text.replace(String(id), ''),
  headers,
})
const png = (service: TestService, path: string, headers: Record<string, string> = {}) =>
  service.call(`GET ${path}`, { key: null, headers: { accept: 'image/*', ...headers } })

describe('the page of a public report', () => {
  it('describes itself in its head, for chat programs and crawlers', async () => {
    const { call, set, page } = await shop()
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
    const { call, set, report, page, site } = await shop()
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
    const { call, set, report, page } = await shop()
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
    const { call, set, page } = await shop()
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
    const { call, set, page } = await shop(
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
    const { call, set, site } = await shop()
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
    const service = await shop()
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
      for (const one of answers.slice(1, 3)) expect(one).toEqual(answers[0])
      expect(answers[4]).toEqual(answers[3])
      expect(answers[0]?.text).not.toMatch(/og:|canonical|shop/)
      for (const one of pictures) expect(one).toEqual(pictures[0])
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
    const { call, key, page } = await shop()
    expect(stable(await call(`GET ${page}`, { ...html, key }))).toEqual(stable(await call(`GET ${page}`, html)))
    expect((await call(`GET /previews${page}.png`, { key })).status).toBe(404)
  })
})

describe('a picture', () => {
  it('is a small PNG that can be cached, embedded and revalidated', async () => {
    const service = await shop()
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
    const service = await shop()
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
    const service = await shop()
    await service.set({ privacy: '0' })
    expect((await png(service, path)).status).toBe(404)
  })

  it('counts as a request without a key', async () => {
    const service = await shop()
    const path = `/previews${service.page}.png`
    for (let i = 0; i < visitorRateLimit; i += 1) await png(service, path)
    expect(await png(service, path)).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
  })
})

describe('a share link', () => {
  async function withLink(form: Record<string, string> = {}) {
    const service = await shop()
    const make = async (more: Record<string, string>) =>
      (
        await service.call('POST /api/v1/links', {
          form: { kind: 'report', report_id: String(service.report.id), mode: 'live', ...more },
        })
      ).body.data
    const link: { id: number; token: string; url: string } = await make(form)
    const page = await service.call(`GET /s/${link.token}`, html)
    const picture = await png(service, `/previews/links/${link.token}.png`)
    return { ...service, make, link, opened: page, picture }
  }

  it('previews its target, although the website is private', async () => {
    const { link, opened, picture } = await withLink()
    expect(headOf(opened)).toMatchObject({
      title: 'shop.example/pricing · 72 of 100',
      canonical: `http://reports.test/s/${link.token}`,
      'og:image': expect.stringContaining(`http://reports.test/previews/links/${link.token}.png?v=`),
    })
    expect(opened.text).toContain('<meta name="robots" content="noindex">')
    expect(opened.headers['referrer-policy']).toBe('no-referrer')
    expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/png', 'x-robots-tag': 'noindex' } })
    expect(picture.headers['cache-control'], 'it ends with the link').toBe('private, no-cache')
  })

  it('to a website or a view has their preview', async () => {
    const { call, report, make } = await withLink()
    const head = async (form: Record<string, string>) => headOf(await call(`GET /s/${(await make(form)).token}`, html))
    expect(await head({ kind: 'website', website_id: String(report.website_id) })).toMatchObject({
      title: 'shop.example · 72 of 100',
    })
    expect(await head({ kind: 'view', list: 'reports', query: 'result=bad', label: 'To do' })).toMatchObject({
      title: 'To do',
      description: 'A list of reports, shared by link.',
    })
  })

  it('previews each report in its scope at the URL where it is read, and no other', async () => {
    const service = await withLink()
    const { call, store, report, make } = service
    const second = await createReport(
      store.db,
      newReport({ url: 'https://shop.example/second', score: 30, result: 'bad' }),
    )
    const other = await createReport(
      store.db,
      newReport({ url: 'https://other.example/', domain: 'other.example', score: 30, result: 'bad' }),
    )
    const titleAt = async (path: string) => headOf(await call(`GET ${path}`, html)).title
    const plain = await titleAt('/s/nosuchtoken/reports/1')
    const links = {
      site: await make({ kind: 'website', website_id: String(report.website_id) }),
      bad: await make({ kind: 'view', list: 'reports', query: 'result=bad' }),
      sites: await make({ kind: 'view', list: 'websites', query: '' }),
      one: service.link,
    }
    const titles = Object.fromEntries(
      await Promise.all(
        Object.entries(links).map(async ([name, { token }]) => [
          name,
          await Promise.all([report, second, other].map(({ id }) => titleAt(`/s/${token}/reports/${id}`))),
        ]),
      ),
    )
    const [first, next, elsewhere] = [
      'shop.example/pricing · 72 of 100',
      'shop.example/second · 30 of 100',
      'other.example · 30 of 100',
    ]
    expect(titles).toEqual({
      site: [first, next, plain],
      bad: [plain, next, elsewhere],
      sites: [plain, plain, plain],
      one: [plain, plain, plain],
    })

    const { id, token } = links.site
    const page = `/s/${token}/reports/${second.id}`
    const picture = `/previews/links/${token}.${second.id}.png`
    const { text } = await call(`GET ${page}`, html)
    expect(headOf({ text } as TestResponse)).toMatchObject({
      canonical: `http://reports.test${page}`,
      'og:image': expect.stringContaining(`http://reports.test${picture}?v=`),
    })
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(await png(service, picture)).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' },
    })
    for (const file of [`${token}.${other.id}`, `${token}.0`, `${token}.`, `${token}.1.1`, `.${second.id}`])
      expect((await png(service, `/previews/links/${file}.png`)).status, file).toBe(404)
    await call(`DELETE /api/v1/links/${id}`)
    expect([await titleAt(page), (await png(service, picture)).status]).toEqual([plain, 404])
    const locked = await make({ kind: 'website', website_id: String(report.website_id), password: 'correct horse' })
    expect(await titleAt(`/s/${locked.token}/reports/${second.id}`)).toBe(plain)
  })

  it('escapes a hostile label', async () => {
    const { call, make } = await withLink()
    const { token } = await make({
      kind: 'view',
      list: 'reports',
      query: '',
      label: `"'><script>alert(1)</script></title>&amp;\u202E`,
    })
    const { text } = await call(`GET /s/${token}`, html)
    const written = '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;/title&gt;&amp;amp;'
    expect(headOf({ text } as TestResponse)).toMatchObject({
      title: written,
      'og:title': written,
      'og:image:alt': `${written}: a list of reports.`,
    })
    expect(text).not.toMatch(/<script|\u202E/)
  })

  it('that is a snapshot previews the report as it was, after it was deleted', async () => {
    const { call, store, report, link } = await withLink({ mode: 'frozen' })
    await deleteReport(store.db, report.id)
    expect(headOf(await call(`GET /s/${link.token}`, html)).title).toBe('shop.example/pricing · 72 of 100')
  })

  it('with a password, revoked or unknown has no preview', async () => {
    const service = await withLink({ password: 'correct horse' })
    const unknown = stable(await service.call('GET /s/nosuchtoken', html))
    expect(unknown.text).not.toMatch(/og:|shop/)
    expect(stable(service.opened)).toEqual(unknown)
    expect(service.picture.status).toBe(404)
    const link = await service.make({})
    expect((await png(service, `/previews/links/${link.token}.png`)).status).toBe(200)
    await service.call(`DELETE /api/v1/links/${link.id}`)
    expect(stable(await service.call(`GET /s/${link.token}`, html))).toEqual(unknown)
    expect((await png(service, `/previews/links/${link.token}.png`)).status).toBe(404)
  })
})

it('the dashboard starts even if the store does not respond', async () => {
  const { call, store, set, page } = await shop()
  await set({ privacy: '0' })
  await store.close()
  expect(headOf(await call(`GET ${page}`, html)).title).toBe('Report · SEO Reports')
})
