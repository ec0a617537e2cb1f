import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import type { StructureTables } from '#contract/websites/website-structure.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { readStructurePages } from '#service/store/websites/website-structure.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { type TestService, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const page = (head: string, links: string[] = []) =>
  `<!doctype html><html lang="de"><head><title>Eine Seite</title>${head}</head><body><h1>Möbel</h1>${links.map((href) => `<a href="${href}">${href}</a>`).join(' ')}</body></html>`

/** A shop with a language version that is gone, variants of a list, pages of it, and a chain of redirects. */
async function crawlShop(service: TestService) {
  const { call, allowHosts, runJobs } = service
  const at = { origin: '' }
  const tags = (versions: Record<string, string>) =>
    Object.entries(versions)
      .map(([code, path]) => `<link rel="alternate" hreflang="${code}" href="${at.origin}${path}">`)
      .join('')
  const canonical = (path: string) => `<link rel="canonical" href="${at.origin}${path}">`
  const ofList = { de: '/stuehle', en: '/en/chairs' }
  const html = (content: () => string) => (_: unknown, response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(content())
  const redirect = (to: string, status: number) => (_: unknown, response: ServerResponse) =>
    void response.writeHead(status, { location: to }).end()
  const list = html(() => page(canonical('/stuehle') + tags(ofList)))
  const { host, url } = await servePages({
    '/': html(() =>
      page(canonical('/'), [
        '/stuehle',
        '/stuehle?farbe=rot',
        '/stuehle?seite=2',
        '/en/chairs',
        '/tisch',
        '/alt',
        '/en/lamps',
        '/=1',
      ]),
    ),
    '/stuehle': list,
    '/stuehle?farbe=rot': list,
    '/stuehle?seite=2': list,
    '/en/chairs': html(() => page(canonical('/en/chairs') + tags(ofList))),
    '/tisch': html(() => page(canonical('/tisch') + tags({ de: '/tisch', 'x-default': '/tisch', en: '/en/table' }))),
    '/en/lamps': html(() => page(canonical('/en/lamps') + tags({ 'en-UK': '/en/lamps' }))),
    '/=1': html(() => page(canonical('/stuehle'))),
    '/alt': redirect('/alt2', 301),
    '/alt2': redirect('/stuehle', 302),
  })
  at.origin = url
  allowHosts.add(host)
  runJobs({ retriesMs: [0] })
  const { body } = await call('POST /api/v1/jobs', { form: { crawl: `${url}/` } })
  const job = `/api/v1/jobs/${body.data.id}` as const
  await expect.poll(async () => (await call(`GET ${job}`)).body.data.state).toBe('done')
  const id = (await call('GET /api/v1/websites')).body.data[0].id as number
  const structure = async () => {
    const response = await call(`GET /api/v1/websites/${id}/structure`)
    return JSON.parse(JSON.stringify(response.body.data).replaceAll(url, '')) as StructureTables
  }
  const csv = async (table: string) => {
    const response = await call(`GET /api/v1/websites/${id}/structure/${table}.csv`)
    return { ...response, lines: response.text.replaceAll(url, '').split('\r\n') }
  }
  return { ...service, id, structure, csv }
}

describeEachEngine('the structure of a website', ({ openStore }) => {
  it('has its redirects, canonical URLs, hreflang sets and lists in pages', async () => {
    const { structure, csv, store, id } = await crawlShop(await testService(await openStore()))
    const { redirects, canonicals, hreflang, pagination, whole } = await structure()
    expect(whole).toBe(true)
    expect(redirects).toMatchObject({
      total: 1,
      rows: [{ url: '/alt', statuses: '301, 302', target: '/stuehle', target_status: 200, inlinks: 1 }],
    })
    expect(canonicals.rows.map((row) => [row.canonical, row.members.map((member) => member.url)])).toEqual([
      ['/stuehle', ['/stuehle', '/=1', '/stuehle?farbe=rot', '/stuehle?seite=2']],
    ])
    const gaps = hreflang.rows.flatMap((set) => set.gaps)
    expect(gaps.map(({ from, codes, to, gap, detail }) => [from, codes.join(), to, gap, detail])).toEqual([
      ['/tisch', 'en', '/en/table', 'status', '404'],
      ['/en/lamps', 'en-UK', '/en/lamps', 'invalid_code', expect.stringContaining('Use GB')],
    ])
    expect(hreflang.rows.map((set) => set.members.map((member) => member.url).toSorted())).toContainEqual([
      '/en/chairs',
      '/stuehle',
    ])
    expect(pagination.rows.map((row) => row.members.map(({ number, url }) => [number, url]))).toEqual([
      [
        [1, '/stuehle'],
        [2, '/stuehle?seite=2'],
      ],
    ])
    expect(await findFaults(store.db)).toEqual([])

    const file = await csv('canonicals')
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="127\.0\.0\.1-\d+-canonicals-\d{4}-\d\d-\d\d\.csv"/,
    )
    expect(file.lines).toEqual([
      '\ufeffCanonical,Status of canonical,URL,Status',
      '/stuehle,200,/stuehle,200',
      '/stuehle,200,/=1,200',
      '/stuehle,200,/stuehle?farbe=rot,200',
      '/stuehle,200,/stuehle?seite=2,200',
      '',
    ])
    expect((await csv('redirects')).lines[1]).toBe('/alt,"301, 302",/stuehle,200,1')
    expect((await csv('hreflang')).lines).toContain('1,/tisch,200,"de, x-default",Page not available,en,/en/table,404')
    expect((await csv('pagination')).lines.slice(1)).toEqual([
      '/stuehle,1,/stuehle,200,',
      '/stuehle,2,/stuehle?seite=2,200,/stuehle',
      '',
    ])
    const cut = await readStructurePages(store.db, id, 3)
    expect([cut.pages.length, cut.whole]).toEqual([3, false])
    const all = await readStructurePages(store.db, id)
    expect((await readStructurePages(store.db, id, all.pages.length)).whole).toBe(true)
  })

  it('is checked against the reports by verify-data', async () => {
    const { store } = await crawlShop(await testService(await openStore()))
    await store.db
      .updateTable('pages')
      .set({ alternates: '{"whole":true,"items":[]}' })
      .where('alternates', 'is not', null)
      .execute()
    expect(await findFaults(store.db)).toContainEqual(expect.stringContaining('alternates'))
  })

  it('needs a key, and a website that exists', async () => {
    const { call, readKey, id } = await crawlShop(await testService(await openStore()))
    await call(`PUT /api/v1/websites/${id}`, { form: { privacy: '0' } })
    for (const path of [`/api/v1/websites/${id}/structure`, `/api/v1/websites/${id}/structure/hreflang.csv`] as const) {
      expect((await call(`GET ${path}`, { key: null })).status).toBe(401)
      expect((await call(`GET ${path}`, { key: readKey })).status).toBe(200)
    }
    expect((await call('GET /api/v1/websites/999/structure')).status).toBe(404)
    expect((await call('GET /api/v1/websites/999/structure/redirects.csv')).status).toBe(404)
  })
})
