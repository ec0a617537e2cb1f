import { get } from 'node:http'
import { describe, expect, it } from 'vitest'
import { reportSorts, ownWebsiteSorts } from '#contract/lists/list-query.ts'
import { allReports } from '#service/store/lists/report-list.ts'
import { insertReports } from '#service/store/reports/bulk-insert.ts'
import { deleteReport } from '#service/store/reports/deleted-reports.ts'
import { pack } from '#service/store/reports/report-payloads.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { sqliteService, testService } from '#testing/service/service.ts'
import { describeEachEngine, onBoth, type TestEngine } from '#testing/store/databases.ts'
import { reportListQuery } from '#testing/store/lists.ts'
import { newReport } from '#testing/store/reports.ts'
import type {} from '../every-request.ts'

type Row = { id: number }
const idsOf = (rows: Row[]) => rows.map(({ id }) => id)

async function withReports({ openStore }: Pick<TestEngine, 'openStore'>, count: number) {
  const service = await testService(await openStore())
  await insertMany(service.store.db, count)
  const { call } = service
  const wholeList = async (path: string) => {
    const ids: number[] = []
    for (let page = 1; ; page += 1) {
      const { body } = await call(`GET ${path}&per_page=100&page=${page}`)
      ids.push(...idsOf(body.data))
      if (!body.links.next) return ids
    }
  }
  return { ...service, wholeList }
}

async function insertMany(db: Parameters<typeof insertReports>[0], count: number) {
  const [evaluation, facts] = [pack({}), pack({})]
  const reports = Array.from({ length: count }, (_, at) => {
    const domain = `d${at % 13}.example`
    const {
      evaluation: _v,
      facts: _f,
      ...report
    } = newReport({ domain, url: `https://${domain}/p${at % 7}${at % 5 ? '' : '/rare'}`, score: (at * 37) % 101 })
    return { ...report, evaluation, facts }
  })
  await insertReports(db, reports)
}

describeEachEngine('an export', (engine) => {
  it('has all rows of its list, in its order', async () => {
    const { call, wholeList } = await withReports(engine, 620)
    const wanted = [
      ...reportSorts.flatMap((sort) =>
        ['', '&sort=asc&result=bad', '&search=rare', '&search=p', '&website_id=3&search=P1', '&search=nothing'].map(
          (more) => `reports?sort_by=${sort}${more}`,
        ),
      ),
      ...ownWebsiteSorts.flatMap((sort) =>
        ['', '&sort=asc', '&search=d1', '&search=d1.'].map((more) => `websites?sort_by=${sort}${more}`),
      ),
    ]
    for (const path of wanted) {
      const listed = await wholeList(`/api/v1/${path}`)
      const { status, headers, body } = await call(`GET /api/v1/exports/${path.replace('?', '.json?')}`)
      expect({ path, status, ids: idsOf(body) }).toEqual({ path, status: 200, ids: listed })
      expect(Number(headers['x-total-count'])).toBe(listed.length)
    }
  })

  it('has the rows of lists, whatever page is requested', async () => {
    const { call } = await withReports(engine, 12)
    for (const list of ['reports', 'websites'] as const) {
      const { body } = await call(`GET /api/v1/exports/${list}.json?page=9&per_page=7`)
      expect(body).toEqual([...(await call(`GET /api/v1/${list}?per_page=100`)).body.data])
    }
  })

  it('is an empty array or a heading without rows', async () => {
    const { call } = await withReports(engine, 0)
    for (const list of ['reports', 'websites'] as const) {
      expect((await call(`GET /api/v1/exports/${list}.json`)).body).toEqual([])
      const { text, headers } = await call(`GET /api/v1/exports/${list}.csv`)
      expect([text.split('\r\n').length, headers['x-total-count']]).toEqual([2, 0].map((n, at) => (at ? String(n) : n)))
    }
  })

  it('leaves out only rows that are deleted before they are read', async () => {
    const { store, call } = await withReports(engine, 300)
    const query = reportListQuery({ sort_by: 'score' })
    const whole = await allReports(store.db, query, { kind: 'all' }, new AbortController().signal)
    const before: { id: number; website_id: number }[] = (await call('GET /api/v1/exports/reports.json?sort_by=score'))
      .body
    const [deletedId, website] = [before[3]?.id ?? 0, 5]
    await deleteReport(store.db, deletedId)
    await createReport(store.db, newReport({ score: 100 }))
    await deleteWebsite(store.db, website)
    const rows: Row[] = []
    for await (const batch of whole.batches()) rows.push(...batch)
    expect(whole.total).toBe(300)
    expect(idsOf(rows)).toEqual(
      idsOf(before.filter(({ id, website_id }) => id !== deletedId && website_id !== website)),
    )
  })

  it('is complete for a search with too many matches to count', { tags: 'all' }, async () => {
    const { store, call } = await withReports(engine, 0)
    await insertMany(store.db, 10_400)
    for (const search of ['example', 'e', 'd1']) {
      const { body } = await call(`GET /api/v1/exports/reports.json?search=${search}&sort_by=url`)
      const expected = search === 'd1' ? (10_400 / 13) * 4 : 10_400
      expect({ search, count: new Set(idsOf(body)).size, rows: body.length }).toEqual({
        search,
        count: expected,
        rows: expected,
      })
    }
  })
})

