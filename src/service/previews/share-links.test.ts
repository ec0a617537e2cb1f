import { describe, expect, it } from 'vitest'
import { deleteReport } from '#service/store/reports/deleted-reports.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { headOf, html, png, previewedShop, stable } from '#testing/service/previews.ts'
import type { TestResponse } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'

describe('a share link', () => {
  async function withLink(form: Record<string, string> = {}) {
    const service = await previewedShop()
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
      label: `"'><script>alert(1)</script></title>&amp;`,
    })
    const { text } = await call(`GET /s/${token}`, html)
    const written = '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;/title&gt;&amp;amp;'
    expect(headOf({ text } as TestResponse)).toMatchObject({
      title: written,
      'og:title': written,
      'og:image:alt': `${written}: a list of reports.`,
    })
    expect(text).not.toMatch(/<script/)
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
