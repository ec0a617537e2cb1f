import { type Kysely, sql } from 'kysely'
import { commonFolder } from '#contract/jobs/alert-entries.ts'
import { byClicks } from '#contract/reports/issue-order.ts'
import {
  maxNewsEntries,
  maxNewsPages,
  maxNewsWebsites,
  type NewsEntry,
  type NewsKind,
  newsKinds,
  type WebsiteNews,
} from '#contract/websites/overview.ts'
import { type Granted, isGranted } from '../access/grants.ts'
import { readChanges } from '../crawls/crawls.ts'
import { batchesOf } from '../engine.ts'
import { and } from '../lists/list.ts'
import { isCheckWaivedOn, isWaivedOn, type ScoreConditions, withoutWaived } from '../pages/waived-issues.ts'
import type { Schema } from '../schema.ts'
import {
  findBlockedNewPages,
  findUnreadNewPages,
  lossOf,
  type PageChange,
  type PageChanges,
  type UnreadNewPage,
} from './changed-pages.ts'
import { type CauseOfFall, type FallConditions, findCausesOfFalls } from './falls.ts'
import { changeOfAverage } from './website-figures.ts'
import { statusCheck } from './website-issues.ts'

export type EntryOfNews = Omit<NewsEntry, 'check_name' | 'problem'>
export type NewsOfWebsite = Omit<WebsiteNews, 'entries'> & { entries: EntryOfNews[] }

/** Safety limit: of more pages of a kind, the causes of the others are not looked for. */
export const maxExplainedPages = 2_000
/** Safety limit: of more crawls in the period, only the newest are read. */
const maxCrawls = 1_000
const batchSize = 1_000

/** A page with the issues that began since a day, those that cost most points first. */
type Explained = {
  id: number
  url: string
  report_id: number
  score: number
  status: number | null
  main_issue: string | null
  indexing_code: string | null
  indexability: PageChange['indexability']
  changed_at: string
  /** Null unless they are shown. */
  clicks: number | null
  issues: { check: string; fault: string; points: number; since: string; waived: boolean }[]
  /** True if its main issue is waived, whenever that began. */
  isWaived: boolean
  change: PageChange | undefined
}

export type NewsConditions = ScoreConditions &
  FallConditions & {
    granted: Granted | null
    /** True if pages with most clicks are named first. */
    showsClicks: boolean
  }

/** Returns what broke on websites since a day, the worst first. */
export async function findNews(
  db: Kysely<Schema>,
  since: string,
  { lost, worse, gains, isComplete }: PageChanges,
  { granted, ...conditions }: NewsConditions,
): Promise<NewsOfWebsite[]> {
  const isLost = new Set(lost.map(({ id }) => id))
  // Those that could be found at first are told of as lost.
  const found = await findBlockedNewPages(db, since, { limit: maxExplainedPages + 1, granted })
  const blocked = found.filter((id) => !isLost.has(id))
  const kept = { lost: lost.slice(0, maxExplainedPages), worse: worse.slice(0, maxExplainedPages) }
  const changes = new Map([...kept.lost, ...kept.worse].map((page) => [page.id, page]))
  const explained = await explain(db, [...new Set([...changes.keys(), ...blocked])], { since, changes, conditions })
  const entriesOf = new Map<number, EntryOfNews[]>()
  const add = (websiteId: number, entries: EntryOfNews[]) =>
    entriesOf.set(websiteId, [...(entriesOf.get(websiteId) ?? []), ...entries])
  const addAll = (kind: NewsKind, pages: readonly number[], isCut: boolean, causeOf: (page: Explained) => Cause) => {
    const found = pages.slice(0, maxExplainedPages).flatMap((id) => explained.get(id) ?? [])
    for (const [websiteId, some] of Map.groupBy(found, ({ website_id }) => website_id))
      add(websiteId, entriesByCause(kind, some, { relation: isCut ? 'gte' : 'eq', causeOf }))
  }
  const idsOf = (pages: readonly PageChange[]) => pages.map(({ id }) => id)
  const isCut = (pages: readonly unknown[]) => pages.length > maxExplainedPages
  addAll('not_indexable', idsOf(lost), isCut(lost) || !isComplete, (page) =>
    page.indexability === 'redirect' ? 'redirect' : causeByCheck(page),
  )
  // The fall of a page at the end of a redirect is told of that page alone.
  const fallen = kept.worse.filter(({ id, indexability }) => !isLost.has(id) && indexability !== 'redirect')
  const causes = await findCausesOfFalls(db, fallen, conditions)
  const ofFalls = fallen.flatMap(({ id }) => (causes.get(id) === 'waived' ? [] : (explained.get(id) ?? [])))
  const relation = isCut(worse) || !isComplete ? 'gte' : 'eq'
  for (const [websiteId, some] of Map.groupBy(ofFalls, ({ website_id }) => website_id))
    add(websiteId, entriesOfFalls(some, { relation, causes }))
  addAll('new', blocked, isCut(found), (page) => {
    const cause = causeByCheck(page)
    return cause === 'unknown' ? 'left out' : cause
  })
  const unread = await findUnreadNewPages(db, since, { day: conditions.day, limit: maxExplainedPages + 1, granted })
  const ofUnread = isCut(unread) ? 'gte' : 'eq'
  for (const [websiteId, some] of Map.groupBy(unread.slice(0, maxExplainedPages), ({ website_id }) => website_id))
    add(websiteId, entriesOfUnread(conditions.showsClicks ? some.toSorted(byClicks) : some, ofUnread))
  for (const [websiteId, entry] of await findBrokenLinks(db, since, granted)) add(websiteId, [entry])
  for (const { id, pages_count } of await findNewWebsites(db, since, granted))
    add(id, [{ ...bare, kind: 'new_website', pages: pages_count }])
  const worst = [...entriesOf]
    .filter(([, entries]) => entries.length > 0)
    .map(([id, entries]) => ({ id, entries: entries.toSorted(compareEntries) }))
    .toSorted((a, b) => compareWebsites(a.entries, b.entries) || a.id - b.id)
    .slice(0, maxNewsWebsites)
  return withAverages(db, worst, { gains, conditions })
}