describeEachEngine('redirects, errors and other URLs', onBoth, ({ openStore }) => {
  it('have no score in lists and files of pages, are last in both directions and match no filter by it', async () => {
    const { call, store } = await testService(await openStore())
    const { state } = newReport()
    const states = {
      '/redirect': { indexability: 'redirect', indexing_code: 'redirect', status: 301 },
      '/missing': { indexability: 'blocked', indexing_code: 'status', main_issue: 'http-status', status: 404 },
      '/copy': {
        indexability: 'other_url',
        indexing_code: 'canonical',
        main_issue: 'canonical-elsewhere',
        status: 200,
      },
    } as const
    const add = (path: string, score: number, given: object = {}) =>
      createReport(
        store.db,
        newReport({ url: `https://www.shop.example${path}`, title: null, score, state: { ...state, ...given } }),
      )
    for (const [path, given] of Object.entries(states)) await add(path, 60, given)
    await add('/hidden', 49, { indexability: 'blocked', indexing_code: 'noindex', main_issue: 'noindex' })
    await add('/', 85)
    const without = Object.keys(states).toSorted()
    const listed = async (query: string) => {
      const { body } = await call(`GET /api/v1/reports?latest=1&${query}`)
      return (body.data as { url: string }[]).map(({ url }) => new URL(url).pathname)
    }
    const cells = async (path: string, query: string) => {
      const { text } = await call(`GET /api/v1/${path}?${query}`)
      const [head = '', ...lines] = text.trim().split('\r\n')
      const [url, score, rating] = ['URL', 'Score', 'Rating'].map((name) => head.split(',').indexOf(name))
      return lines.map((line) => {
        const row = line.replace(/"[^"]*"/g, '').split(',')
        return [new URL(row[url!] ?? '').pathname, row[score!], row[rating!]]
      })
    }
    for (const [sort, scored] of [
      ['asc', ['/hidden', '/']],
      ['desc', ['/', '/hidden']],
    ] as const) {
      const order = `sort_by=score&sort=${sort}`
      const paths = await listed(order)
      expect([paths.slice(0, 2), paths.slice(2).toSorted()]).toEqual([scored, without])
      for (const rows of [
        await cells('exports/reports.csv', `latest=1&${order}`),
        await cells('websites/1/pages.csv', order),
      ]) {
        expect(rows.slice(0, 2).map(([path]) => path)).toEqual(scored)
        expect(rows.slice(2).toSorted()).toEqual(without.map((path) => [path, '', '']))
      }
    }
    expect(await listed('score=0-100&sort_by=score&sort=asc')).toEqual(['/hidden', '/'])
    expect(await listed('result=bad')).toEqual(['/hidden'])
    expect(await listed('result=decent')).toEqual([])
    expect(await cells('exports/reports.csv', 'latest=1&result=decent')).toEqual([])
  })
})

