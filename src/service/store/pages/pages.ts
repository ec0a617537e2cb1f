import {
  type Generated,
  type GeneratedAlways,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
} from 'kysely'
import type { ListedState, PageColumns, PageIssue, PageLink } from '#analyser/page-state.ts'
import { groupsOf } from '#contract/lists/page-groups.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import { type Rating, ratingOf, ratings, ratingTable } from '#contract/reports/rating.ts'
import { urlKey } from '#contract/url-key.ts'
import type { PagePlace } from '#contract/websites/crawls.ts'
import { releaseUrls } from '../google/match-urls.ts'
import { adoptUrls, type SearchColumns } from '../google/refresh-clicks.ts'
import type { Schema } from '../schema.ts'
import { laterColumns } from './later-state.ts'
import { linkTarget, refuseCollision, TargetCollision } from './link-targets.ts'
import { setColumns } from './page-columns.ts'
import { addIssues, type IssuesOfPage, replaceIssues } from './page-issues.ts'
import { addLinks, replaceLinks } from './page-links.ts'

/** A URL of a website, with the state that its latest report found. */
export type PagesTable = {
  id: GeneratedAlways<number>
  website_id: number
  /** The URL as its latest report has it. */
  url: string
  /** The key of this URL, by which reports find their page. */
  url_key: string
  /** See `groupsOf`. */
  folder: string
  shape: string | null
  latest_report_id: number
  score: number
  previous_score: number | null
  result: Rating
  status: Generated<number | null>
  indexability: Indexability | null
  main_issue: string | null
  reports_count: number
  /** The time of the first report. */
  first_seen: string
  /** The time of the first report with the score and indexability of the latest one. */
  changed_at: string
  /** The job of the latest crawl that found it; null if none did. The same applies to the columns below. */
  crawl_id: Generated<number | null>
  /** The fewest clicks from the first page of the crawl; null for orphans, and for pages that only orphans lead to. */
  click_depth: Generated<number | null>
  /** Null if the crawl couldn't see all links. */
  orphan: Generated<PagePlace | null>
  /** See `linkTarget`. */
  target: number
  /** The number of other pages that link to it. */
  inlinks: Generated<number>
  /** The number of issues of its latest report that count. */
  issues: Generated<number>
  /** Null for a page without a score in lists. Computed by the database. */
  shown_score: GeneratedAlways<number | null>
  /** The time since which crawls no longer find it; null otherwise. It then has no state, issues and links. */
  gone_at: Generated<string | null>
  /** 1 if a person put it back after it was gone, until a crawl finds it. */
  is_kept: Generated<1 | null>
  /** The code of the failure for which it has no report. Null with a report. */
  unread: Generated<string | null>
} & SearchColumns & { [Name in keyof PageColumns]: Generated<PageColumns[Name]> }

/** The state of a page that a report found, computed from its facts and evaluation. */
export type PageState = ListedState & {
  /** The number of failed checks and warnings. */
  to_fix: number
  columns: PageColumns
  issues: readonly PageIssue[]
  links: readonly PageLink[]
}

type ReportOfPage = { website_id: number; url: string; score: number; result: Rating; created_at: string }

/** Returns the row of a new page. Its reports are not counted yet, but the links to it are. */
export const pageValues = (db: Kysely<Schema>, { website_id, url, score, result, created_at }: ReportOfPage) => ({
  website_id,
  url,
  url_key: urlKey(url),
  ...groupsOf(url),
  score,
  result,
  latest_report_id: 0,
  previous_score: null,
  indexability: null,
  main_issue: null,
  reports_count: 0,
  first_seen: created_at,
  changed_at: created_at,
  target: linkTarget(db, url),
  inlinks: inlinksOf(website_id, linkTarget(db, url)),
})

/** Counts the stored links to a URL. */
export const inlinksOf = (websiteId: number, target: number) =>
  sql<number>`(select count(*) from page_links where website_id = ${websiteId} and target = ${target})`

