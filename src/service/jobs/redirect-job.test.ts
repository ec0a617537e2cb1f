import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { maxJobUrls } from '#contract/jobs/job.ts'
import type { RedirectMapRow } from '#contract/jobs/redirects.ts'
import { setGrants } from '#service/store/access/grants.ts'
import { storedBytesOf } from '#service/store/jobs/room.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { signedInWith } from '#testing/service/people.ts'
import { type TestService, testService } from '#testing/service/service.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const to =
  (location: string, status = 301) =>
  (_: unknown, response: ServerResponse) =>
    response.writeHead(status, { location }).end()
const answer = (status: number) => (_: unknown, response: ServerResponse) => response.writeHead(status).end()

/** Serves a website that has moved, and the one that it moved to. */
async function serveMove({ allowHosts }: TestService) {
  const moved = await servePages({ '/': smallPage, '/lamps': smallPage, '/chairs': smallPage })
  const at = moved.url
  const old = await servePages({
    '/robots.txt': (_, response) => response.end('User-agent: *\nDisallow: /private'),
    '/lamps': to(`${at}/lamps`),
    '/stays': smallPage,
    '/chairs': to('/chairs-2', 302),
    '/chairs-2': to(`${at}/chairs`),
    '/sofas': to(`${at}/chairs`),
    '/beds': to(`${at}/`),
    '/kept': smallPage,
    '/gone': to(`${at}/nothing`),
    '/round': to('/round-2'),
    '/round-2': to('/round'),
    '/members': answer(403),
    '/broken': answer(500),
    '/private': smallPage,
    '/nowhere': to('http://nowhere.invalid/'),
  })
  for (const { host } of [old, moved]) allowHosts.add(host)
  return { old: old.url, moved: at }
}

const resultOf = {
  '/lamps': 'as_expected',
  '/stays': 'as_expected',
  '/chairs': 'chain',
  '/sofas': 'elsewhere',
  '/beds': 'home_page',
  '/kept': 'no_redirect',
  '/gone': 'not_found',
  '/round': 'loop',
  '/members': 'refused',
  '/private': 'refused',
  '/broken': 'server_error',
  '/nowhere': 'unreachable',
} as const

/** Returns the lines of the map. All pages keep their path on the new website, but one that stays. */
const mapOf = ({ old, moved }: { old: string; moved: string }) => [
  'Old URL;New URL',
  ...Object.keys(resultOf).map((path) => `${old}${path};${path === '/stays' ? old : moved}${path}`),
]

const create = (service: TestService, redirects: string, options = {}) =>
  service.call('POST /api/v1/jobs', { form: { redirects }, ...options })

async function finished({ call }: TestService, id: number) {
  await expect.poll(async () => (await call(`GET /api/v1/jobs/${id}`)).body.data.state).toMatch(/done|failed|cancelled/)
}

const rowsOf = async ({ call }: TestService, id: number, query = ''): Promise<RedirectMapRow[]> =>
  (await call(`GET /api/v1/jobs/${id}/redirects?per_page=100${query}`)).body.data

