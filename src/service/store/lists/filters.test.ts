import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  ownReportSorts,
  type ReportListQuery,
  type ReportSort,
  reportSorts,
  selectsLatest,
  sortDirections,
} from '#contract/lists/list-query.ts'
import { type PageFilterName } from '#contract/lists/page-filters.ts'
import { groupsOf } from '#contract/lists/page-groups.ts'
import { canBeIndexed, hasScore, indexabilities, type Indexability } from '#contract/reports/indexability.ts'
import { ratings } from '#contract/reports/rating.ts'
import type { OrphanKind } from '#contract/websites/crawls.ts'
import { randomFrom } from '#testing/random.ts'
import { sampleOf } from '#testing/sample.ts'
import { createOwner } from '#testing/service/people.ts'
import { describeEachEngine, onBoth, type TestDatabase } from '#testing/store/databases.ts'
import { reportListQuery } from '#testing/store/lists.ts'
import { newReport } from '#testing/store/reports.ts'
import { isInView } from '../alerts/views.ts'
import { insertClient } from '../clients.ts'
import { openStore, type Store } from '../database.ts'
import { setFindingStates } from '../pages/finding-states.ts'
import { createWaivers } from '../pages/waivers.ts'
import { insertReports, type NewPackedReport } from '../reports/bulk-insert.ts'
import { pack } from '../reports/report-payloads.ts'
import { reportColumns, type ReportRecord, selectReports } from '../reports/reports.ts'
import { deleteWebsite } from '../websites/websites.ts'
import { countNewer, listReports } from './report-list.ts'
import { everyRow } from './scope.ts'
import { fold, searchTextOfUrl } from './search-text.ts'

const all = { kind: 'all' } as const

/** A report, and the facts stored for its page. */
type Known = ReportRecord & {
  previous_indexability: Indexability | null
  issues: Set<string>
  /** The day since which the page has each issue. */
  issuesSince: Map<string, string | null>
  /** The reports of its page, the oldest first. */
  ofPage: ReportRecord[]
  /** The ID of the person to whom each issue that isn’t fixed is assigned. */
  assigned: Map<string, string>
  place: OrphanKind | null
  isDeep: boolean
}

type FilterName = PageFilterName | 'website_id' | 'result' | 'latest' | 'search' | 'titles'
type Value<Name extends FilterName> = NonNullable<ReportListQuery[Name]>

