import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type SortDirection, isOfLatest } from '#contract/lists/list-query.ts'
import { ratingTable } from '#contract/reports/rating.ts'
import { engineOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { type Ids, isOneOf } from './list.ts'
import { eachSet, type Rows } from './page-filters.ts'
import type { PageFilter, Selection } from './report-filter.ts'
import { isUnindexed, type ListPlan, planOf, type SortColumn } from './report-plan.ts'
import { contains } from './search-term.ts'

type ConditionOptions = Pick<Selection, 'hasWaivers'> & { reports: 'reports' | 'r'; plan: ListPlan }

/** Returns the conditions of the filters on rows of a table or alias, which are found by a plan. */
export function pageConditions(
  filter: PageFilter,
  { reports, plan, hasWaivers }: ConditionOptions,
): RawBuilder<boolean>[] {
  const column = (name: string) => sql.ref(`${reports}.${name}`)
  const indexed = (name: string) => (isUnindexed(plan, name) ? sql`${unindexed}${column(name)}` : column(name))
  // No index but its own has `changed`, which is virtual.
  const rows: Rows = { column, indexed, hasChanged: plan === 'any' || plan === 'changed', hasWaivers }
  const conditions = eachSet(filter, (one, value) => one.condition(value, rows))
  // A literal, which partial indexes require.
  return isOfLatest(filter) ? [sql<boolean>`${column('latest')} = 1`, ...conditions] : conditions
}

/** Before a column, keeps SQLite from choosing an index for it. */
const unindexed = sql`+`

/** Selects the IDs of a list in its order. Every order and filter has its index. */
export function selectIds(db: Kysely<Schema>, selection: Selection, sort: SortColumn, direction: SortDirection): Ids {
  let ids = selectMatches(db, selection, sort)
  if (sort !== 'id') ids = ids.orderBy(`reports.${sort}`, direction)
  return ids.orderBy('reports.id', direction) as unknown as Ids
}

/** Selects the IDs of a list in any order, to count or to sort them. `sort` is the column by which they are sorted. */
export function selectMatches(db: Kysely<Schema>, selection: Selection, sort: SortColumn | null) {
  const { filter, few, hasWaivers } = selection
  const { websiteId, result, deleted, secondSearch } = filter
  const engine = engineOf(db)
  let ids = db.selectFrom('reports').select('reports.id')
  if (few) ids = ids.where(isOneOf(db, 'reports', few))
  if (websiteId !== undefined) ids = ids.where('website_id', '=', websiteId)
  if (deleted.length > 0) ids = ids.where('website_id', 'not in', deleted)
  // A rating is a range of scores in the index of the order by score.
  if (result && sort === 'score') {
    const { from, to } = ratingTable[result]
    ids = ids.where((eb) => eb.and([eb('score', '>=', from), eb('score', '<=', to)]))
  } else if (result && engine === 'sqlite' && isOfLatest(filter))
    // The index of ratings has older reports, too.
    ids = ids.where(sql<boolean>`${unindexed}reports.result = ${result}`)
  else if (result) ids = ids.where('result', '=', result)
  const plan = planOf(engine, selection, sort)
  for (const condition of pageConditions(filter, { reports: 'reports', plan, hasWaivers })) ids = ids.where(condition)
  return secondSearch ? ids.where(contains(engine, secondSearch)('reports')) : ids
}
