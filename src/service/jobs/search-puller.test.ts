import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { dayMs } from '#contract/format/dates.ts'
import type { GoogleProblem } from '#contract/google/search-connection.ts'
import { createGoogle } from '#service/fetcher/google-fetch.ts'
import { connect, type GoogleDeps } from '#service/google/connect.ts'
import { dayAfter, pacificDay, pacificMidnight } from '#service/google/pacific-days.ts'
import { createIdentityKeys } from '#service/identity/encryption.ts'
import type { Store } from '#service/store/database.ts'
import { changeConnection, findConnection, requestPull } from '#service/store/google/connections.ts'
import { forgetSearch, pulledDays } from '#service/store/google/days.ts'
import { insertReports } from '#service/store/reports/bulk-insert.ts'
import { pack } from '#service/store/reports/report-payloads.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { keyFile, type PageFigures, refusals, type RunningGoogle, startGoogle } from '#testing/google/google.ts'
import { describeEachEngine, onBoth, openSqliteStore } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { createSearchPuller, type SearchPuller } from './search-puller.ts'

const now = '2026-11-30T12:00:00Z'
const keys = createIdentityKeys('the secret of tests with 32 characters', null)
const { client_email, private_key } = JSON.parse(keyFile()) as { client_email: string; private_key: string }
const property = 'sc-domain:shop.example'

/** Two pages on each day, of which one is more popular on Mondays. */
const pagesOf = (day: string): PageFigures[] => [
  { url: 'https://shop.example/a', clicks: new Date(day).getUTCDay() === 1 ? 7 : 3, impressions: 100, position: 2 },
  { url: 'https://shop.example/%C3%BC?x=ü', clicks: 0, impressions: 10, position: 9.5 },
]

let google: RunningGoogle
let deps: GoogleDeps
let db: Store['db']
let failed: GoogleProblem[]

async function begin(store: Store) {
  google = await startGoogle({ pagesOf: (day) => (day >= '2026-10-01' ? pagesOf(day) : []) })
  db = store.db
  deps = { db, google: createGoogle(new URL(google.origin)), identityKeys: await keys }
  failed = []
  await createReport(db, newReport({ url: 'https://shop.example/a' }))
  await connect(1, { kind: 'service', client_email, private_key }, deps)
  await changeConnection(db, 1, { property, state: 'pulling', due_at: new Date().toISOString() })
  onTestFinished(() => google.close())
}

function puller(): SearchPuller {
  const created = createSearchPuller({
    ...deps,
    inspectionsMs: 0,
    onFailed: async (_, problem) => void failed.push(problem),
    onError: (error) => {
      throw error
    },
  })
  onTestFinished(() => created.close())
  return created
}
const pull = async () => puller().run()
const connection = async () => (await findConnection(db, 1))!
const queries = () => google.requests.filter(({ path }) => path.includes('searchAnalytics'))
const asked = () =>
  queries().map(({ body }) => JSON.parse(body) as { startDate: string; endDate: string; dimensions: string[] })
const daysAsked = () =>
  asked().flatMap(({ startDate, dimensions }) => (dimensions.join() === 'page' ? [startDate] : []))
const columns = () => db.selectFrom('pages').select(['clicks', 'impressions', 'position']).executeTakeFirst()