const bare = {
  check: null,
  fault: null,
  status: null,
  redirects: false,
  indexing_code: null,
  scores: null,
  statuses: [],
  relation: 'eq',
  folder: null,
  since: null,
  samples: [],
  crawls: null,
} satisfies Partial<EntryOfNews>

/** What explains the change of a page. Waived pages, and those that another entry has, are left out. */
type Cause = `check ${string}` | 'redirect' | 'unknown' | 'left out'

function causeByCheck({ issues, isWaived, main_issue }: Explained): Cause {
  if (isWaived) return 'left out'
  return issues.some(({ check }) => check === main_issue) ? `check ${main_issue}` : 'unknown'
}

type Entries = { relation: 'eq' | 'gte'; causeOf: (page: Explained) => Cause }

/** Returns an entry for each cause. Its pages are those of its list, so a page can be in several. */
function entriesByCause(kind: NewsKind, pages: readonly Explained[], { relation, causeOf }: Entries): EntryOfNews[] {
  const byCause = Map.groupBy(pages, causeOf)
  return [...byCause].flatMap(([cause, explained]): EntryOfNews[] => {
    if (cause === 'left out') return []
    const check = cause.startsWith('check ') ? cause.slice('check '.length) : null
    const issueOf = ({ issues }: Explained) => issues.find((issue) => issue.check === check && !issue.waived)
    const members =
      cause === 'redirect'
        ? pages.filter(({ indexability }) => indexability === 'redirect')
        : cause === 'unknown'
          ? pages.filter(({ isWaived }) => !isWaived)
          : pages.filter((page) => issueOf(page))
    const entry = entryOf(kind, check, members, explained)
    const status = sharedOf(members.map((page) => page.status))
    const code = sharedOf(members.map(({ indexing_code }) => indexing_code))
    const fault = check === null ? null : sharedOf(members.map((page) => issueOf(page)?.fault ?? ''))
    const statuses = check === statusCheck && status === null ? statusesOf(members) : []
    return [{ ...entry, fault, relation, status, statuses, redirects: cause === 'redirect', indexing_code: code }]
  })
}

/** Returns the value that all pages share; null if it differs. */
function sharedOf<Value>(values: readonly Value[]): Value | null {
  const [value, ...others] = new Set(values)
  return others.length === 0 ? (value ?? null) : null
}

/** Returns the numbers of pages by their status, the highest first. */
function statusesOf(pages: readonly { status: number | null }[]): EntryOfNews['statuses'] {
  const byStatus = Map.groupBy(pages, ({ status }) => status)
  return [...byStatus]
    .flatMap(([status, some]) => (status === null ? [] : [{ status, pages: some.length }]))
    .toSorted((a, b) => b.pages - a.pages || a.status - b.status)
}

type Falls = { relation: 'eq' | 'gte'; causes: ReadonlyMap<number, CauseOfFall> }

