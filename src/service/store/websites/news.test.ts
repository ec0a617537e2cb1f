import { expect, it } from 'vitest'
import { comparedChecks } from '#analyser/changed-checks.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import { maxNewsWebsites, newsQuery } from '#contract/websites/overview.ts'
import { addCrawl, newCrawl } from '#testing/store/crawls.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { reportListQuery } from '#testing/store/lists.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import type { Store } from '../database.ts'
import { listReports } from '../lists/report-list.ts'
import { storeUnreadPages } from '../pages/page-states.ts'
import { createWaivers } from '../pages/waivers.ts'
import { pack } from '../reports/report-payloads.ts'
import { createReport } from '../reports/reports.ts'
import type { EntryOfNews, NewsOfWebsite } from './news.ts'
import { findOverview } from './overview.ts'
import { deleteWebsite } from './websites.ts'

const since = '2026-03-05'
const conditions = { day: '2026-03-09', blockers: ['noindex'], comparedChecks }

type ReportOptions = {
  score?: number
  state?: Indexability
  issues?: string[] | Record<string, number>
  status?: number
  host?: string
}

/** Points by check: the first costs 5 points, each further one a tenth less, unless they are given. */
const pointsOf = (issues: ReportOptions['issues'] = []) =>
  Array.isArray(issues)
    ? issues.map((check, at) => ({ check, points: 50 - at }))
    : Object.entries(issues).map(([check, points]) => ({ check, points }))

/** Stores a report of a page on a day of March. The first issue of a blocked page blocks it. */
function add({ db }: Store, path: string, day: number, options: ReportOptions = {}) {
  const { score = 90, state = 'indexable', issues = [], status = 200, host = 'shop.example' } = options
  const found = pointsOf(issues)
  const main_issue = state === 'blocked' ? (found[0]?.check ?? null) : null
  const failed = (points: number) => newCheckResult({ outcome: 'fail', passed: false, points_lost: points / 10 })
  const results = Object.fromEntries(found.map(({ check, points }) => [check, failed(points)]))
  return createReport(
    db,
    newReport({
      domain: host,
      url: `https://${host}${path}`,
      score,
      ruleset: 7,
      evaluation: newEvaluation({ results }),
      created_at: `2026-03-0${day}T05:06:07.89${day}Z`,
      state: {
        ...newReport().state,
        status,
        indexability: state,
        main_issue,
        issues: found.map(({ check, points }) => ({
          check,
          outcome: 'fail' as const,
          points,
          counted: state === 'indexable' || check === main_issue,
          causes: [],
        })),
      },
    }),
  )
}

/** Waives a check on a page or, without one, on a website. */
function waive({ db }: Store, website_id: number, check_id: string, page: string | null = null) {
  const words = { reason: 'By design', author: 'Test', created_at: '2026-03-06T00:00:00.000Z', expires_on: null }
  const waiver = { website_id, check_id, scope: page === null ? 'website' : 'page', ...words } as const
  return db.transaction().execute((tx) => createWaivers(tx, waiver, [page], '2026-03-06'))
}

const noindex = { score: 49, state: 'blocked', issues: ['noindex'] } satisfies ReportOptions
const overviewOf = ({ db }: Store) => findOverview(db, since, { ...conditions, granted: null, showsClicks: true })
const brief = ({ kind, check, pages, folder, since: day }: EntryOfNews) => [kind, check, pages, folder, day] as const