describe('figures of Google', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    await begin(await openSqliteStore())
  })
  afterEach(() => void vi.useRealTimers())

  it('are pulled newest first as far back as Google has them, and shown', async () => {
    google.world.queries = [{ ...pagesOf('2026-11-01')[0]!, query: 'lamp' }]
    await pull()
    expect(await connection()).toMatchObject({
      state: 'ready',
      problem: null,
      lease_owner: null,
      due_at: '2026-12-01T12:00:00.000Z',
      queries_first_day: '2026-10-31',
      queries_last_day: '2026-11-27',
    })
    const { days, ...known } = await pulledDays(db, 1)
    expect(known).toEqual({ first_day: '2026-10-01', last_day: '2026-11-27', rows: 2 * 58 })
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-01', '2026-11-27', 58])
    expect(daysAsked().slice(0, 3)).toEqual(['2026-11-27', '2026-11-26', '2026-11-25'])
    expect(daysAsked()).toHaveLength(58)
    expect(asked()[0]).toEqual({
      startDate: '2025-07-30',
      endDate: '2026-11-29',
      dimensions: ['date'],
      type: 'web',
      dataState: 'final',
      rowLimit: 25_000,
      startRow: 0,
    })
    expect(await columns()).toEqual({ clicks: 24 * 3 + 4 * 7, impressions: 2_800, position: 2 })
    expect(await db.selectFrom('search_queries').select('query').execute()).toEqual([{ query: 'lamp' }])
  })

  it('are pulled again for the last five days, and else for new days only', async () => {
    await pull()
    google.requests.length = 0
    google.world.lastDay = '2026-11-28'
    vi.setSystemTime('2026-12-01T12:00:01Z')
    await pull()
    expect(daysAsked()).toEqual(['2026-11-28', '2026-11-27', '2026-11-26', '2026-11-25', '2026-11-24'])
  })

  it('leave a gap where Google has nothing, which isn’t asked for again', async () => {
    google.world.pagesOf = (day) => (day === '2026-11-20' || day < '2026-11-01' ? [] : pagesOf(day))
    await pull()
    expect(daysAsked()).not.toContain('2026-11-20')
    const gap = db.selectFrom('search_days').selectAll().where('day', '=', '2026-11-20')
    expect(await gap.executeTakeFirst()).toMatchObject({ clicks: null, impressions: null, rows: 0 })
    google.world.pagesOf = () => []
    google.world.totalOf = () => undefined
    await changeConnection(db, 1, { state: 'ready' })
    await requestPull(db, 1)
    await pull()
    expect(JSON.parse((await connection()).problem ?? '')).toMatchObject({ code: 'no_data' })
    expect(await pulledDays(db, 1)).toMatchObject({ last_day: '2026-11-27' })
  })

  it('have at most 50,000 rows of a day, in requests of 25,000', { tags: 'all' }, async () => {
    const many = Array.from({ length: 50_001 }, (_, at) => ({
      url: `https://shop.example/${at}`,
      clicks: 1,
      impressions: 1,
      position: 1,
    }))
    google.world.pagesOf = (day) => (day === '2026-11-27' ? many : [])
    google.world.totalOf = (day) =>
      day === '2026-11-27' ? { clicks: 60_000, impressions: 60_000, position: 1 } : undefined
    await pull()
    expect(daysAsked()).toEqual(['2026-11-27', '2026-11-27'])
    const stored = db.selectFrom('search_days').selectAll().where('day', '=', '2026-11-27')
    expect(await stored.executeTakeFirst()).toMatchObject({ clicks: 60_000, page_clicks: 50_000, rows: 50_000 })
  })

  it('wait for a quota as long as Google’s message says, and keep what came before', async () => {
    for (const [refusal, code, due] of [
      [refusals.quotaOfMinute, 'quota_minute', '2026-11-30T12:15:00.000Z'],
      [refusals.quotaOfDay, 'quota_day', '2026-12-01T08:15:00.000Z'],
      [{ status: 500 }, 'google_unreachable', '2026-11-30T12:15:00.000Z'],
      [{ type: 'text/html', body: '<p>Sorry</p>' }, 'google_error', '2026-11-30T12:15:00.000Z'],
      [{ body: '{"rows":[', cut: true }, 'google_unreachable', '2026-11-30T12:15:00.000Z'],
    ] as const) {
      google.world.faults.clear()
      const totals = {
        rows: ['2026-11-26', '2026-11-27'].map((day) => ({ keys: [day], clicks: 3, impressions: 9, position: 1 })),
      }
      const pages = { rows: [{ keys: ['https://shop.example/a'], clicks: 3, impressions: 9, position: 1 }] }
      const answers = [totals, pages].map((body) => ({ body: JSON.stringify(body) }))
      google.world.faults.set('searchAnalytics', [...answers, refusal])
      await requestPull(db, 1)
      await pull()
      const { state, problem, due_at } = await connection()
      expect([state, JSON.parse(problem ?? '').code, due_at]).toEqual(['waiting', code, due])
      expect(await columns()).toMatchObject({ clicks: 3 })
    }
    expect(failed).toEqual([])
  })

  it('wait for a quota of URL inspections too, with the figures of the day', async () => {
    google.world.faults.set('urlInspection', [refusals.quotaOfInspections])
    await pull()
    const { state, problem, due_at } = await connection()
    expect([state, JSON.parse(problem ?? '').code, due_at]).toEqual([
      'waiting',
      'quota_day',
      '2026-12-01T08:15:00.000Z',
    ])
    expect(await pulledDays(db, 1)).toMatchObject({ last_day: '2026-11-27' })
    expect(await db.selectFrom('page_inspections').selectAll().execute()).toEqual([])
  })

  it('alert once when the access ends, and keep the last days', async () => {
    await pull()
    for (const hours of [24, 48, 72]) {
      vi.setSystemTime(Date.parse(now) + hours * 3_600_000 + 1_000)
      google.world.faults.set('/token', [{ status: 400, body: '{"error":"invalid_grant"}' }])
      await pull()
      expect((await connection()).state).toBe('failed')
    }
    expect(failed.map(({ code }) => code)).toEqual(['account_refused'])
    expect(await pulledDays(db, 1)).toMatchObject({ last_day: '2026-11-27' })
    google.world.faults.clear()
    await changeConnection(db, 1, { due_at: new Date().toISOString() })
    await pull()
    expect((await connection()).state).toBe('ready')
  })

  it('end when the website is connected otherwise meanwhile', async () => {
    google.world.pagesOf = (day) => {
      void db.updateTable('search_connections').set({ lease_owner: null, property: null }).execute()
      return pagesOf(day)
    }
    await pull()
    expect(await connection()).toMatchObject({ property: null, state: 'pulling', pulled_at: null })
  })
})

