import { type Kysely, type RawBuilder, sql } from 'kysely'
import { todayInUtc } from '#contract/format/dates.ts'
import { searchSorts } from '#contract/google/search-data.ts'
import { searchFilterNames } from '#contract/lists/page-filters.ts'
import { type PageListQuery, pageListFilters, type PageSort, type UnpagedPages } from '#contract/lists/page-list.ts'
import { engineOf } from '../engine.ts'
import { hasNoImpressions } from '../google/days.ts'
import { fieldOf, fieldScope } from '../google/field-data.ts'
import { indexingCodeOf } from '../pages/later-state.ts'
import type { Schema } from '../schema.ts'
import { pagesOfIssue } from '../websites/website-issues.ts'
import type { WebsiteRecord } from '../websites/websites.ts'
import { pagesAssignedTo, pagesInIndex } from './filters.ts'
import { listPage } from './list-page.ts'
import {
  and,
  type CountedList,
  countRows,
  type List,
  type ListResult,
  orderOf,
  selectRows,
  type Total,
} from './list.ts'
import { hasChange, isInRange } from './ranges.ts'
import { contains, findSearches } from './search.ts'
import { type WholeList, wholeList } from './whole-list.ts'

type Website = Pick<WebsiteRecord, 'id' | 'domain' | 'pages_count'>
type SearchFilter = (typeof searchFilterNames)[number]
type Filters = Pick<UnpagedPages, (typeof pageListFilters)[number]> & Partial<Pick<UnpagedPages, SearchFilter>>

/**
 * Selects the rows of a list of pages from `pages as p` and their latest reports `r`, if they have one. What a crawl
 * found since replaces the state of the report.
 */
export const selectPages = (db: Kysely<Schema>) =>
  db
    .selectFrom('pages as p')
    .leftJoin('reports as r', 'r.id', 'p.latest_report_id')
    .leftJoin('field_data as f', (join) => join.on('f.id', '=', fieldOf('p')))
    .leftJoin('page_inspections as x', 'x.page_id', 'p.id')
    .select(['p.id', 'r.id as report_id', 'p.url', 'p.status', 'p.unread', 'p.gone_at'])
    .select([ofReport('redirects_to'), ofReport('redirect_statuses'), 'r.later_at', 'r.later_facts'])
    .select(indexingCodeOf('p').as('indexing_code'))
    .select(stateSince.as('state_since'))
    .select(['p.indexability', 'p.main_issue', 'p.canonical', 'p.title', 'p.title_length', 'p.description'])
    .select(['p.description_length', 'p.h1', 'p.words', 'p.click_depth as depth', 'p.orphan', 'p.inlinks'])
    .select(['p.in_sitemap', 'p.issues', 'p.shown_score as score', 'r.created_at as analysed_at'])
    .select(['p.clicks', 'p.impressions', 'p.position', 'p.clicks_change', 'x.google_index'])
    .select(['f.lcp', 'f.inp', 'f.cls', fieldScope])

const ofReport = (name: 'redirects_to' | 'redirect_statuses') =>
  sql<string | null>`case when r.later_at is null then ${sql.ref(`r.${name}`)} end`.as(name)

/** The time of the crawl that found the state, or of the first of the latest reports with it. */
export const stateSince = sql<string>`coalesce(r.later_at, (select s.created_at from reports as s
  where s.page_id = p.id and (s.previous_score is null or s.indexability is distinct from s.previous_indexability)
  order by s.id desc limit 1), p.changed_at)`

export type PageRecord = Awaited<ReturnType<ReturnType<typeof selectPages>['execute']>>[number]

/** Returns one page of a website's pages. */
export async function listPages(
  db: Kysely<Schema>,
  website: Website,
  query: PageListQuery,
): Promise<ListResult<PageRecord>> {
  const list = await filterPages(db, website, query)
  return listPage(db, list, query, (ids) =>
    selectPages(db)
      .where(sql<boolean>`p.id in (${ids})`)
      .orderBy(orderOf(list))
      .execute(),
  )
}

/** Returns all rows of such a list, for an export. */
export async function allPages(
  db: Kysely<Schema>,
  website: Website,
  query: UnpagedPages,
  signal: AbortSignal,
): Promise<WholeList<PageRecord>> {
  const rows = (ids: number[]) => selectPages(db).where('p.id', 'in', ids).execute()
  return wholeList(db, await filterPages(db, website, query), rows, signal)
}

const sortColumns: Record<PageSort, string> = {
  url: 'url_key',
  status: 'status',
  indexability: 'indexability',
  canonical: 'canonical',
  words: 'words',
  depth: 'click_depth',
  inlinks: 'inlinks',
  in_sitemap: 'in_sitemap',
  issues: 'issues',
  score: 'shown_score',
  clicks: 'clicks',
  impressions: 'impressions',
  position: 'position',
}