/** Each filter in the simplest way, with values to try. */
type Filters = {
  [Name in Exclude<FilterName, 'titles'>]: {
    values: readonly Value<Name>[]
    matches(report: Known, value: Value<Name>, query: ReportListQuery): boolean
  }
}
const filters: Filters = {
  search: {
    values: ['shop', 'page-1', 'Ü', 'o', 'lamp 7', 'nothing like it'],
    matches: ({ url, title }, search, { titles }) =>
      [searchTextOfUrl(url), ...(titles === '1' ? [fold(title ?? '')] : [])].some((text) =>
        text.includes(fold(search)),
      ),
  },
  client: { values: ['1', '2'], matches: ({ website_id }, client) => clientOf(website_id) === Number(client) },
  website_id: { values: [1, 2], matches: (report, id) => report.website_id === id },
  result: {
    values: ratings,
    matches: (report, rating, query) => report.result === rating && scoreIn(report, query) !== null,
  },
  latest: { values: ['1'], matches: ({ latest }) => latest === 1 },
  check: {
    values: ['check-1', 'check-2', 'unknown'],
    matches: ({ issues, issuesSince }, check, { since, changed }) =>
      issues.has(check) && (since === null || changed === 'worse' || (issuesSince.get(check) ?? '') >= since),
  },
  changed: {
    values: ['better', 'worse', 'new', 'not_indexable'],
    matches({ score, previous_score, indexability, previous_indexability, ofPage }, change, { since }) {
      const isNew = since === null ? previous_score === null : ofPage[0]!.created_at >= since
      if (change === 'new') return isNew
      const earlier = since === null ? null : before(ofPage, since)
      const was = earlier ?? { score: previous_score, indexability: previous_indexability }
      if (change === 'not_indexable')
        return canBeIndexed(was.indexability) && indexability !== null && !canBeIndexed(indexability)
      if (was.score === null) return false
      return change === 'better' ? score > was.score : score < was.score
    },
  },
  since: {
    values: ['2026-03-01', '2026-03-03', '2026-03-05'],
    matches({ ofPage }, since, { changed, check }) {
      if (changed !== null || check !== null) return true
      const latest = ofPage.at(-1)!
      const differs = ({ score, indexability }: ReportRecord) =>
        score !== latest.score || indexability !== latest.indexability
      return ofPage[ofPage.findLastIndex(differs) + 1]!.created_at >= since
    },
  },
  indexability: {
    values: [...indexabilities, 'elsewhere'],
    matches: ({ indexability: state }, choice) =>
      state === choice || (choice === 'elsewhere' && (state === 'redirect' || state === 'other_url')),
  },
  group: {
    values: ['/', '/blog/', '/blog/*'],
    matches: ({ url }, group) => Object.values(groupsOf(url)).includes(group),
  },
  structure: {
    values: ['orphan', 'no_inlinks', 'unreachable', 'sitemap_only', 'deep'],
    matches: ({ place, isDeep }, structure) =>
      structure === 'deep' ? isDeep : structure === 'orphan' ? place !== null : structure === place,
  },
  score: {
    values: ['0-49', '50-79', '100-100'],
    matches(report, range, query) {
      const [lowest = 0, highest = 0] = range.split('-').map(Number)
      const score = scoreIn(report, query)
      return score !== null && score >= lowest && score <= highest
    },
  },
  assignee: {
    values: ['1', '2', 'me'],
    matches: ({ assigned, issues, issuesSince }, assignee, { check, since, changed }) =>
      [...issues]
        .filter((one) => check === null || one === check)
        .filter((one) => since === null || changed === 'worse' || (issuesSince.get(one) ?? '') >= since)
        .some((one) => assigned.get(one) === assignee),
  },
  clicks: { values: ['0', '1-4', '3-'], matches: ({ clicks }, range) => isWithin(clicks, range) },
  impressions: { values: ['0-99', '100-'], matches: ({ impressions }, range) => isWithin(impressions, range) },
  position: { values: ['1-10', '7-'], matches: ({ position }, range) => isWithin(position, range) },
  clicks_change: {
    values: ['lost', 'won'],
    matches({ clicks_change: change, clicks }, wanted) {
      if (change === null || clicks === null || Math.abs(change) < 5) return false
      return (change < 0 ? 'lost' : 'won') === wanted && Math.abs(change) >= (clicks - change) / 4
    },
  },
  google_index: {
    values: ['Submitted and indexed', 'Crawled - currently not indexed'],
    matches: ({ google_index }, state) => google_index === state,
  },
  from: { values: ['2026-03-01', '2026-03-03'], matches: ({ created_at }, day) => created_at.slice(0, 10) >= day },
  to: {
    values: ['2026-03-01', '2026-03-04', '9999-12-31'],
    matches: ({ created_at }, day) => created_at.slice(0, 10) <= day,
  },
}
function isWithin(value: number | null, range: string): boolean {
  const [lowest, highest] = range.split('-')
  if (value === null || value < Number(lowest)) return false
  return highest === '' || value <= Number(highest ?? lowest)
}

/** Returns the score of a row. Among pages, a redirect, an error and a URL that isn't indexed as such have none. */
const scoreIn = (report: ReportRecord, query: ReportListQuery) =>
  selectsLatest(query) && !hasScore(report) ? null : report.score

/** Returns the last report before a day, or the first one. */
const before = (ofPage: readonly ReportRecord[], day: string) =>
  ofPage.findLast(({ created_at }) => created_at < day) ?? ofPage[0]!

/** The first client has two websites, one of them deleted, the second none. */
const clientOf = (websiteId: number) => (websiteId % 2 === 1 ? null : 1)

const names = Object.keys(filters) as (keyof Filters)[]

const matchesOne = <Name extends keyof Filters>(name: Name, report: Known, query: ReportListQuery): boolean => {
  const value = query[name]
  return value === null || value === '' || filters[name].matches(report, value as Value<Name>, query)
}

function plainly(reports: readonly Known[], query: ReportListQuery): Known[] {
  const sign = query.sort === 'asc' ? 1 : -1
  const key = query.sort_by === 'id' && (query.from ?? query.to) !== null ? 'created_at' : query.sort_by
  return reports
    .filter((report) => !selectsLatest(query) || report.latest === 1)
    .filter((report) => names.every((name) => matchesOne(name, report, query)))
    .toSorted((a, b) => {
      const [one, other] = [a, b].map((report) => (key === 'score' ? scoreIn(report, query) : report[key]))
      if ((one === null) !== (other === null)) return one === null ? 1 : -1
      return sign * (compare(one ?? 0, other ?? 0) || a.id - b.id)
    })
}

const compare = <T extends number | string>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)