/**
 * Adds the page of a report that is the first of its URL, unless a crawl has stored it without one. Call
 * {@link addToPage} or {@link refreshPages} after writing the report.
 */
export async function addPage(
  tx: Transaction<Schema>,
  report: ReportOfPage,
): Promise<{ page_id: number; isNew: boolean }> {
  const unread = await findUnread(tx, report)
  if (unread) {
    const { created_at } = report
    const firstTimes = { first_seen: created_at, changed_at: created_at }
    await tx.updateTable('pages').set(firstTimes).where('id', '=', unread.id).execute()
    return { page_id: unread.id, isNew: false }
  }
  const page = await tx
    .insertInto('pages')
    .values(pageValues(tx, report))
    .onConflict((conflict) => conflict.columns(['website_id', 'target']).doNothing())
    .returning(['id', brokenLinkTo])
    .executeTakeFirst()
  if (!page) {
    const pages = tx.selectFrom('pages').select('url').where('website_id', '=', report.website_id)
    const other = await pages.where('target', '=', linkTarget(tx, report.url)).executeTakeFirstOrThrow()
    throw new TargetCollision(other.url, report.url)
  }
  refuseCollision(page.broken_url ?? report.url, report.url)
  await adoptUrls(tx, { ...report, id: page.id })
  return { page_id: page.id, isNew: true }
}

/** Returns the page of a URL if it has no report. */
export const findUnread = (tx: Transaction<Schema>, { website_id, url }: Pick<ReportOfPage, 'website_id' | 'url'>) =>
  tx
    .selectFrom('pages')
    .select('id')
    .where('website_id', '=', website_id)
    .where('url_key', '=', urlKey(url))
    .where('latest_report_id', '=', 0)
    .executeTakeFirst()

/** The URL of a broken link with the number of a page, whose URL it should be. */
const brokenLinkTo = sql<string | null>`(select l.broken_url from page_links as l where l.website_id = pages.website_id
  and l.target = pages.target and l.broken_url is not null limit 1)`.as('broken_url')

const ofPage = sql`r.page_id = pages.id`

/** The score that a report, a row of `reports`, gives its page. */
export const scoreOfPage = (reports: string): RawBuilder<number> =>
  sql`coalesce(${sql.ref(`${reports}.page_score`)}, ${sql.ref(`${reports}.score`)})`

/** The columns of a page that its latest report decides, with what a crawl found since. */
const latestColumns = [
  'url',
  'latest_report_id',
  'score',
  'previous_score',
  'result',
  'status',
  'indexability',
  'main_issue',
] as const

/** The expected values of the other columns of `pages`. */
const fromReports = {
  reports_count: sql<number>`(select count(*) from reports as r where ${ofPage})`,
  first_seen: sql<string>`(select r.created_at from reports as r where ${ofPage} order by r.id limit 1)`,
  changed_at: sql<string>`coalesce((select r.later_at from reports as r where ${ofPage} order by r.id desc limit 1),
    (select r.created_at from reports as r where ${ofPage}
      and (r.previous_score is null or r.score <> r.previous_score
        or r.indexability is distinct from r.previous_indexability) order by r.id desc limit 1))`,
}

const laterOr = (later: string, own: string) =>
  sql`case when r.later_at is null then ${sql.ref(`r.${own}`)} else ${sql.ref(`r.${later}`)} end`

const laterScore = sql`coalesce(r.later_score, r.page_score, r.score)`
/** The rating of the score of a page. Most have that of their report. */
const resultOfPage = sql`case when r.later_score is null and r.page_score is null then r.result ${sql.join(
  ratings.map((rating) => sql`when ${laterScore} >= ${sql.lit(ratingTable[rating].from)} then ${sql.lit(rating)}`),
  sql` `,
)} end`

const latestReport = sql`select r.url, r.id as latest_report_id, ${laterScore} as score, r.previous_score,
  ${resultOfPage} as result, coalesce(r.later_status, r.status) as status,
  case when pages.gone_at is null then ${laterOr('later_indexability', 'indexability')} end as indexability,
  ${laterOr('later_issue', 'main_issue')} as main_issue
  from reports as r where ${ofPage} order by r.id desc limit 1`