async function filterPages(db: Kysely<Schema>, website: Website, query: UnpagedPages): Promise<CountedList> {
  const { search, gone, check, assignee, no_impressions } = query
  const isFiltered =
    search !== '' ||
    gone !== null ||
    check !== null ||
    assignee !== null ||
    no_impressions !== null ||
    [...pageListFilters, ...searchFilterNames].some((name) => query[name] !== null)
  const list: List = {
    table: 'pages',
    conditions: [
      sql<boolean>`p.website_id = ${website.id}`,
      gone === null ? isFound : sql<boolean>`p.gone_at is not null`,
      ...conditionsOf(website, query),
      ...(assignee === null
        ? []
        : [sql<boolean>`p.id in (${pagesAssignedTo(assignee, { website_id: website.id, check })})`]),
      ...(check === null ? [] : [sql<boolean>`p.id in (${pagesOfIssue(website.id, check, todayInUtc())})`]),
      ...(no_impressions === null ? [] : [await hasNoImpressions(db, website.id)]),
      ...(search === '' ? [] : [await matches(db, website, search)]),
    ],
    sort: sortColumns[query.sort_by],
    direction: query.sort,
    scanned: null,
  }
  return { ...list, count: () => (isFiltered ? countRows(db, selectRows(list)) : countFound(db, website)) }
}

/** Crawls still find the page, `pages as p`. */
export const isFound = sql<boolean>`p.gone_at is null`

/** The pages of reports are counted with the website. Few have none, and they are read from an index of their own. */
async function countFound(db: Kysely<Schema>, { id, pages_count }: Website): Promise<Total> {
  return { total: pages_count + ((await countUnread(db, [id])).get(id) ?? 0), totalRelation: 'eq' }
}

/** Counts the pages without a report, by website. */
export async function countUnread(db: Kysely<Schema>, websiteIds: readonly number[]): Promise<Map<number, number>> {
  if (websiteIds.length === 0) return new Map()
  const counts = await db
    .selectFrom('pages')
    .select(['website_id', sql<number>`count(*)`.as('count')])
    .where('latest_report_id', '=', 0)
    .where('website_id', 'in', [...websiteIds])
    .groupBy('website_id')
    .execute()
  return new Map(counts.map(({ website_id, count }) => [website_id, count]))
}

/** Returns the conditions on `pages as p` of the filters that are set. */
export function conditionsOf(website: Pick<Website, 'id' | 'domain'>, query: Filters): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  const { status, indexability, canonical, in_sitemap, clicks_change = null, google_index = null } = query
  if (status !== null) conditions.push(isInRange('p', 'status', status.endsWith('xx') ? kindOf(status) : status))
  if (indexability !== null) conditions.push(sql`p.indexability = ${indexability}`)
  if (canonical !== null) conditions.push(sql`p.canonical in (${sql.join(urlsOf(website, canonical))})`)
  if (in_sitemap !== null) conditions.push(sql`p.in_sitemap = ${Number(in_sitemap)}`)
  for (const name of ['words', 'depth', 'inlinks', 'issues', ...searchSorts] as const) {
    const range = query[name] ?? null
    if (range !== null) conditions.push(isInRange('p', sortColumns[name], range))
  }
  if (clicks_change !== null) conditions.push(hasChange('p', clicks_change))
  if (google_index !== null) conditions.push(sql`p.id in (${pagesInIndex(google_index, website.id)})`)
  return conditions
}

const kindOf = (status: string) => `${status[0]}00-${status[0]}99`

/** Returns the URLs of a website that a path can mean, or the URL itself as pages store it. */
function urlsOf({ domain }: Pick<Website, 'domain'>, canonical: string): string[] {
  const origins = ['https', 'http'].flatMap((scheme) => [`${scheme}://${domain}`, `${scheme}://www.${domain}`])
  const urls = canonical.startsWith('/') ? origins.map((origin) => origin + canonical) : [canonical]
  return urls.map((url) => URL.parse(url)?.href ?? url)
}

/** Selects the pages whose URL, or the title of their latest report, contains a text. */
async function matches(db: Kysely<Schema>, { id }: Website, search: string): Promise<RawBuilder<boolean>> {
  const { conditions, scanned } = await findSearches(db, 'reports', [{ search, titles: '1' }])
  const found = scanned ? [...conditions, contains(engineOf(db), scanned, 'r')] : conditions
  return sql`p.latest_report_id in
    (select r.id from reports as r where r.website_id = ${id} and r.latest = 1 and ${and(found)})`
}