describeEachEngine('the filters of reports', onBoth, (engine) => {
  let database: TestDatabase
  let store: Store
  let reports: Known[] = []

  beforeAll(async () => {
    database = await engine.createDatabase()
    store = await openStore(database)
    reports = await fill(store)
  })

  afterAll(async () => {
    await store.close()
    await database.remove()
  })

  const random = randomFrom(29)
  const one = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  /** Adds an order, another one for each of the filters. */
  const asked = (filters: Partial<ReportListQuery>[]) =>
    filters.map((given, at) => {
      const sorts: readonly ReportSort[] = selectsLatest(reportListQuery(given)) ? ownReportSorts : reportSorts
      const sort = sortDirections[Math.floor(at / sorts.length) % sortDirections.length]!
      return { sort_by: sorts[at % sorts.length]!, sort, ...given }
    })
  const singles = names.flatMap((name) => filters[name].values.map((value) => ({ [name]: value })))
  const pairs = singles.flatMap((single, at) => singles.slice(at + 1).map((other) => ({ ...single, ...other })))
  const many: Partial<ReportListQuery>[] = Array.from({ length: 300 }, () =>
    Object.assign({}, ...[1, 2, 3, 4, 5].map(() => one(singles))),
  )

  async function expectPlainly(given: Partial<ReportListQuery>) {
    const query = reportListQuery({ per_page: 25, ...given })
    const expected = plainly(reports, query)
    const last = Math.max(1, Math.ceil(expected.length / query.per_page))
    for (const page of new Set([1, last, last + 1])) {
      const { rows, total, totalRelation, hasNext } = await listReports(store.db, { ...query, page }, all)
      const slice = expected.slice((page - 1) * query.per_page, page * query.per_page)
      expect([rows.map(({ id }) => id), total, totalRelation, hasNext], JSON.stringify({ ...query, page })).toEqual([
        slice.map(({ id }) => id),
        expected.length,
        'eq',
        page < last,
      ])
    }
    const newer = expected.filter(({ id }) => id > 200).length
    expect(await countNewer(store.db, query, all, 200), JSON.stringify(query)).toEqual({ newer, relation: 'eq' })
  }

  it('select one by one what plain code would', async () => {
    const all = asked(singles.flatMap((given) => [given, { ...given, titles: '1' as const }]))
    for (const given of all) await expectPlainly(given)
  })

  it('select together what plain code would', async () => {
    for (const given of sampleOf(asked([...pairs, ...many]), 120)) await expectPlainly(given)
  })

  it.each([
    ['two by two', pairs],
    ['in any combination', many],
  ])('select %s what plain code would', { tags: 'all' }, async (_, queries) => {
    for (const given of asked(queries)) await expectPlainly(given)
  })

  it('find a report in a view as its list does', async () => {
    const sample = reports.filter(({ latest }) => latest === 1).filter((_, at) => at % 7 === 0)
    for (const given of [...singles, ...many.slice(0, 60)]) {
      const query = reportListQuery(given)
      const search = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]))
      const listed = new Set(plainly(reports, query).map(({ id }) => id))
      for (const report of sample) {
        const found = await isInView(store.db, { query: String(search), scope: everyRow }, report)
        expect(found, `${search} ${report.id}`).toBe(listed.has(report.id))
      }
    }
  })
})

/** The kinds of orphans by folder. */
const orphans: Record<string, OrphanKind> = {
  '/': 'sitemap_only',
  '/help/': 'unreachable',
  '/Z%C3%BCrich/': 'no_inlinks',
}

/** Assigns some issues to two people, of whom some are said to be fixed. */
async function assign(db: Store['db'], issues: readonly { page_id: number; check_id: string }[]) {
  const people = [await createOwner(db), await createOwner(db, 'Kim', 'kim@agency.example')]
  for (const [at, { page_id, check_id }] of issues.entries())
    if (at % 3 > 0) {
      const page = { id: page_id, latest_report_id: 1 }
      const change = { status: at % 4 === 0 ? ('fixed' as const) : ('open' as const), at: '2026-03-01', by: 'Test' }
      const assignee_id = people[at % 2]?.id ?? null
      await db.transaction().execute((tx) => setFindingStates(tx, [page], check_id, { ...change, assignee_id }))
    }
}