/** Brings pages up to date with their reports. Pages without reports are deleted, with their issues. */
export async function refreshPages(tx: Transaction<Schema>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const refreshed = await sql<{ id: number }>`update pages set
    (${sql.join(latestColumns.map((name) => sql.ref(name)))}) = (${latestReport}),
    ${sql.join(Object.entries(fromReports).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}, unread = null
    where id in (${sql.join(ids)}) and exists (select 1 from reports as r where ${ofPage}) returning id`.execute(tx)
  const existing = new Set(refreshed.rows.map(({ id }) => id))
  const empty = ids.filter((id) => !existing.has(id))
  if (empty.length === 0) return
  const pages = await tx.selectFrom('pages').select(['id', 'website_id']).where('id', 'in', empty).execute()
  const left = pages.map(({ id, website_id }) => ({ page_id: id, website_id, issues: [], links: [] }))
  await replaceIssues(tx, left)
  await replaceLinks(tx, left)
  await deletePages(tx, empty)
}

/** What the latest report of a page found, without the columns that `reports` has as well. */
export type LatestOfPage = IssuesOfPage & Pick<PageState, 'links' | 'columns'>

/** Writes what the latest reports of pages found. Unchanged issues and links are not written. */
export async function writeLatest(tx: Transaction<Schema>, pages: readonly LatestOfPage[]): Promise<void> {
  await replaceIssues(tx, pages)
  await replaceLinks(tx, pages)
  await setColumns(tx, pages)
}

/** Writes the same for new pages. */
export async function writeFirst(tx: Transaction<Schema>, pages: readonly LatestOfPage[]): Promise<void> {
  await addIssues(tx, pages)
  await addLinks(tx, pages)
  await setColumns(tx, pages)
}

/** Deletes pages with the rows that belong to them. The website's counters stay as they are. */
export async function deletePages(tx: Transaction<Schema>, ids: readonly number[]): Promise<void> {
  for (const table of ['page_issues', 'page_links', 'finding_states', 'alert_changes'] as const)
    await tx.deleteFrom(table).where('page_id', 'in', ids).execute()
  await releaseUrls(tx, ids)
  await tx.deleteFrom('pages').where('id', 'in', ids).execute()
}

type AddedReport = {
  url: string
  score: number
  previous_score: number | null
  result: Rating
  status: number | null
  indexability: Indexability | null
  previous_indexability: Indexability | null
  main_issue: string | null
  page_score: number | null
  created_at: string
}

/** Brings a page up to date with its latest report, which was just added. Its other reports are not read. */
export async function addToPage(tx: Transaction<Schema>, pageId: number, id: number, report: AddedReport) {
  const { url, score, previous_score, status, indexability, main_issue, page_score, created_at } = report
  const { previous_indexability } = report
  const isChanged = score !== previous_score || indexability !== previous_indexability
  await tx
    .updateTable('pages')
    .set({ url, latest_report_id: id, previous_score, status, indexability, main_issue })
    .set({ score: page_score ?? score, result: page_score === null ? report.result : ratingOf(page_score) })
    .set({ gone_at: null, is_kept: null, unread: null })
    .set((eb) => ({ reports_count: eb('reports_count', '+', 1), ...(isChanged && { changed_at: created_at }) }))
    .where('id', '=', pageId)
    .execute()
}

/** Selects pages whose row contradicts their reports. */
export const wrongPages = (db: Kysely<Schema>) =>
  sql<{ id: number; url: string }>`select pages.id, pages.url from pages
    inner join websites as w on w.id = pages.website_id and w.deleted_at is null
    where latest_report_id > 0 and (not exists (
        select 1 from (${latestReport}) as l where ${sql.join(
          latestColumns.map((name) => sql`${sql.ref(`l.${name}`)} is not distinct from ${sql.ref(`pages.${name}`)}`),
          sql` and `,
        )}
      )
      or ${sql.join(
        Object.entries(fromReports).map(([name, value]) => sql`${sql.ref(`pages.${name}`)} is distinct from ${value}`),
        sql` or `,
      )}) or latest_report_id = 0 and (unread is null or gone_at is not null
        or exists (select 1 from reports as r where ${ofPage})) order by pages.id`.execute(db)

