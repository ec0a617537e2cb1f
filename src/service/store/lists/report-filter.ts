import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import { todayInUtc } from '#contract/format/days.ts'
import {
  type SortDirection,
  isOfLatest,
  pageFilterNames,
  type ReportListQuery,
  type ReportSort,
} from '#contract/lists/list-query.ts'
import { groupKindOf } from '#contract/lists/page-groups.ts'
import { type Rating, ratingTable } from '#contract/reports/rating.ts'
import { engineOf } from '../engine.ts'
import { isWaivedOn } from '../pages/waived-issues.ts'
import type { Schema } from '../schema.ts'
import { matchesStructure } from '../websites/site-structure.ts'
import { type Ids, isOneOf } from './list.ts'
import { contains, type Search } from './search-term.ts'

const pageFilters = ['latest', ...pageFilterNames] as const

/** The filters beyond the specification. */
export type PageFilter = Pick<ReportListQuery, (typeof pageFilters)[number]>

/** Returns only the filters beyond the specification that are set. */
export const setPageFilters = (query: PageFilter): Partial<PageFilter> =>
  Object.fromEntries(pageFilters.filter((name) => query[name] !== null).map((name) => [name, query[name]]))

/** Returns the lowest and the highest score of a range such as 70-79. */
export const scoresIn = (range: string) => range.split('-').map(Number)

type Walk = {
  /** Precedes the columns that the database must not choose an index for. */
  sign?: RawBuilder<unknown>
  /** Whether `changed` is computed from the scores, so that any index can be walked. */
  comparesScores?: boolean
  /** False if the check has no waivers at all, as most have. Then they are not looked up for each report. */
  hasWaivers?: boolean
  /** Whether the index of the walk begins with the score, or has it after the website. */
  usesScoreIndex?: boolean
}

/**
 * Returns the conditions of the filters on the table or alias `reports`. `changed` has an index; as a comparison of
 * scores it can be read from any other.
 */
export function pageConditions(
  filter: PageFilter,
  reports: 'reports' | 'r',
  { sign = sql``, comparesScores = false, usesScoreIndex = false, hasWaivers = true }: Walk = {},
): RawBuilder<boolean>[] {
  const { check, changed, from, to, indexability, group, structure, score } = filter
  const plain = (name: string) => sql.ref(`${reports}.${name}`)
  const column = (name: string) => sql`${sign}${plain(name)}`
  const conditions: RawBuilder<boolean>[] = []
  // Literals, which partial indexes require.
  if (isOfLatest(filter)) conditions.push(sql`${plain('latest')} = 1`)
  if (changed === 'not_indexable')
    conditions.push(sql`${plain('previous_indexability')} = 'indexable' and ${plain('indexability')} <> 'indexable'`)
  else if (changed !== null && comparesScores) conditions.push(sql`${scoreChanges[changed](plain)}`)
  else if (changed !== null) conditions.push(sql`${plain('changed')} = ${changed}`)
  if (indexability !== null) conditions.push(sql`${column('indexability')} = ${indexability}`)
  if (score !== null) {
    const [lowest, highest] = scoresIn(score)
    conditions.push(sql`${usesScoreIndex ? plain('score') : column('score')} between ${lowest} and ${highest}`)
  }
  if (from !== null) conditions.push(sql`${column('created_at')} >= ${from}`)
  // Times continue the date with a "T", which sorts before "U".
  if (to !== null) conditions.push(sql`${column('created_at')} < ${`${to}U`}`)
  if (check !== null) {
    const isIssue = sql`i.page_id = ${plain('page_id')} and i.check_id = ${check}`
    conditions.push(
      hasWaivers
        ? sql`exists (select 1 from page_issues as i inner join pages as p on p.id = i.page_id
            where ${isIssue} and not ${isWaivedOn(todayInUtc())})`
        : sql`exists (select 1 from page_issues as i where ${isIssue})`,
    )
  }
  if (group !== null)
    conditions.push(
      sql`exists (select 1 from pages as g where g.id = ${plain('page_id')} and ${sql.ref(`g.${groupKindOf(group)}`)} = ${group})`,
    )
  if (structure !== null)
    conditions.push(
      sql`exists (select 1 from pages as s where s.id = ${plain('page_id')} and ${matchesStructure(structure, 's')})`,
    )
  return conditions
}