async function fill({ db }: Store): Promise<Known[]> {
  await insertReports(db, someReports(420))
  const websites = await db.selectFrom('websites').select(['id', 'domain']).orderBy('id').execute()
  await deleteWebsite(db, websites.find(({ domain }) => domain === 'gone.example')?.id ?? 0)
  await db.transaction().execute(async (tx) => {
    for (const name of ['One', 'Two']) await insertClient(tx, { name, contact: '', notes: '' })
  })
  for (const { id } of websites)
    await db
      .updateTable('websites')
      .set({ client_id: clientOf(id) })
      .where('id', '=', id)
      .execute()
  for (const [folder, orphan] of Object.entries(orphans))
    await db.updateTable('pages').set({ crawl_id: 1, orphan }).where('folder', '=', folder).execute()
  await db
    .updateTable('pages')
    .set({ crawl_id: 1, orphan: 'linked', click_depth: 6 })
    .where('folder', '=', '/blog/')
    .execute()
  const waiver = { website_id: 1, check_id: 'check-1', scope: 'group' } as const
  const words = { reason: 'By design', author: 'Test', created_at: '2026-03-01T00:00:00.000Z', expires_on: null }
  await db.transaction().execute((tx) => createWaivers(tx, { ...waiver, ...words }, ['/blog/'], '2026-03-04'))
  // Each third page has no figures, and some of the others nothing to compare with.
  await sql`update pages set clicks = id % 9 * 3, impressions = id * 17 % 300, position = (id % 40) / 2.0 + 1,
    clicks_before = id % 5 * 8, clicks_change = case when id % 4 > 0 then id % 9 * 3 - id % 5 * 8 end
    where id % 3 > 0`.execute(db)
  await sql`insert into page_inspections (page_id, website_id, verdict, google_index, inspected_at)
    select id, website_id, 'PASS',
      case when id % 2 = 0 then 'Submitted and indexed' else 'Crawled - currently not indexed' end,
      '2026-03-04T00:00:00.000Z'
    from pages where id % 5 > 0`.execute(db)
  const issues = await db.selectFrom('page_issues').select(['page_id', 'check_id', 'since']).execute()
  await assign(db, issues)
  const states = await db.selectFrom('finding_states').selectAll().where('status', '<>', 'fixed').execute()
  const rows = await selectReports(db)
    .select(reportColumns)
    .select('r.previous_indexability')
    .where('w.deleted_at', 'is', null)
    .orderBy('r.id')
    .execute()
  return rows.map((report) => {
    const { folder } = groupsOf(report.url)
    const isWaived = report.website_id === 1 && folder === '/blog/'
    const found = issues.filter((issue) => issue.page_id === report.page_id)
    const checks = found.map(({ check_id }) => check_id)
    return {
      ...report,
      issues: new Set(checks.filter((check) => !(isWaived && check === 'check-1'))),
      issuesSince: new Map(found.map(({ check_id, since }) => [check_id, since])),
      ofPage: rows.filter(({ page_id }) => page_id === report.page_id),
      assigned: new Map(
        states
          .filter(({ page_id }) => page_id === report.page_id)
          .map(({ check_id, assignee_id }) => [check_id, String(assignee_id)]),
      ),
      place: orphans[folder] ?? null,
      isDeep: folder === '/blog/',
    }
  })
}

function someReports(count: number): NewPackedReport[] {
  const random = randomFrom(17)
  const upTo = (end: number) => Math.floor(random() * end)
  const packed = { evaluation: pack({}), facts: pack({}) }
  return Array.from({ length: count }, (_, at) => {
    const domain = ['shop.example', 'bücher.example', 'third.example', 'gone.example'][at < 4 ? at : upTo(4)] as string
    const path = ['', 'blog/', 'blog/some-page-1', 'Zürich/', `page-${upTo(30)}`, `help/${upTo(10)}`][upTo(6)] as string
    const url = new URL(path, `https://${domain}`)
    const {
      evaluation: _e,
      facts: _f,
      ...report
    } = newReport({
      domain: url.host,
      url: url.href,
      title: ['Oak lamp 7', 'A shop', null][upTo(3)] ?? null,
      score: [12, 49, 50, 79, 80, 100][upTo(6)] ?? 0,
      created_at: `2026-03-0${1 + Math.floor((at / count) * 5)}T${at % 3 === 0 ? '00:00:00' : '23:59:59'}.${`${at}`.padStart(3, '0')}Z`,
    })
    const issues = ['check-1', 'check-2', 'check-3']
      .filter(() => random() < 0.4)
      .map((check) => ({ check, outcome: 'warn' as const, points: 5, counted: true, causes: [] }))
    const state = {
      ...report.state,
      indexability: indexabilities[upTo(indexabilities.length)] ?? null,
      issues,
    }
    return { ...report, state, ...packed }
  })
}