/** Sets the previous score and indexability of reports: those of the report before on the same page. */
export async function setPrevious(tx: Transaction<Schema>, ids: readonly number[]): Promise<void> {
  await sql`update reports set (previous_score, previous_indexability) = (
      select b.score, b.indexability from reports as b
      where b.page_id = reports.page_id and b.id < reports.id order by b.id desc limit 1
    ) where id in (${sql.join(ids)})`.execute(tx)
}

type ChangedReport = { id: number; page_id: number }

/** Returns the ID of the report after another of the same page; undefined if there is none. */
async function reportAfter(tx: Transaction<Schema>, { id, page_id }: ChangedReport) {
  const after = await tx
    .selectFrom('reports')
    .select('id')
    .where('page_id', '=', page_id)
    .where('id', '>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return after?.id
}

/** Changes or deletes reports, and updates their pages and the reports after them. */
export class ReportChanges {
  readonly #tx: Transaction<Schema>
  readonly #pages = new Set<number>()

  constructor(tx: Transaction<Schema>) {
    this.#tx = tx
  }

  /** `change` may change or delete only this report. */
  async apply(report: ChangedReport, change: () => Promise<void>) {
    this.#pages.add(report.page_id)
    const next = await reportAfter(this.#tx, report)
    await change()
    if (next !== undefined) await setPrevious(this.#tx, [next])
  }

  async finish() {
    await refreshPages(this.#tx, [...this.#pages])
  }
}

/** The columns of a report that {@link writePageState} needs. */
export const stateColumns = [
  'id',
  'website_id',
  'page_id',
  'score',
  'result',
  'latest',
  'status',
  'redirects_to',
  'redirect_statuses',
  'indexability',
  'indexing_code',
  'indexed_url',
  'main_issue',
  'page_score',
  'to_fix',
  'created_at',
  ...laterColumns,
] as const

type ReportToUpdate = Pick<Selectable<Schema['reports']>, (typeof stateColumns)[number]>
type NewState = {
  score: number
  result: Rating
  state: PageState
  /** The same of what a crawl found since. */
  later?: { score: number; state: PageState } | null
}

/** Returns the columns of what a crawl found since that depend on the ruleset. */
export const laterValues = (later: NewState['later']) =>
  later
    ? {
        later_score: later.state.page_score ?? later.score,
        later_indexability: later.state.indexability,
        later_code: later.state.indexing_code,
        later_issue: later.state.main_issue,
      }
    : {}

/** Writes the state of a page that a report found, and the report's columns `others`. */
export async function writePageState(
  tx: Transaction<Schema>,
  report: ReportToUpdate,
  { score, result, state, later = null }: NewState,
  others: { ruleset?: number; first_score?: number; rescored_at?: string; pending_crawl_id?: null } = {},
): Promise<void> {
  const { columns: _, issues: __, links: ___, ...ofReport } = state
  // Setting a column costs a write to each of its indexes, even if the value is the same.
  const changed = {
    ...(report.score !== score && { score, result }),
    ...Object.fromEntries(
      Object.entries(ofReport).filter(([name, value]) => report[name as keyof typeof ofReport] !== value),
    ),
    ...(report.later_at !== null && laterValues(later)),
    ...others,
  }
  if (Object.keys(changed).length > 0)
    await tx.updateTable('reports').set(changed).where('id', '=', report.id).execute()
  // What a crawl found while the report was evaluated stays.
  const shown = report.later_at === null ? state : later?.state
  if (report.latest !== 1 || !shown) return
  const { issues, links, columns } = shown
  await writeLatest(tx, [{ page_id: report.page_id, website_id: report.website_id, issues, links, columns }])
}