/** Returns an entry for each cause of falls. */
function entriesOfFalls(pages: readonly Explained[], { relation, causes }: Falls): EntryOfNews[] {
  const causeOf = ({ id }: Explained) => {
    const cause = causes.get(id) ?? null
    return cause === 'waived' ? null : cause
  }
  return [...Map.groupBy(pages, (page) => causeOf(page)?.check ?? null)].map(([check, some]) => ({
    ...entryOf('worse', check, some, some),
    fault: sharedOf(some.map((page) => causeOf(page)?.fault ?? null)),
    relation,
    status: sharedOf(some.map((page) => page.status)),
    scores: {
      before: Math.round(averageOf(some, ({ score, change }) => change?.before_score ?? score)),
      now: Math.round(averageOf(some, ({ score }) => score)),
    },
  }))
}

/** Returns an entry for each cause for which new pages have no report. */
const entriesOfUnread = (pages: readonly UnreadNewPage[], relation: 'eq' | 'gte'): EntryOfNews[] =>
  [...Map.groupBy(pages, ({ main_issue }) => main_issue)].map(([check, some]) => {
    const status = sharedOf(some.map((page) => page.status))
    const urls = some.map(({ url }) => url)
    const days = some.map(({ first_seen }) => first_seen.slice(0, 10))
    return {
      ...bare,
      kind: 'unread',
      check,
      fault: '',
      relation,
      status,
      pages: some.length,
      statuses: check === statusCheck && status === null ? statusesOf(some) : [],
      folder: some.length > 1 ? commonFolder(urls) : null,
      since: days.reduce((first, day) => (day < first ? day : first)),
      samples: some.slice(0, maxNewsPages).map(({ url }) => ({ ...noReport, url })),
    }
  })

const noReport = { report_id: null, score: null, previous_report_id: null, previous_score: null }

const averageOf = (pages: readonly Explained[], scoreOf: (page: Explained) => number) =>
  pages.reduce((sum, page) => sum + scoreOf(page), 0) / pages.length

/** @param sampled those of the pages that no other entry explains better */
function entryOf(
  kind: NewsKind,
  check: string | null,
  pages: readonly Explained[],
  sampled: readonly Explained[],
): EntryOfNews {
  const days = pages.map(
    ({ issues, changed_at }) =>
      issues.find((issue) => issue.check === check && !issue.waived)?.since ?? changed_at.slice(0, 10),
  )
  return {
    ...bare,
    kind,
    check,
    pages: pages.length,
    folder: pages.length > 1 ? commonFolder(pages.map(({ url }) => url)) : null,
    since: days.reduce((first, day) => (day < first ? day : first)),
    samples: sampled
      .toSorted((a, b) => byClicks(a, b) || lossOfPage(b) - lossOfPage(a) || a.id - b.id)
      .slice(0, maxNewsPages)
      .map(({ report_id, url, score, change }) => ({
        report_id,
        url,
        score,
        previous_report_id: change && change.before_id !== report_id ? change.before_id : null,
        previous_score: change?.before_score ?? null,
      })),
  }
}

const lossOfPage = ({ change }: Explained) => (change ? lossOf(change) : 0)
const isExplained = ({ check, redirects }: EntryOfNews) => check !== null || redirects

/** The worst kind first; of a kind, the pages without a known cause last. Falls are compared by all points lost. */
const compareEntries = (a: EntryOfNews, b: EntryOfNews) =>
  newsKinds.indexOf(a.kind) - newsKinds.indexOf(b.kind) ||
  Number(isExplained(b)) - Number(isExplained(a)) ||
  pointsOf(b) - pointsOf(a) ||
  b.pages - a.pages

const pointsOf = ({ scores, pages }: EntryOfNews) => (scores ? (scores.before - scores.now) * pages : 0)

/** Compares the numbers of pages by kind, those of the worst kind first. */
function compareWebsites(a: readonly EntryOfNews[], b: readonly EntryOfNews[]): number {
  const most = (entries: readonly EntryOfNews[], kind: NewsKind) =>
    Math.max(0, ...entries.filter((entry) => entry.kind === kind).map(({ pages }) => pages))
  return newsKinds.reduce((sign, kind) => sign || most(b, kind) - most(a, kind), 0)
}

type Explaining = {
  since: string
  changes: ReadonlyMap<number, PageChange>
  conditions: Omit<NewsConditions, 'granted'>
}