describeEachEngine('what broke since a day', onBoth, ({ openStore }) => {
  it('is named by website and cause, with the totals of its lists', async () => {
    const store = await openStore()
    for (const path of ['/boots/a', '/boots/b', '/c', '/d', '/e', '/f', '/g', '/h', '/i', '/j'])
      await add(store, path, 1)
    await add(store, '/h', 4, noindex)
    for (const path of ['/boots/a', '/boots/b']) await add(store, path, 6, noindex)
    await add(store, '/c', 6, { score: 49, state: 'blocked', issues: ['http-status'], status: 404 })
    await add(store, '/d', 6, { score: 80, issues: ['title-present', 'h1-present'] })
    await add(store, '/e', 7, { score: 85, issues: ['title-present'] })
    // A setting of the website explains no page.
    await add(store, '/f', 7, { score: 87, issues: ['compression'] })
    await add(store, '/i', 6, { score: 89, issues: ['h1-present'] })
    await add(store, '/j', 7, { score: 88, issues: ['h1-present'] })
    // Broken and fixed again within the period, and lost before it.
    await add(store, '/g', 6, noindex)
    await add(store, '/g', 7)
    await add(store, '/h', 7, noindex)
    await add(store, '/new', 6, noindex)
    const { news, changed } = await overviewOf(store)
    expect(news.map(({ domain }) => domain)).toEqual(['shop.example'])
    expect(news[0]!.entries.map(brief)).toEqual([
      ['not_indexable', 'noindex', 2, '/boots/', '2026-03-06'],
      ['not_indexable', 'http-status', 1, null, '2026-03-06'],
      ['worse', 'title-present', 2, null, '2026-03-06'],
      ['worse', 'h1-present', 2, null, '2026-03-06'],
      ['worse', null, 1, null, '2026-03-07'],
      ['new', 'noindex', 1, null, '2026-03-06'],
    ])
    expect(news[0]!.entries[1]!.status).toBe(404)
    expect(news[0]!.entries[0]!.samples).toMatchObject([
      { url: 'https://shop.example/boots/a', previous_report_id: 1, previous_score: 90, score: 49 },
      { url: 'https://shop.example/boots/b', previous_report_id: 2 },
    ])
    expect(news[0]!.entries[4]!.samples.map(({ url }) => url)).toEqual(['https://shop.example/f'])
    expect(news[0]!.entries.map(({ scores }) => scores).slice(2, 5)).toEqual([
      { before: 90, now: 83 },
      { before: 90, now: 89 },
      { before: 90, now: 87 },
    ])
    expect(news[0]!.entries[3]!.samples.map(({ url }) => url)).toEqual([
      'https://shop.example/j',
      'https://shop.example/i',
    ])
    await expectListed(store, news)
    for (const [change, { total }] of Object.entries(changed)) {
      const list = await listReports(store.db, reportListQuery({ since, changed: change as 'worse' }), { kind: 'all' })
      expect([change, list.total]).toEqual([change, total])
    }
    expect(changed.new).toMatchObject({ total: 1, websites: [{ domain: 'shop.example', pages: 1 }] })
  })

  it('tells of a new page that could be found at first only as lost', async () => {
    const store = await openStore()
    await add(store, '/late', 5)
    await add(store, '/late', 6, noindex)
    await add(store, '/new', 6, noindex)
    const { news } = await overviewOf(store)
    expect(news[0]!.entries.filter(({ check }) => check === 'noindex').map(brief)).toEqual([
      ['not_indexable', 'noindex', 1, null, '2026-03-06'],
      ['new', 'noindex', 1, null, '2026-03-06'],
    ])
  })

  it('names what the comparison of both reports names, not the worst issue of a page', async () => {
    const store = await openStore()
    const kept = { 'description-present': 40, 'sitemap-valid': 60 }
    await add(store, '/', 6, { score: 92, issues: { ...kept, 'broken-internal': 10 } })
    // The first report of the page is in the period as well, so all its issues began in it.
    await add(store, '/', 7, { score: 88, issues: { ...kept, 'broken-internal': 50, hreflang: 15 } })
    await add(store, '/a', 6, { score: 92, issues: kept })
    await add(store, '/a', 7, { score: 86, issues: { ...kept, 'sitemap-valid': 120 } })
    const { news } = await overviewOf(store)
    const worse = news[0]!.entries.filter(({ kind }) => kind === 'worse')
    expect(worse.map(brief)).toEqual([
      ['worse', 'broken-internal', 1, null, '2026-03-06'],
      ['worse', null, 1, null, '2026-03-07'],
    ])
    await expectListed(store, news)
  })

  it('leaves out the issues that the first report of a new page has, and tells causes apart', async () => {
    const store = await openStore()
    // The whole website has no HTTPS, from its first report on. A deploy breaks links on three pages and a title.
    const always = { https: 60, 'title-length': 10 }
    const paths = ['/', '/a', '/b', '/c', '/d']
    for (const path of paths) await add(store, path, 6, { score: 86, issues: always })
    for (const path of ['/', '/a', '/b'])
      await add(store, path, 7, { score: 84, issues: { ...always, 'broken-internal': 20 } })
    await add(store, '/c', 7, { score: 83, issues: { ...always, 'title-length': 40 } })
    await add(store, '/d', 7, { score: 86, issues: always })
    const { news } = await overviewOf(store)
    const entries = news[0]!.entries.filter(({ kind }) => kind !== 'new_website')
    expect(entries.map(brief)).toEqual([
      ['worse', 'broken-internal', 3, null, '2026-03-07'],
      ['worse', 'title-length', 1, null, '2026-03-06'],
    ])
    expect(entries.map(({ scores }) => scores)).toEqual([
      { before: 86, now: 84 },
      { before: 86, now: 83 },
    ])
  })

  it('counts error statuses of one entry apart', async () => {
    const store = await openStore()
    await add(store, '/', 1)
    const failed = { score: 49, state: 'blocked', issues: ['http-status'] } satisfies ReportOptions
    for (const path of ['/a', '/b']) await add(store, path, 6, { ...failed, status: 404 })
    await add(store, '/c', 6, { ...failed, status: 500 })
    const [entry] = (await overviewOf(store)).news[0]!.entries
    expect(entry).toMatchObject({ kind: 'new', check: 'http-status', status: null, pages: 3 })
    expect(entry!.statuses).toEqual([
      { status: 404, pages: 2 },
      { status: 500, pages: 1 },
    ])
  })

  it('is the page at the end of a redirect, not the redirect', async () => {
    const store = await openStore()
    const redirect = { state: 'redirect', status: 301 } satisfies ReportOptions
    await add(store, '/old', 1, { ...redirect, score: 92 })
    await add(store, '/old', 6, { ...redirect, score: 49 })
    await add(store, '/', 1, { score: 92 })
    await add(store, '/', 6, noindex)
    const { news } = await overviewOf(store)
    expect(news[0]!.entries.map(brief)).toEqual([['not_indexable', 'noindex', 1, null, '2026-03-06']])
  })

  it('is not explained by what a page shared with others before', async () => {
    const store = await openStore()
    const { id } = await add(store, '/', 1, { score: 92, issues: { 'title-unique': 40 } })
    const shared = newCheckResult({ outcome: 'fail', passed: false, points_lost: 0, page_points: 4 })
    const evaluation = pack(newEvaluation({ results: { 'title-unique': shared } }))
    await store.db.updateTable('report_payloads').set({ evaluation }).where('report_id', '=', id).execute()
    await add(store, '/', 6, { score: 80, issues: { 'title-unique': 40, hreflang: 30 } })
    const { news } = await overviewOf(store)
    expect(news[0]!.entries.map(brief)).toEqual([['worse', 'hreflang', 1, null, '2026-03-06']])
  })

  it('has no cause where the earlier report can’t be read', async () => {
    const store = await openStore()
    const { id } = await add(store, '/', 1, { score: 92 })
    const damaged = { evaluation: Buffer.from('damaged') }
    await store.db.updateTable('report_payloads').set(damaged).where('report_id', '=', id).execute()
    await add(store, '/', 6, { score: 80, issues: { hreflang: 30 } })
    const { news } = await overviewOf(store)
    expect(news[0]!.entries.map(brief)).toEqual([['worse', null, 1, null, '2026-03-06']])
  })

  it('is not explained by checks that a newer ruleset changed', async () => {
    const store = await openStore()
    await add(store, '/', 1, { score: 92 })
    await store.db.updateTable('reports').set({ ruleset: 6 }).execute()
    await add(store, '/', 6, { score: 80, issues: { 'render-gap': 100, hreflang: 20 } })
    await add(store, '/a', 1, { score: 92 })
    await store.db
      .updateTable('reports')
      .set({ ruleset: 5 })
      .where('ruleset', '=', 7)
      .where('latest', '=', 1)
      .where('score', '=', 92)
      .execute()
    await add(store, '/a', 6, { score: 80, issues: { hreflang: 120 } })
    const { news } = await overviewOf(store)
    expect(news[0]!.entries.map(brief)).toEqual([
      ['worse', 'hreflang', 1, null, '2026-03-06'],
      ['worse', null, 1, null, '2026-03-06'],
    ])
  })

  it('includes websites that are new, compared with their first reports', async () => {
    const store = await openStore()
    await add(store, '/', 1, { host: 'old.example' })
    await add(store, '/', 6, { host: 'old.example', score: 80 })
    await add(store, '/a', 6)
    await add(store, '/b', 6)
    await add(store, '/a', 7, noindex)
    const { news } = await overviewOf(store)
    expect(news.map(({ domain, change }) => [domain, change])).toEqual([
      ['shop.example', 0],
      ['old.example', -10],
    ])
    expect(news[0]!.entries.map(brief)).toEqual([
      ['not_indexable', 'noindex', 1, null, '2026-03-07'],
      ['new_website', null, 2, null, null],
    ])
    await expectListed(store, news)
  })

  it('leaves out waived issues and deleted websites', async () => {
    const store = await openStore()
    const { website_id } = await add(store, '/a', 1)
    await add(store, '/a', 6, noindex)
    await waive(store, website_id, 'noindex')
    const { website_id: other } = await add(store, '/a', 1, { host: 'gone.example' })
    await add(store, '/a', 6, { ...noindex, host: 'gone.example' })
    await deleteWebsite(store.db, other)
    const { news, changed } = await overviewOf(store)
    expect(news).toEqual([])
    expect(changed.not_indexable.total).toBe(1)
  })

  it('names the fault that all pages of an entry share', async () => {
    const store = await openStore()
    const { db } = store
    for (const path of ['/a', '/b', '/c', '/d']) await add(store, path, 1, { score: 92 })
    for (const path of ['/a', '/b']) await add(store, path, 6, { score: 88, issues: { hreflang: 40 } })
    for (const path of ['/c', '/d']) await add(store, path, 6, { score: 49, state: 'blocked', issues: ['page-text'] })
    const faultsOf = async () => (await overviewOf(store)).news[0]!.entries.map(({ check, fault }) => [check, fault])
    const setFault = (fault: string, check: string) =>
      db.updateTable('page_issues').set({ fault }).where('check_id', '=', check)
    expect(await faultsOf()).toEqual([
      ['page-text', ''],
      ['hreflang', ''],
    ])
    await setFault('noReturn', 'hreflang').execute()
    await setFault('cookies', 'page-text').execute()
    expect(await faultsOf()).toEqual([
      ['page-text', 'cookies'],
      ['hreflang', 'noReturn'],
    ])
    const { page_id } = await db.selectFrom('page_issues').select('page_id').executeTakeFirstOrThrow()
    for (const check of ['hreflang', 'page-text'])
      await setFault('other', check)
        .where('page_id', 'in', [page_id, page_id + 2])
        .execute()
    expect(await faultsOf()).toEqual([
      ['page-text', null],
      ['hreflang', null],
    ])
  })

  it('has new pages without a report, unless their reason is waived', async () => {
    const store = await openStore()
    const { website_id } = await add(store, '/', 1)
    const unread = (path: string, status: number | null) => ({
      url: `https://shop.example${path}`,
      status,
      failure: status === null ? 'robots' : 'refused',
      depth: 1,
    })
    await store.db.transaction().execute(async (tx) => {
      const pages = [unread('/a/1', 404), unread('/a/2', 404), unread('/login', null)]
      await storeUnreadPages(tx, { website_id, job_id: 1 }, pages)
    })
    await store.db
      .updateTable('pages')
      .set({ first_seen: '2026-03-06T05:06:07.000Z' })
      .where('unread', 'is not', null)
      .execute()
    const { news } = await overviewOf(store)
    expect(news[0]!.entries.map(brief)).toEqual([
      ['unread', 'http-status', 2, '/a/', '2026-03-06'],
      ['unread', 'robots-blocked', 1, null, '2026-03-06'],
    ])
    expect(news[0]!.entries[0]).toMatchObject({ status: 404, samples: [{ report_id: null, score: null }, {}] })
    await waive(store, website_id, 'robots-blocked')
    const left = await overviewOf(store)
    expect(left.news[0]!.entries.map(({ check }) => check)).toEqual(['http-status'])
  })

  it('leaves out a page whose main issue is waived, also one that it has had for longer', async () => {
    const store = await openStore()
    for (const path of ['/a', '/b']) await add(store, path, 1)
    const { website_id } = await add(store, '/a', 6, noindex)
    await add(store, '/b', 6, noindex)
    await store.db.updateTable('page_issues').set({ since: '2026-03-01' }).execute()
    expect((await overviewOf(store)).news[0]!.entries.map(brief)).toEqual([
      ['not_indexable', null, 2, null, '2026-03-06'],
    ])
    await waive(store, website_id, 'noindex', 'https://shop.example/a')
    const [entry] = (await overviewOf(store)).news[0]!.entries
    expect(entry).toMatchObject({ kind: 'not_indexable', pages: 1, samples: [{ url: 'https://shop.example/b' }] })
  })

  it('names links that a crawl found broken, until a later crawl found repaired ones', async () => {
    const store = await openStore()
    const { website_id } = await add(store, '/', 1)
    const crawl = (id: number, links: Links) => addComparedCrawl(store, id, website_id, links)
    await crawl(2, { broken_links: 3, repaired_links: 0 })
    const { news } = await overviewOf(store)
    expect(news[0]!.entries.map(brief)).toEqual([['broken_links', null, 3, null, '2026-03-05']])
    expect(news[0]!.entries[0]!.crawls).toEqual({ crawl_id: 2, previous_crawl_id: 1 })
    await crawl(3, { broken_links: 0, repaired_links: 3 })
    expect((await overviewOf(store)).news).toEqual([])
  })

  it('lists no fewer websites because others with more broken links were deleted', async () => {
    const store = await openStore()
    const { website_id: kept } = await add(store, '/', 1)
    await addComparedCrawl(store, 2, kept, { broken_links: 1, repaired_links: 0 })
    for (let at = 0; at < maxNewsWebsites; at++) {
      const { website_id } = await add(store, '/', 1, { host: `gone-${at}.example` })
      await addComparedCrawl(store, at + 3, website_id, { broken_links: 2, repaired_links: 0 })
      await deleteWebsite(store.db, website_id)
    }
    expect((await overviewOf(store)).news.map(({ website_id }) => website_id)).toEqual([kept])
  })
})