describe('an exported file', () => {
  it('is CSV with plain headings, guarded cells and unchanged numbers', async () => {
    const { call, store } = await sqliteService()
    const state = { ...newReport().state, indexability: 'unclear' as const, main_issue: 'page-text' }
    await createReport(store.db, newReport({ score: 40, title: 'Old' }))
    await createReport(store.db, newReport({ score: 42, title: '=cmd|"/c calc"!A1, "x"', state }))
    const { headers, text } = await call('GET /api/v1/exports/reports.csv')
    expect(text.split('\r\n')).toEqual([
      'Report,URL,Website,Title,Score,Rating,Previous score,Indexing,Main issue,Date created,Clicks,Impressions,CTR,Position,Change of clicks,Google index',
      '2,https://www.shop.example/,shop.example,"\'=cmd|""/c calc""!A1, ""x""",42,Bad,40,The main content isn’t in the HTML; scripts add it,Text in the HTML,2026-03-04T05:06:07.890Z,,,,,,',
      '1,https://www.shop.example/,shop.example,Old,40,Bad,,Google can index this page,,2026-03-04T05:06:07.890Z,,,,,,',
      '',
    ])
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="(reports-\d{4}-\d\d-\d\d\.csv)"; filename\*=UTF-8''\1$/,
    )
    expect(headers['access-control-expose-headers']).toMatch(/X-Total-Count, Content-Disposition/)
    // Only this page is indexable, so the score of the website is its.
    await createReport(store.db, newReport({ url: 'https://www.shop.example/lamps', score: 55 }))
    expect((await call('GET /api/v1/exports/websites.csv?bom=1')).text).toBe(
      '\ufeffWebsite,Domain,Privacy,Reports,Average score,Date created,Change of pages in 7 days,Not indexable,Last run,Next run\r\n1,shop.example,Private,3,55,2026-03-04T05:06:07.890Z,0,0,2026-03-04T05:06:07.890Z,\r\n',
    )
  })

  it('needs valid parameters and a key, which can be read-only', async () => {
    const { call, readKey } = await sqliteService()
    const { status, body } = await call('GET /api/v1/exports/reports.csv?bom=yes&sort_by=foo&website_id=0')
    expect([status, Object.keys(body.errors)]).toEqual([422, ['website_id', 'sort_by', 'bom']])
    const reversed = await call('GET /api/v1/exports/reports.csv?score=79-70&from=2026-11-02&to=2026-11-01')
    expect([reversed.status, Object.keys(reversed.body.errors)]).toEqual([422, ['score', 'to']])
    expect((await call('GET /api/v1/exports/reports.csv', { key: readKey })).status).toBe(200)
    expect((await call('GET /api/v1/exports/reports.csv', { key: null })).status).toBe(401)
    expect((await call('POST /api/v1/exports/reports.csv')).status).toBe(405)
    expect((await call('GET /api/v1/exports/reports.xml')).status).toBe(404)
    expect(await call('HEAD /api/v1/exports/reports.csv')).toMatchObject({
      status: 200,
      text: '',
      headers: { 'x-total-count': '0' },
    })
  })

  it('ends for a client that disconnects, without delaying others', { tags: 'all' }, async () => {
    const { app, store, call, key } = await sqliteService()
    await insertMany(store.db, 20_000)
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    await new Promise<void>((resolve) => {
      const asking = get(
        `${origin}/api/v1/exports/reports.json`,
        { headers: { authorization: `Bearer ${key}` } },
        (answer) => {
          answer.once('data', () => {
            answer.destroy()
            asking.destroy()
            resolve()
          })
          answer.on('error', () => {})
        },
      )
    })
    expect((await call('GET /api/v1/reports')).status).toBe(200)
    await expect.poll(() => app.requestsInProgress()).toBe(0)
    expect(
      await (
        await fetch(`${origin}/api/v1/exports/reports.json`, { headers: { authorization: `Bearer ${key}` } })
      ).json(),
    ).toHaveLength(20_000)
  })
})