/** Returns pages with their issues that began since a day, by their ID. */
async function explain(db: Kysely<Schema>, ids: readonly number[], { since, changes, conditions }: Explaining) {
  const pages = new Map<number, Explained & { website_id: number }>()
  for (const batch of batchesOf(ids, batchSize)) {
    const rows = await db
      .selectFrom('pages as p')
      .leftJoin('page_issues as i', (on) =>
        on.onRef('i.page_id', '=', 'p.id').on('i.counted', '=', 1).on('i.since', '>=', since),
      )
      .select(['p.id', 'p.website_id', 'p.url', 'p.latest_report_id as report_id', 'p.score', 'p.status'])
      .leftJoin('reports as r', 'r.id', 'p.latest_report_id')
      .select(['p.main_issue', 'p.indexability', 'p.changed_at'])
      .select(conditions.showsClicks ? 'p.clicks' : sql<null>`null`.as('clicks'))
      .select(
        sql<string | null>`case when r.later_at is null then r.indexing_code else r.later_code end`.as('indexing_code'),
      )
      .select(['i.check_id', 'i.fault', 'i.points', 'i.since'])
      .select(
        sql<0 | 1>`case when ${isCheckWaivedOn(sql.ref('p.main_issue'), 'p', conditions.day)} then 1 else 0 end`.as(
          'main_waived',
        ),
      )
      .select(sql<0 | 1>`case when ${isWaivedOn(conditions.day)} then 1 else 0 end`.as('waived'))
      .where('p.id', 'in', batch)
      .execute()
    for (const { check_id, fault, points, since: day, waived, main_waived, ...page } of rows) {
      const isWaived = main_waived === 1
      const known = pages.get(page.id) ?? { ...page, issues: [], isWaived, change: changes.get(page.id) }
      pages.set(page.id, known)
      if (check_id !== null && day !== null)
        known.issues.push({
          check: check_id,
          fault: fault ?? '',
          points: points ?? 0,
          since: day,
          waived: waived === 1,
        })
    }
  }
  for (const { issues } of pages.values())
    issues.sort((a, b) => Number(a.waived) - Number(b.waived) || b.points - a.points)
  return pages
}

/** Returns the links that broke by the last crawl that found some, unless a later one found repaired ones. */
async function findBrokenLinks(
  db: Kysely<Schema>,
  since: string,
  granted: Granted | null,
): Promise<Map<number, EntryOfNews>> {
  const crawls = await db
    .selectFrom('crawls')
    .select(['id', 'website_id', 'changes', 'finished_at'])
    .where('finished_at', '>=', since)
    .where('changes', 'is not', null)
    .where('website_id', 'not in', (eb) => eb.selectFrom('websites').select('id').where('deleted_at', 'is not', null))
    .where(and(isGranted(granted, 'website_id')))
    .orderBy('finished_at', 'desc')
    .limit(maxCrawls)
    .execute()
  const found = new Map<number, EntryOfNews>()
  for (const { id, website_id, changes: json, finished_at } of crawls.toReversed()) {
    const changes = readChanges(json)
    if (changes && changes.repaired_links > 0) found.delete(website_id)
    if (!changes || changes.broken_links === 0) continue
    const crawls = { crawl_id: id, previous_crawl_id: changes.previous_id }
    const day = finished_at!.slice(0, 10)
    found.set(website_id, { ...bare, kind: 'broken_links', pages: changes.broken_links, since: day, crawls })
  }
  return found
}

const findNewWebsites = (db: Kysely<Schema>, since: string, granted: Granted | null) =>
  db
    .selectFrom('websites')
    .select(['id', 'pages_count'])
    .where('created_at', '>=', since)
    .where('deleted_at', 'is', null)
    .where('pages_count', '>', 0)
    .where(and(isGranted(granted, 'id')))
    .orderBy('id', 'desc')
    .limit(maxNewsWebsites)
    .execute()

type Averages = { gains: PageChanges['gains']; conditions: ScoreConditions }

/** Adds the averages that the pages of the websites show, and what they gained. */
async function withAverages(
  db: Kysely<Schema>,
  news: readonly { id: number; entries: EntryOfNews[] }[],
  { gains, conditions }: Averages,
): Promise<NewsOfWebsite[]> {
  if (news.length === 0) return []
  const ids = news.map(({ id }) => id)
  const websites = await db
    .selectFrom('websites')
    .select(['id', 'domain', 'counted_pages', 'counted_score_sum', 'counted_average'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const shown = new Map((await withoutWaived(db, websites, conditions)).map((website) => [website.id, website]))
  return news.flatMap(({ id, entries }) => {
    const website = shown.get(id)
    if (!website) return []
    const { domain, counted_pages, counted_score_sum, counted_average: average } = website
    const change = changeOfAverage({ counted_pages, counted_score_sum }, gains.get(id))
    return { website_id: id, domain, average, change, entries: entries.slice(0, maxNewsEntries) }
  })
}
