import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isOfLatest, type PageFilterName } from '#contract/lists/list-query.ts'
import { groupKindOf } from '#contract/lists/page-groups.ts'
import { namesOf } from '#contract/lists/query-params.ts'
import type { Schema } from '../schema.ts'
import { matchesStructure } from '../websites/site-structure.ts'
import type { FilterValues, GivenFilters } from './page-filters.ts'
import { cachedUntilChange } from './query-cache.ts'
import { type ReportFilter, scoresIn } from './report-filter.ts'

/** Up to this number of rows, finding all rows of a filter and sorting them is faster than walking the list. */
const maxRare = 2_000

/**
 * Selects the IDs of the reports that match a filter, by its own index. `rows` has as many rows and is faster to
 * count.
 */
type IdsOfFilter = { ids: RawBuilder<{ id: number }>; rows?: RawBuilder<unknown>; isOfCheck?: boolean }

/** `isOfCheck`: they are the latest reports of the pages with an issue, so the list needn't look for it again. */
type Rare = { ids: number[]; isOfCheck: boolean }

/**
 * Returns the IDs of the rarest filter beyond the specification, if few rows match it. A list in another order would
 * have to be walked for long to find them.
 */
export async function rareFilter(db: Kysely<Schema>, filter: ReportFilter): Promise<Rare | null> {
  let rarest: (IdsOfFilter & { count: number }) | null = null
  for (const one of idsOfFilters(filter)) {
    const count = await countUpTo(db, one.rows ?? one.ids, (rarest?.count ?? maxRare) + 1)
    if (count <= maxRare && count < (rarest?.count ?? Number.POSITIVE_INFINITY)) rarest = { ...one, count }
  }
  return rarest && { ids: await readIds(db, rarest.ids), isOfCheck: rarest.isOfCheck ?? false }
}

/** Selects the IDs of a filter's matches by an index of its own; null if it has none for the list. */
type Find<Value> = (value: Value, list: ReportFilter) => IdsOfFilter | null

/** The filters in the order in which their matches are counted. */
const finders: { [Name in PageFilterName]: Find<FilterValues[Name]> } = {
  check: (check, list) => ({
    ids: sql`select p.latest_report_id as id from page_issues as i inner join pages as p on p.id = i.page_id
      where i.check_id = ${check} ${ofWebsite(list, 'i.website_id')}`,
    rows: sql`select i.page_id from page_issues as i where i.check_id = ${check} ${ofWebsite(list, 'i.website_id')}`,
    isOfCheck: true,
  }),
  group: (group, { websiteId }) =>
    websiteId === undefined
      ? null
      : {
          ids: sql`select g.latest_report_id as id from pages as g
      where g.website_id = ${websiteId} and ${sql.ref(`g.${groupKindOf(group)}`)} = ${group}`,
        },
  structure: (structure, list) => ({
    ids: sql`select s.latest_report_id as id from pages as s
      where ${matchesStructure(structure, 's')} ${ofWebsite(list, 's.website_id')}`,
  }),
  from: (_, list) => createdWithin(list),
  // With both days, the range is counted once.
  to: (_, list) => (list.from === null ? createdWithin(list) : null),
  score(range, list) {
    const [lowest, highest] = scoresIn(range)
    return {
      ids: sql`select c.id from reports as c
      where c.latest = 1 and c.score between ${lowest} and ${highest} ${ofWebsite(list, 'c.website_id')}`,
    }
  },
  changed(change, list) {
    if (change === 'not_indexable')
      return {
        ids: sql`select c.id from reports as c where c.latest = 1
      and c.previous_indexability = 'indexable' and c.indexability <> 'indexable' ${ofWebsite(list, 'c.website_id')}`,
      }
    if (list.websiteId !== undefined) return null
    return { ids: sql`select c.id from reports as c where c.latest = 1 and c.changed = ${change}` }
  },
  indexability: (indexability, { websiteId }) =>
    websiteId === undefined
      ? { ids: sql`select c.id from reports as c where c.latest = 1 and c.indexability = ${indexability}` }
      : null,
}

const ofWebsite = ({ websiteId }: ReportFilter, column: string) =>
  websiteId === undefined ? sql`` : sql`and ${sql.ref(column)} = ${websiteId}`

/** Selects the reports of a range of days, which can be open. */
const createdWithin = (list: ReportFilter): IdsOfFilter => ({
  ids: sql`select c.id from reports as c where ${isOfLatest(list) ? sql`c.latest = 1` : sql`1 = 1`}
      and c.created_at >= ${list.from ?? ''} and c.created_at < ${list.to === null ? 'U' : `${list.to}U`} ${ofWebsite(list, 'c.website_id')}`,
})

function idsOfFilters(list: ReportFilter): IdsOfFilter[] {
  const given: GivenFilters = list
  function idsOf<Name extends PageFilterName>(name: Name): IdsOfFilter | null {
    const value: GivenFilters[Name] = given[name]
    return value === null ? null : finders[name](value, list)
  }
  return namesOf(finders).flatMap((name) => idsOf(name) ?? [])
}

const readIds = (db: Kysely<Schema>, ids: IdsOfFilter['ids']): Promise<number[]> =>
  cachedUntilChange(db, cacheKey(db, ids), async () => (await ids.execute(db)).rows.map(({ id }) => id))

function countUpTo(db: Kysely<Schema>, rows: RawBuilder<unknown>, limit: number): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from (${rows} limit ${limit}) as counted`
  return cachedUntilChange(db, cacheKey(db, query), async () => (await query.execute(db)).rows[0]?.count ?? 0)
}

function cacheKey(db: Kysely<Schema>, query: RawBuilder<unknown>): string {
  const { sql: text, parameters } = query.compile(db)
  return JSON.stringify([text, parameters])
}
