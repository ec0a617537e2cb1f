import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditFilter } from '#contract/access/audit.ts'
import {
  reportChanges,
  type SortDirection,
  sortDirections,
  type ReportListQuery,
  type ReportSort,
  reportSorts,
  websiteSorts,
} from '#contract/lists/list-query.ts'
import { indexabilities } from '#contract/reports/indexability.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import { randomFrom } from '#testing/random.ts'
import { describeEachEngine, type TestDatabase } from '#testing/store/databases.ts'
import { fillLinksAndEvents } from '#testing/store/links-and-events.ts'
import { reportListQuery, websiteListQuery } from '#testing/store/list-queries.ts'
import { newReport } from '#testing/store/reports.ts'
import { allAudit, listAudit, purgeAudit } from './access/audit.ts'
import { openStore, type Store } from './database.ts'
import { claimUrls } from './jobs/claims.ts'
import { createJob } from './jobs/jobs.ts'
import { positionInList } from './lists/neighbours.ts'
import { countNewer, listReports } from './lists/report-list.ts'
import { listWebsites } from './lists/website-list.ts'
import { findEvaluations, findPageHistory } from './pages/page-history.ts'
import { findBrokenLinks, findInlinks } from './pages/page-links.ts'
import { findChangedScores, pagesWithWaiver } from './pages/waived-issues.ts'
import { createWaiver, waiversOfPage } from './pages/waivers.ts'
import { insertReports } from './reports/bulk-insert.ts'
import { findDuplicates } from './reports/duplicates.ts'
import { latestOf } from './reports/latest-reports.ts'
import { pack } from './reports/packed-json.ts'
import { findPackedReport, findReport } from './reports/reports.ts'
import { reportsToRescore } from './reports/rescoring.ts'
import { findLink, listLinks, listVisits, purgeVisits, readSnapshot, recordVisit } from './share-links/share-links.ts'
import { countPagesWithIssue, findOverview } from './websites/overview.ts'
import { findStructure } from './websites/site-structure.ts'
import {
  findDuplicateGroups,
  findPageGroups,
  findWebsiteHistory,
  findWebsiteIssues,
} from './websites/website-issues.ts'
import { deleteWebsite } from './websites/websites.ts'

const everything = { kind: 'all' } as const
const searches = ['', 'w', 'w1', 'example', 'page-77', 'no such']

/** A query and the engine's plan, one step per line. */
type Plan = { query: string; steps: string[] }