type Links = { broken_links: number; repaired_links: number }

/** Stores a crawl that ended on the day after the one with the ID before. */
function addComparedCrawl({ db }: Store, id: number, website_id: number, links: Links) {
  const counts = { previous_id: 1, new: 0, gone: 0, newly_indexable: 0, no_longer_indexable: 0 }
  const more = { new_issues: 0, fixed_issues: 0, robots_changed: false, sitemap_changed: false }
  const changes = JSON.stringify({ ...counts, ...more, ...links })
  const finished_at = `2026-03-${String(id + 3).padStart(2, '0')}T00:00:00.000Z`
  return addCrawl(db, id, { crawl: newCrawl({ id, website_id, changes, finished_at }), urls: {} })
}

/** Each number is that of the list that its entry leads to. Those of falls are a part of it. */
async function expectListed({ db }: Store, news: NewsOfWebsite[]) {
  for (const { website_id, entries } of news)
    for (const entry of entries) {
      const query = newsQuery(entry, { since, website_id })
      const list = await listReports(db, reportListQuery(query!), { kind: 'all' })
      if (entry.kind === 'worse') expect(list.total).toBeGreaterThanOrEqual(entry.pages)
      else expect([entry.kind, entry.check, list.total]).toEqual([entry.kind, entry.check, entry.pages])
    }
}
