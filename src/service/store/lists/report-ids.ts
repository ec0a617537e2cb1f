import { type Kysely, type RawBuilder, sql } from 'kysely'
import { todayInUtc } from '#contract/format/days.ts'
import { type SortDirection, isOfLatest } from '#contract/lists/list-query.ts'
import { groupKindOf } from '#contract/lists/page-groups.ts'
import { ratingTable } from '#contract/reports/rating.ts'
import { engineOf } from '../engine.ts'
import { isWaivedOn } from '../pages/waived-issues.ts'
import type { Schema } from '../schema.ts'
import { matchesStructure } from '../websites/site-structure.ts'
import { type Ids, isOneOf } from './list.ts'
import { type PageFilter, scoresIn, type Selection } from './report-filter.ts'
import { isUnindexed, type ListPlan, planOf, type SortColumn } from './report-plan.ts'
import { contains } from './search-term.ts'

/** The rows that conditions are for: those of a list, by its plan, or one report of `reports as r`. */
type Rows = Pick<Selection, 'hasWaivers'> & { reports: 'reports' | 'r'; plan: ListPlan }

/** Returns the conditions of the filters. */
export function pageConditions(filter: PageFilter, { reports, plan, hasWaivers }: Rows): RawBuilder<boolean>[] {
  const { check, changed, from, to, indexability, group, structure, score } = filter
  const plain = (name: string) => sql.ref(`${reports}.${name}`)
  const column = (name: string) => (isUnindexed(plan, name) ? sql`${unindexed}${plain(name)}` : plain(name))
  const conditions: RawBuilder<boolean>[] = []
  // Literals, which partial indexes require.
  if (isOfLatest(filter)) conditions.push(sql`${plain('latest')} = 1`)
  if (changed === 'not_indexable')
    conditions.push(sql`${plain('previous_indexability')} = 'indexable' and ${plain('indexability')} <> 'indexable'`)
  // Only its own index has this column. The scores can be read from any other, too.
  else if (changed !== null && plan !== 'any' && plan !== 'changed')
    conditions.push(sql`${scoreChanges[changed](plain)}`)
  else if (changed !== null) conditions.push(sql`${plain('changed')} = ${changed}`)
  if (indexability !== null) conditions.push(sql`${column('indexability')} = ${indexability}`)
  if (score !== null) {
    const [lowest, highest] = scoresIn(score)
    conditions.push(sql`${column('score')} between ${lowest} and ${highest}`)
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