describeEachEngine('no query reads a whole table', (engine) => {
  let database: TestDatabase
  let store: Store
  let bigWebsite = 0
  const aPage = { website_id: 0, url: 'https://big.example/page-1' }
  const seen: { query: string; parameters: readonly unknown[] }[] = []

  beforeAll(async () => {
    database = await engine.createDatabase()
    store = await openStore({ ...database, onQuery: (query, parameters) => seen.push({ query, parameters }) })
    await insertReports(store.db, someReports(12_000))
    await sql`update pages set crawl_id = 1, orphan = case when id % 10 = 0 then 1 else 0 end,
      click_depth = case when id % 10 = 0 then null else id % 6 end`.execute(store.db)
    const websites = await store.db
      .selectFrom('websites')
      .select(['id', 'domain'])
      .where('domain', 'in', ['big.example', 'gone.example'])
      .execute()
    bigWebsite = websites.find(({ domain }) => domain === 'big.example')?.id ?? 0
    aPage.website_id = bigWebsite
    await deleteWebsite(store.db, websites.find(({ domain }) => domain === 'gone.example')?.id ?? 0)
    // Otherwise the server would collect statistics at a time of its own choice.
    if (store.engine === 'postgres') await sql`vacuum analyze`.execute(store.db)
  }, 180_000)

  afterAll(async () => {
    await store.close()
    await database.remove()
  })

  const plansOf = async (list: () => Promise<unknown>, wanted = /^(select|with)\b/): Promise<Plan[]> => {
    seen.length = 0
    await list()
    const matching = seen.filter(({ query }) => wanted.test(query))
    return Promise.all(
      matching.map(async ({ query, parameters }) => ({ query, steps: await explain(store, query, parameters) })),
    )
  }

  const page = {
    url: 'https://big.example/page-1',
    fingerprints: { title: 'a1', description: 'd1', body: 'b2', bodyShape: '0000000000000000' },
  }
  const wholeList = reportListQuery()
  const places = async (sort_by: ReportSort, sort: SortDirection) => {
    const report = await findReport(store.db, 6000, everything)
    if (!report) throw new Error('There is no report 6000.')
    for (const website_id of [null, report.website_id]) {
      for (const result of [null, report.result])
        await positionInList(store.db, report, { ...wholeList, sort_by, sort, website_id, result }, everything)
    }
  }
  const newer = async (search: string) => {
    for (const website_id of [null, bigWebsite]) {
      for (const result of [null, 'good'] as const)
        await countNewer(store.db, { ...wholeList, search, website_id, result }, everything, 11_000)
    }
  }
  it.each<[string, () => Promise<unknown>]>([
    ['the duplicates of a page', () => findDuplicates(store.db, bigWebsite, page, () => 0.9)],
    ['the latest report of a URL', () => latestOf(store.db, bigWebsite, page.url)],
    ['the history of a page', () => findPageHistory(store.db, aPage, everything, 3)],
    ['the evaluations of a page', () => findEvaluations(store.db, { ...aPage, id: 11_000 }, everything, 25)],
    ['a report to compare', () => findPackedReport(store.db, 6000, everything)],
    ['reports of older rulesets', () => reportsToRescore(store.db, 2, { ruleset: 1, id: 6000 }, 50)],
    ...reportSorts.flatMap((sort_by) =>
      sortDirections.map((sort): [string, () => Promise<unknown>] => [
        `the place of a report by ${sort_by} ${sort}`,
        () => places(sort_by, sort),
      ]),
    ),
    ['how many reports are newer', () => newer('')],
    ['how many of a search are newer', () => newer('page')],
  ])('to find %s', async (_, ask) => {
    const plans = (await plansOf(ask)).filter(({ query }) => query.includes('"reports"'))
    expect(plans.length).toBeGreaterThan(0)
    for (const { query, steps } of plans) {
      const shown = JSON.stringify([query, steps], null, 1)
      expect(
        steps.filter((step) => /Seq Scan|^SCAN (reports|r|p|w)\b/.test(step)),
        shown,
      ).toEqual([])
      expect(
        steps.some((step) => /^SEARCH|Index Cond/.test(step)),
        shown,
      ).toBe(true)
    }
  })

  describe('links and audit events', () => {
    beforeAll(async () => {
      await fillLinksAndEvents(store)
    }, 30_000)

    const links = (website_id: number | null, page: number) => listLinks(store.db, { website_id, per_page: 25, page })
    const anyEvent: AuditFilter = { action: null, actor: null, from: null, to: null }
    const [action, actor, from, to] = ['link_opened', 'visitor', '2026-02-01', '2026-02-03'] as const
    const filters = [anyEvent, { ...anyEvent, action }, { ...anyEvent, actor }, { ...anyEvent, action, actor }].flatMap(
      (one) => [one, { ...one, from }, { ...one, to }, { ...one, from, to }],
    )

    it.each<[string, () => Promise<unknown>]>([
      ['one by its token', () => findLink(store.db, { token_hash: 'hash 1500' })],
      ['one by its id', () => findLink(store.db, { id: 1500 })],
      ['all', () => links(null, 1)],
      ['all, far on', () => links(null, 100)],
      ['those of a website', () => links(7, 1)],
      ['a snapshot', () => readSnapshot(store.db, 1500)],
      ['the visits of a link', () => listVisits(store.db, 7, Date.parse('2026-03-01'))],
      ['a new visit', () => recordVisit(store.db, 7, 'Firefox')],
      ['old visits', () => purgeVisits(store.db, Date.parse('2020-01-01'))],
      ...filters.flatMap((filter): [string, () => Promise<unknown>][] => {
        const named = JSON.stringify(filter)
        return [
          [`events of ${named}`, () => listAudit(store.db, { ...filter, per_page: 25, page: 1 })],
          [`events of ${named}, far on`, () => listAudit(store.db, { ...filter, per_page: 25, page: 20 })],
          [`all events of ${named}`, () => readAll(store, filter)],
        ]
      }),
      ['old events', () => purgeAudit(store.db, Date.parse('2020-01-01'))],
    ])('to find %s', async (_, ask) => {
      const plans = (await plansOf(ask, /^(select|delete)\b[^]*"(links|link_visits|audit)"/)).filter(
        ({ query }) => query !== allLinks,
      )
      expect(plans.length).toBeGreaterThan(0)
      for (const plan of plans) {
        const shown = JSON.stringify([plan.query, plan.steps], null, 1)
        expect(wholeNotes(plan), shown).toEqual([])
        // PostgreSQL may sort the rows of one index instead of walking another in order, or the other way round.
        if (store.engine !== 'sqlite') continue
        if (!/ in \(\?/.test(plan.query)) expect(sorts(plan), shown).toEqual([])
        if (/"audit"\."(action|actor)" =/.test(plan.query))
          expect(plan.steps.join(), shown).toMatch(/SEARCH audit .*\((action|actor)=\?/)
      }
    })
  })

  it('PostgreSQL can search every index by its first column', async () => {
    if (store.engine !== 'postgres') return
    // A condition that the predicate of an index fulfils is not searched for in that index.
    const { rows } = await sql`select i.indexrelid::regclass::text as name from pg_index as i
      inner join pg_attribute as a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where pg_get_expr(i.indpred, i.indrelid) like '%' || a.attname || ' = %'`.execute(store.db)
    expect(rows).toEqual([])
  })

  describe('filters of pages', () => {
    const day = '2026-03-04'
    const filters: Partial<ReportListQuery>[] = [
      { latest: '1' },
      { latest: '1', result: 'bad' },
      ...reportChanges.map((changed) => ({ changed })),
      ...indexabilities.map((indexability) => ({ indexability })),
      { check: 'canonical-valid' },
      { check: 'title-present' },
      { check: 'title-present', result: 'good', changed: 'worse' },
      { group: '/' },
      { structure: 'orphan' },
      { structure: 'deep', result: 'bad' },
      { score: '70-79' },
      { score: '0-100', indexability: 'indexable' },
      { from: day, to: day },
      { latest: '1', from: '2026-03-05' },
      { latest: '1', to: '2026-03-03', changed: 'better' },
    ]
    it.each(reportSorts.flatMap((sort_by) => sortDirections.map((sort) => ({ sort_by, sort }))))(
      'reports by $sort_by $sort',
      async (order) => {
        for (const filter of filters) {
          for (const website_id of [null, bigWebsite]) {
            for (const page of [1, 20]) {
              const query = reportListQuery({ ...filter, website_id, page, ...order })
              for (const plan of await plansOf(() => listReports(store.db, query, everything))) {
                const whole = plan.steps.filter((step) => /Seq Scan on reports|^SCAN (reports|r|c|p|i)$/.test(step))
                expect(whole, JSON.stringify([query, plan], null, 1)).toEqual([])
              }
            }
          }
        }
      },
    )

    it('the number of pages that are no longer indexable, without reading their rows', async () => {
      const lists = [{ from: '2026-03-03' }, { indexability: 'blocked' }] as const
      for (const filter of lists) {
        const query = reportListQuery({ changed: 'not_indexable', ...filter })
        const counts = await plansOf(() => listReports(store.db, query, everything), /as "counted"$/)
        expect(counts).toHaveLength(1)
        // PostgreSQL may take the index of another filter.
        if (store.engine !== 'sqlite') continue
        for (const { query, steps } of counts)
          expect(steps.join(), query).toContain('COVERING INDEX reports_latest_unindexed')
      }
    })

    it('figures of a website and of all', async () => {
      const conditions = { day: '2026-03-01', blockers: ['noindex'] }
      const waiver = { website_id: bigWebsite, check_id: 'title-present', scope: 'group', target: '/' } as const
      const words = { reason: 'By design', author: 'Test', created_at: '2026-03-01T00:00:00.000Z', expires_on: null }
      await store.db.transaction().execute((tx) => createWaiver(tx, { ...waiver, ...words }, conditions.day))
      for (const read of [
        () => findWebsiteIssues(store.db, bigWebsite),
        () => findDuplicateGroups(store.db, bigWebsite),
        () => findPageGroups(store.db, bigWebsite, conditions),
        () => findWebsiteHistory(store.db, bigWebsite),
        () => findOverview(store.db, '2026-03-01', wholeList, everything),
        () => countPagesWithIssue(store.db, 'title-present', conditions.day),
        () => findChangedScores(store.db, [bigWebsite], { ...conditions, fixed: ['title-present', 'hsts'] }),
        () => waiversOfPage(store.db, { website_id: bigWebsite, url: 'x', folder: '/', shape: null }, conditions.day),
      ]) {
        for (const plan of await plansOf(read)) {
          const whole = plan.steps.filter((step) => /Seq Scan on reports|^SCAN (reports|r|p|i|d|c|w)$/.test(step))
          expect(whole, JSON.stringify(plan, null, 1)).toEqual([])
        }
      }
    })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['the broken links of a website', () => findBrokenLinks(store.db, bigWebsite)],
    [
      'pages where broken links are waived',
      () => pagesWithWaiver(store.db, bigWebsite, 'noindex', '2026-03-01').execute(),
    ],
    ['the links to a page', () => findInlinks(store.db, { website_id: bigWebsite, url: 'https://a.example/' })],
    ['what crawls found about a website', () => findStructure(store.db, bigWebsite)],
  ])('to find %s', async (_, find) => {
    for (const plan of await plansOf(find)) {
      const whole = plan.steps.filter((step) =>
        /Seq Scan on (page_links|pages|reports)|^SCAN (page_links|l|p|r)$/.test(step),
      )
      expect(whole, JSON.stringify(plan, null, 1)).toEqual([])
    }
  })

  it('to find the next URL of a key, by the age of its jobs and by host', async () => {
    const job = { kind: 'urls', label: 'Pages', url: null, crawl: null, key_id: 'abcdefgh', key_name: null } as const
    const hosts = ['a', 'b', 'c', 'd', 'e', 'f']
    const urls = Array.from({ length: 300 }, (_, at) => {
      const host = `${hosts[at % hosts.length]}.example`
      return { line: at + 1, url: `https://${host}/${at}`, host }
    })
    for (let more = 0; more < 20; more += 1)
      await store.db.transaction().execute((tx) => createJob(tx, { ...job, urls }))
    if (store.engine === 'postgres') await sql`vacuum analyze job_urls`.execute(store.db)
    const claim = () => claimUrls(store.db, { owner: 'test', limit: 1, afterKey: '', maxOfHost: () => 0 })
    const plans = await plansOf(claim, /^select.*as "open_pages"/)
    expect(plans).toHaveLength(100 + hosts.length + 1)
    for (const plan of plans) {
      expect(plan.steps.join('\n'), JSON.stringify(plan, null, 1)).toMatch(/job_urls_(by_age|queued)/)
      expect(sorts(plan), JSON.stringify(plan, null, 1)).toEqual([])
    }
  })

  it.each(searches)('reports searched for “%s” in URLs and titles', async (search) => {
    for (const order of reportSorts.flatMap((sort_by) => sortDirections.map((sort) => ({ sort_by, sort })))) {
      for (const website_id of [null, bigWebsite]) {
        for (const filter of [{}, { result: 'bad' }, { latest: '1' }, { changed: 'worse' }] as const) {
          const query = reportListQuery({ search, titles: '1', website_id, ...filter, ...order })
          for (const plan of await plansOf(() => listReports(store.db, query, everything)))
            expect(wholeReads(plan, search !== ''), JSON.stringify([query, plan], null, 1)).toEqual([])
        }
      }
    }
  })

  it('reports searched on PostgreSQL, each match read once', async () => {
    if (store.engine !== 'postgres') return
    for (const [search, scans] of Object.entries({ 'page-77': 1, example: 0 })) {
      const plans = await plansOf(() => listReports(store.db, reportListQuery({ search }), everything))
      const steps = plans.flatMap((plan) => plan.steps)
      expect(steps.filter((step) => step.includes('Bitmap Index Scan on reports_search'))).toHaveLength(scans)
    }
  })

  describe.each(searches)('searched for "%s"', (search) => {
    it.each(reportSorts.flatMap((sort_by) => sortDirections.map((sort) => ({ sort_by, sort }))))(
      'reports by $sort_by $sort',
      async (order) => {
        for (const website_id of [null, bigWebsite]) {
          for (const result of [null, 'good', 'bad'] as const) {
            for (const page of [1, 60, 400]) {
              const query = reportListQuery({ search, website_id, result, page, ...order })
              for (const plan of await plansOf(() => listReports(store.db, query, everything))) {
                expect(wholeReads(plan, search !== ''), JSON.stringify([query, plan], null, 1)).toEqual([])
                if (search === '') expect(sorts(plan), JSON.stringify([query, plan], null, 1)).toEqual([])
              }
            }
          }
        }
      },
    )

    it.each(websiteSorts.flatMap((sort_by) => sortDirections.map((sort) => ({ sort_by, sort }))))(
      'websites by $sort_by $sort',
      async (order) => {
        for (const part of [
          { page: 1 },
          { page: 20 },
          { page: 99 },
          { page: 1, privacy: '0' },
          { page: 5, privacy: '1' },
        ] as const) {
          const query = websiteListQuery({ search, ...part, ...order })
          for (const plan of await plansOf(() => listWebsites(store.db, query, everything))) {
            expect(wholeReads(plan, false), JSON.stringify([query, plan], null, 1)).toEqual([])
            if (search === '') expect(sorts(plan), JSON.stringify([query, plan], null, 1)).toEqual([])
          }
        }
      },
    )
  })
})

/**
 * Returns the steps that read a whole table. SQLite stores a table as the index of its IDs, which a search can walk up
 * to a limit.
 */
function wholeReads({ query, steps }: Plan, isSearch: boolean): string[] {
  const walksById =
    isSearch &&
    query.includes('order by "reports"."id"') &&
    query.includes('limit') &&
    sorts({ query, steps }).length === 0
  return steps.filter((step) => /Seq Scan/.test(step) || (/^SCAN (reports|websites|r|w|b)$/.test(step) && !walksById))
}

/** Links are counted by a scan, because people create them one by one. */
const allLinks = 'select count(*) as "total" from "links"'

/** The same for links and audit events. Newest first without a filter is the table's own order, backwards. */
function wholeNotes({ query, steps }: Plan): string[] {
  const isPage = query.includes('order by') && query.includes('limit')
  return steps.filter(
    (step) =>
      /Seq Scan/.test(step) ||
      (/^SCAN (links|l|link_visits|audit)\b/.test(step) && !isPage && !/\blimit (\?|\$\d)\) as "counted"/.test(query)),
  )
}

const sorts = ({ steps }: Plan) =>
  steps.filter((step) => /^(Sort|Incremental Sort)|USE TEMP B-TREE FOR ORDER BY/.test(step))

async function explain({ db, engine }: Store, query: string, parameters: readonly unknown[]): Promise<string[]> {
  if (engine === 'sqlite') {
    const { rows } = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${query}`, [...parameters]),
    )
    return rows.map(({ detail }) => detail)
  }
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain ${query}`, [...parameters]),
  )
  return rows.map((row) => row['QUERY PLAN'].replace(/^\s*(->)?\s*/, ''))
}

async function readAll({ db }: Store, filter: AuditFilter) {
  for await (const _ of (await allAudit(db, filter, new AbortController().signal)).batches());
}

function someReports(count: number) {
  const random = randomFrom(5)
  const [evaluation, facts] = [pack({}), pack({})]
  return Array.from({ length: count }, (_, at) => {
    const domain = at < 20 ? 'gone.example' : random() < 0.4 ? 'big.example' : `w${Math.floor(random() * 4000)}.example`
    const score = Math.floor(random() * 101)
    const {
      evaluation: _v,
      facts: _f,
      ...report
    } = newReport({
      domain,
      url: `https://${domain}/page-${Math.floor(random() * 500)}`,
      score,
      result: ratingOf(score),
    })
    return { ...report, state: { ...report.state, links: someLinks(domain, at) }, evaluation, facts }
  })
}

/** Returns eight links within a website, one of them broken. */
const someLinks = (domain: string, at: number) =>
  Array.from({ length: 8 }, (_, link) => ({
    url: `https://${domain}/page-${(at * 7 + link * 61) % 500}`,
    isBroken: link === at % 8,
  }))