describeEachEngine('a redirect map', onBoth, ({ openStore }) => {
  it('is checked row by row, with each hop, and can be filtered, sorted, exported and checked again', async () => {
    const service = await testService(await openStore())
    const { call, store, runJobs } = service
    const sites = await serveMove(service)
    const { status, body } = await create(service, mapOf(sites).join('\r\n'))
    const { id, kind, counts } = body.data
    expect([status, kind, counts.total]).toEqual([202, 'redirects', 12])
    runJobs({ retriesMs: [] })
    await finished(service, id)

    const rows = await rowsOf(service, id)
    const found = rows.map(({ url, result }) => [url.slice(sites.old.length), result])
    expect(found).toEqual(Object.entries(resultOf))
    expect(rows[2]).toMatchObject({
      line: 4,
      state: 'done',
      hops: [
        { url: `${sites.old}/chairs`, status: 302, to: `${sites.old}/chairs-2` },
        { url: `${sites.old}/chairs-2`, status: 301, to: `${sites.moved}/chairs` },
      ],
      final_url: `${sites.moved}/chairs`,
      status: 200,
      error: null,
    })
    const { results } = (await call(`GET /api/v1/jobs/${id}/redirects`)).body
    expect(results).toMatchObject({ as_expected: 2, refused: 2, loop: 1, unreachable: 1 })
    const lines = async (query: string) => (await rowsOf(service, id, query)).map(({ line }) => line)
    expect(await lines('&result=refused&sort_by=url&sort=desc')).toEqual([11, 10])
    expect(await lines('&hops=2-&sort_by=hops&sort=desc')).toEqual([4, 9])
    expect(await lines('&search=CHAIRS')).toEqual([4, 5])
    const file = await call(`GET /api/v1/jobs/${id}/redirects.csv?result=chain`)
    expect([file.headers['x-total-count'], file.text.split('\r\n').slice(1)]).toEqual([
      '1',
      [expect.stringContaining(`chain,2,302 ${sites.old}/chairs > 301 ${sites.old}/chairs-2`), ''],
    ])
    expect((await call('GET /api/v1/reports')).body.data).toEqual([])
    expect(await findFaults(store.db)).toEqual([])

    expect((await call(`POST /api/v1/jobs/${id}/repeat`)).body.data).toMatchObject({ finished_at: null })
    await finished(service, id)
    expect((await rowsOf(service, id)).map(({ result }) => result)).toEqual(Object.values(resultOf))
    expect(await findFaults(store.db)).toEqual([])
  })

  it('compares the last reports of both pages, and lists the known pages that no row names', async () => {
    const service = await testService(await openStore())
    const { db } = service.store
    const sites = await serveMove(service)
    const page = async (url: string, title: string, body: string, canonical?: string) => {
      const { host: domain } = new URL(url)
      const fingerprints = { ...newReport().fingerprints, bodyShape: body.repeat(128) }
      const report = await createReport(db, newReport({ url, domain, title, fingerprints }))
      if (canonical) await db.updateTable('pages').set({ canonical }).where('id', '=', report.page_id).execute()
    }
    await page(`${sites.old}/lamps`, 'Red lamps', 'a')
    await page(`${sites.moved}/lamps`, 'Red lamps', 'a', `${sites.moved}/lamps`)
    await page(`${sites.old}/sofas`, 'Sofas', 'a')
    await page(`${sites.moved}/chairs`, 'Chairs', 'b', `${sites.moved}/`)
    await page(`${sites.old}/forgotten`, 'Forgotten', 'a')
    const { id } = (await create(service, mapOf(sites).join('\n'))).body.data
    service.runJobs({ retriesMs: [] })
    await finished(service, id)
    const rows = await rowsOf(service, id)
    expect(rows[0]).toMatchObject({ old_title: 'Red lamps', new_title: 'Red lamps', title_likeness: 100 })
    expect(rows[0]).toMatchObject({ text_likeness: 100, canonical: `${sites.moved}/lamps` })
    expect(rows[3]).toMatchObject({ old_title: 'Sofas', new_title: 'Chairs', text_likeness: 0 })
    expect(rows[4]).toMatchObject({ new_title: null, title_likeness: null, text_likeness: null, canonical: null })
    const lines = async (query: string) => (await rowsOf(service, id, query)).map(({ line }) => line)
    expect(await lines('&canonical=other')).toEqual([4, 5])
    expect(await lines('&text_likeness=0-50')).toEqual([5])
    expect((await lines('&sort_by=text_likeness&sort=desc'))[0]).toBe(2)
    const unnamed = await service.call(`GET /api/v1/jobs/${id}/unnamed-pages`)
    expect(unnamed.body).toMatchObject({
      data: [{ url: `${sites.old}/forgotten`, status: 200, gone_at: null }],
      meta: { total: 1 },
    })
    expect((await service.call(`GET /api/v1/jobs/${id}/unnamed-pages.csv`)).text).toContain(
      `${sites.old}/forgotten,A page,200,0,`,
    )
  })

  it('with a loop is checked, and tells which rows lead back to themselves', async () => {
    const service = await testService(await openStore())
    const { url, host } = await servePages({ '/a': to('/b'), '/b': to('/a') })
    service.allowHosts.add(host)
    const { id } = (await create(service, `${url}/a,/b\n${url}/b,/a\n${url}/c,${url}/a`)).body.data
    service.runJobs({ retriesMs: [] })
    await finished(service, id)
    expect((await rowsOf(service, id)).map(({ result, map_fault }) => [result, map_fault])).toEqual([
      ['loop', 'loop'],
      ['loop', 'loop'],
      ['not_found', 'loop'],
    ])
    expect(await rowsOf(service, id, '&map_fault=chain')).toEqual([])
  })

  it('goes on in the next process, and waits for a server that is busy', async () => {
    const service = await testService(await openStore())
    const { call, allowHosts, runJobs, store } = service
    const asked: string[] = []
    const { url, host } = await servePages({
      '/busy': (request, response) => {
        asked.push(request.method ?? '')
        response.writeHead(asked.length > 2 ? 200 : 503).end()
      },
    })
    allowHosts.add(host)
    const { id } = (await create(service, `${url}/busy,${url}/busy`)).body.data
    const first = runJobs({ retriesMs: [60_000] })
    await expect
      .poll(async () => (await call(`GET /api/v1/jobs/${id}/urls`)).body.data[0]?.error?.message)
      .toBe('Status 503')
    await first.close()
    await store.db.updateTable('job_urls').set({ run_after: '' }).execute()
    runJobs({ retriesMs: [60_000] })
    await finished(service, id)
    expect(await rowsOf(service, id)).toMatchObject([{ result: 'as_expected', error: null }])
    expect(asked).toEqual(['HEAD', 'GET', 'HEAD'])
  })

  it('can be cancelled, counts in the quota, and is the only job that can be checked again', async () => {
    const service = await testService(await openStore())
    const { call, store } = service
    const { body } = await create(service, 'https://shop.example/a,https://shop.example/b')
    const { id, created_by } = body.data
    const bytes = await storedBytesOf(store.db, created_by.id)
    expect(bytes).toBeGreaterThan(900)
    expect(await findFaults(store.db)).toEqual([])
    await call(`POST /api/v1/jobs/${id}/cancel`)
    expect(await storedBytesOf(store.db, created_by.id)).toBe(0)
    expect(await rowsOf(service, id)).toEqual([])
    expect(await findFaults(store.db)).toEqual([])
    expect((await call(`POST /api/v1/jobs/${id}/repeat`)).body.code).toBe('job_finished')
    const list = (await call('POST /api/v1/jobs', { form: { urls: 'https://shop.example/' } })).body.data
    expect((await call(`POST /api/v1/jobs/${list.id}/repeat`)).status).toBe(409)
    const full = await testService(await openStore(), { roomForJobs: { quota: 1_500, isDiskFull: () => false } })
    const row = 'https://shop.example/a,https://shop.example/b'
    expect((await create(full, row)).status).toBe(202)
    expect((await create(full, row)).body.code).toBe('quota_exceeded')
  })

  it('is refused with the numbers of its wrong lines, or with too many', async () => {
    const service = await testService(await openStore())
    const wrong = async (redirects: string) => {
      const { status, body } = await create(service, redirects)
      return [status, body.codes, body.errors?.redirects?.[0]]
    }
    const row = 'https://shop.example/a,https://shop.example/b'
    expect(await wrong(`${row}\nhttps://shop.example/c\n\nno url,https://shop.example/d`)).toEqual([
      422,
      { redirects: ['invalid_url'] },
      'redirects must be an old URL and the expected one per line. Wrong: line 2, 4.',
    ])
    expect((await wrong(`${row}\nhttps://shop.example/a,https://shop.example/c`))[2]).toBe(
      'redirects must expect one URL of each old URL. Others than before: line 2.',
    )
    const many = Array.from({ length: maxJobUrls + 1 }, (_, at) => `https://s.example/${at},https://s.example/`)
    expect(await wrong(many.join('\n'))).toEqual([422, { redirects: ['too_many'] }, 'Enter 50,000 rows or fewer.'])
    const both = await service.call('POST /api/v1/jobs', { form: { redirects: row, urls: 'https://shop.example/' } })
    expect(both.body.codes).toEqual({ urls: ['one_required'] })
  })

  it('fails at URLs that its author can no longer edit, and hides what belongs to others', async () => {
    const service = await testService(await openStore(), { publicUrl: 'https://reports.test' })
    const { db } = service.store
    const sites = await serveMove(service)
    for (const [url, title] of [
      [`${sites.old}/lamps`, 'Lamps'],
      [`${sites.moved}/lamps`, 'New lamps'],
    ] as const)
      await createReport(db, newReport({ url, domain: new URL(url).host, title }))
    const ofFirst = { right: 'edit', scope: 'website', client_id: null, website_id: 1 } as const
    const cookie = await signedInWith(db, 'member', [ofFirst])
    const asMember = { key: null, headers: { origin: 'https://reports.test', cookie } }
    const row = `${sites.old}/lamps,${sites.moved}/lamps`
    expect((await create(service, `${sites.moved}/lamps,${sites.moved}/`, asMember)).body.code).toBe('not_allowed')
    const { id } = (await create(service, row)).body.data
    const own = (await create(service, row, asMember)).body.data
    service.runJobs({ retriesMs: [] })
    await finished(service, id)
    await finished(service, own.id)
    const seen = async (job: number) => (await service.call(`GET /api/v1/jobs/${job}/redirects`, asMember)).body.data[0]
    expect((await rowsOf(service, id))[0]).toMatchObject({ new_title: 'New lamps' })
    expect(await seen(id)).toMatchObject({ result: 'as_expected', old_title: 'Lamps', new_title: null })
    expect(await seen(own.id)).toMatchObject({ result: 'as_expected', new_title: null, title_likeness: null })
    await db.transaction().execute((tx) => setGrants(tx, { person_id: 1 }, []))
    await service.call(`POST /api/v1/jobs/${own.id}/repeat`)
    await finished(service, own.id)
    expect((await rowsOf(service, own.id))[0]).toMatchObject({
      state: 'failed',
      result: null,
      error: { code: 'not_allowed' },
    })
  })
})