describeEachEngine('two workers', onBoth, ({ openStore: open }) => {
  it('pull a website once', async () => {
    await begin(await open())
    google.world.lastDay = dayAfter(pacificDay(new Date()), -3)
    google.world.pagesOf = (day) => (day >= dayAfter(google.world.lastDay, -57) ? pagesOf(day) : [])
    await Promise.all([pull(), pull()])
    expect(daysAsked()).toHaveLength(58)
    expect(new Set(daysAsked()).size).toBe(58)
  })
})

const indexed = { verdict: 'PASS', coverageState: 'Submitted and indexed' }
const inspected = () =>
  google.requests.flatMap(({ path, body }) =>
    path === '/v1/urlInspection/index:inspect' ? [(JSON.parse(body) as { inspectionUrl: string }).inspectionUrl] : [],
  )
const inspections = () => db.selectFrom('page_inspections').selectAll().orderBy('page_id').execute()

describeEachEngine('what Google has of pages in its index', onBoth, ({ openStore: open }) => {
  beforeEach(async () => {
    // A clock behind that of the database by less than a day, so that rounds are due at once, and pulls aren't.
    vi.useFakeTimers({ toFake: ['Date'], now: pacificMidnight(new Date()).getTime() + 1_000 })
    await begin(await open())
    google.world.lastDay = dayAfter(pacificDay(new Date()), -3)
    google.world.pagesOf = (at) => (at >= dayAfter(google.world.lastDay, -2) ? pagesOf(at) : [])
  })
  afterEach(() => void vi.useRealTimers())

  const report = (path: string) => createReport(db, newReport({ url: `https://shop.example${path}` }))
  /** Pulls as if the inspections were made so many days before. */
  const pullAfter = async (days: number) => {
    for (const { page_id, inspected_at } of await inspections()) {
      const earlier = new Date(Date.parse(inspected_at) - days * dayMs).toISOString()
      await db.updateTable('page_inspections').set({ inspected_at: earlier }).where('page_id', '=', page_id).execute()
    }
    google.requests.length = 0
    await requestPull(db, 1)
    await pull()
    return inspected().map((url) => url.slice('https://shop.example'.length))
  }

  it('is asked once a day for each page, and stored with the state before', async () => {
    const url = 'https://shop.example/a'
    google.world.inspections[url] = { ...indexed, googleCanonical: url, lastCrawlTime: '2026-11-12T06:00:00Z' }
    await pull()
    expect(inspected()).toEqual([url])
    expect(await inspections()).toMatchObject([
      { page_id: 1, website_id: 1, verdict: 'PASS', google_index: indexed.coverageState, before_until: null },
    ])
    expect(await pullAfter(0)).toEqual([])
    google.world.inspections[url] = { verdict: 'NEUTRAL', coverageState: 'Crawled - currently not indexed' }
    expect(await pullAfter(1)).toEqual(['/a'])
    const changed = {
      verdict: 'NEUTRAL',
      google_index: 'Crawled - currently not indexed',
      google_canonical: null,
      last_crawl_at: null,
      verdict_before: 'PASS',
      index_before: indexed.coverageState,
      before_until: new Date().toISOString(),
    }
    expect(await inspections()).toMatchObject([changed])
    expect(await pullAfter(1)).toEqual(['/a'])
    expect(await inspections()).toMatchObject([changed])
  })

  it('is asked first for pages with clicks, then for new and changed ones, then for those not asked longest', async () => {
    await report('/old')
    await report('/older')
    await pull()
    const stored = db.updateTable('page_inspections').set({ inspected_at: '2020-01-01T00:00:00.000Z' })
    await stored.where('page_id', '=', 3).execute()
    await report('/changed')
    await pullAfter(1)
    await report('/new')
    const changed = db.updateTable('pages').set({ changed_at: new Date().toISOString() })
    await changed.where('url_key', 'like', '%/changed').execute()
    await stored.where('page_id', '=', 3).execute()
    expect(await pullAfter(1)).toEqual(['/new', '/changed', '/older', '/old', '/a'])
    expect((await pullAfter(7))[0]).toBe('/a')
    await db.updateTable('pages').set({ gone_at: new Date().toISOString() }).where('id', '>', 1).execute()
    expect(await pullAfter(1)).toEqual(['/a'])
  })

  it('is asked for pages of the property only', async () => {
    await report('/de/b')
    google.world.properties = [{ siteUrl: 'https://shop.example/de/', permissionLevel: 'siteOwner' }]
    await changeConnection(db, 1, { property: 'https://shop.example/de/' })
    await pull()
    expect(inspected()).toEqual(['https://shop.example/de/b'])
    expect((await connection()).state).toBe('ready')
  })

  it('is asked for 2,000 pages a day of a property, in rounds', { tags: 'all' }, async () => {
    const pages = Array.from({ length: 2_100 }, (_, at) => newReport({ url: `https://shop.example/p/${at}` }))
    await insertReports(
      db,
      pages.map((page) => ({ ...page, evaluation: pack(page.evaluation), facts: pack(page.facts) })),
    )
    await pull()
    expect(new Set(inspected()).size).toBe(2_000)
    expect(inspected()).toHaveLength(2_000)
    expect((await connection()).state).toBe('ready')
    expect(await pullAfter(1)).toHaveLength(2_000)
    expect(await db.selectFrom('page_inspections').select('page_id').execute()).toHaveLength(2_101)
  })

  it('stays for a page that Google can’t inspect any more', async () => {
    google.world.inspections['https://shop.example/a'] = indexed
    await pull()
    google.world.faults.set('urlInspection', [{ status: 400, body: '{"error":{"message":"Invalid argument."}}' }])
    await pullAfter(1)
    expect(await inspections()).toMatchObject([{ verdict: 'PASS', inspected_at: new Date().toISOString() }])
    expect((await connection()).state).toBe('ready')
  })

  it('is forgotten with the figures', async () => {
    await pull()
    await forgetSearch(db, 1)
    expect(await inspections()).toEqual([])
  })
})