type ColumnOf = (name: 'score' | 'previous_score' | 'page_id') => RawBuilder<unknown>

/** The values of the generated column `changed`. */
const scoreChanges = {
  better: (column: ColumnOf) => sql`${column('score')} > ${column('previous_score')}`,
  worse: (column: ColumnOf) => sql`${column('score')} < ${column('previous_score')}`,
  new: (column: ColumnOf) => sql`${column('previous_score')} is null and ${column('page_id')} is not null`,
}

export type ReportFilter = PageFilter & {
  websiteId?: number | undefined
  result: Rating | null
  deleted: number[]
  secondSearch: Search | null
  hasWaivers?: boolean
  /** The IDs of all rows that one of the other filters matches, if they are few. */
  rare?: number[] | null
}

/** The column of an order. Lists of a time range are in the order of creation, whose index has the range. */
export type SortColumn = ReportSort | 'created_at'
export const sortColumn = (sort: ReportSort, { from, to }: PageFilter): SortColumn =>
  sort === 'id' && (from !== null || to !== null) ? 'created_at' : sort

/** Makes SQLite walk the index of the order, and not one of a filter whose many rows it would have to sort. */
const unindexed = sql`+`

/**
 * Every sort order and filter has its index. A rating is a range of scores if the list is sorted by score.
 * @param options without `walksOrder`, SQLite can walk the index of the filter with the fewest rows, to count them
 */
export function selectIds(
  db: Kysely<Schema>,
  filter: ReportFilter,
  sort: SortColumn,
  direction: SortDirection,
  { walksOrder = true }: { walksOrder?: boolean } = {},
): Ids {
  const { websiteId, result, deleted, secondSearch, rare, hasWaivers = true } = filter
  let ids = db.selectFrom('reports').select('reports.id')
  if (rare) ids = ids.where(isOneOf(db, 'reports', rare))
  if (websiteId !== undefined) ids = ids.where('website_id', '=', websiteId)
  if (deleted.length > 0) ids = ids.where('website_id', 'not in', deleted)
  const isSqlite = engineOf(db) === 'sqlite'
  if (result && sort !== 'score' && isSqlite && isOfLatest(filter))
    ids = ids.where(sql<boolean>`${unindexed}reports.result = ${result}`)
  else if (result) ids = ids.where((eb) => hasRating(eb, result, sort))
  const walk = isSqlite ? sqliteWalk(filter, sort, walksOrder) : {}
  for (const condition of pageConditions(filter, 'reports', { ...walk, hasWaivers })) ids = ids.where(condition)
  if (secondSearch) ids = ids.where(contains(isSqlite ? 'sqlite' : 'postgres', secondSearch)('reports'))
  if (sort !== 'id') ids = ids.orderBy(`reports.${sort}`, direction)
  return ids.orderBy('reports.id', direction) as unknown as Ids
}

/**
 * SQLite walks the index of the order, or that of a range of days. The index of `changed` is in the order of IDs, and
 * has the fewest rows to count, except that most pages are new, and that few pages aren't indexable. No other index has
 * this column, which is virtual.
 */
function sqliteWalk(
  { websiteId, changed, indexability, from, to, rare }: ReportFilter,
  sort: SortColumn,
  walksOrder: boolean,
) {
  const isRange = from !== null || to !== null
  const isOfFew = indexability !== null && indexability !== 'indexable' && changed !== 'not_indexable'
  const isFewest = !isOfFew && (!isRange || changed !== 'new')
  const isOwn = changed !== null && !rare && websiteId === undefined && (walksOrder ? sort === 'id' : isFewest)
  const inOrder = rare || isOwn || (walksOrder && sort !== 'created_at')
  return { comparesScores: !isOwn, usesScoreIndex: sort === 'score' && !rare, ...(inOrder && { sign: unindexed }) }
}

function hasRating(eb: ExpressionBuilder<Schema, 'reports'>, result: Rating, sort: SortColumn) {
  if (sort !== 'score') return eb('result', '=', result)
  const { from, to } = ratingTable[result]
  return eb.and([eb('score', '>=', from), eb('score', '<=', to)])
}
