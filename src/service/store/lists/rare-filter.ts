import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isOfLatest } from '#contract/lists/list-query.ts'
import { groupKindOf } from '#contract/lists/page-groups.ts'
import type { Schema } from '../schema.ts'
import { matchesStructure } from '../websites/site-structure.ts'
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

function idsOfFilters(filter: ReportFilter): IdsOfFilter[] {
  const { websiteId, check, changed, from, to, indexability, group, structure, score } = filter
  const ofWebsite = (column: string) => (websiteId === undefined ? sql`` : sql`and ${sql.ref(column)} = ${websiteId}`)
  const found: IdsOfFilter[] = []
  if (check !== null)
    found.push({
      ids: sql<{
        id: number
      }>`select p.latest_report_id as id from page_issues as i inner join pages as p on p.id = i.page_id
      where i.check_id = ${check} ${ofWebsite('i.website_id')}`,
      rows: sql`select i.page_id from page_issues as i where i.check_id = ${check} ${ofWebsite('i.website_id')}`,
      isOfCheck: true,
    })
  if (group !== null && websiteId !== undefined)
    found.push({
      ids: sql<{ id: number }>`select g.latest_report_id as id from pages as g
      where g.website_id = ${websiteId} and ${sql.ref(`g.${groupKindOf(group)}`)} = ${group}`,
    })
  if (structure !== null)
    found.push({
      ids: sql<{ id: number }>`select s.latest_report_id as id from pages as s
      where ${matchesStructure(structure, 's')} ${ofWebsite('s.website_id')}`,
    })
  if (from !== null || to !== null)
    found.push({
      ids: sql<{
        id: number
      }>`select c.id from reports as c where ${isOfLatest(filter) ? sql`c.latest = 1` : sql`1 = 1`}
      and c.created_at >= ${from ?? ''} and c.created_at < ${to === null ? 'U' : `${to}U`} ${ofWebsite('c.website_id')}`,
    })
  if (score !== null) {
    const [lowest, highest] = scoresIn(score)
    found.push({
      ids: sql<{ id: number }>`select c.id from reports as c
      where c.latest = 1 and c.score between ${lowest} and ${highest} ${ofWebsite('c.website_id')}`,
    })
  }
  if (changed === 'not_indexable')
    found.push({
      ids: sql<{ id: number }>`select c.id from reports as c where c.latest = 1
      and c.previous_indexability = 'indexable' and c.indexability <> 'indexable' ${ofWebsite('c.website_id')}`,
    })
  else if (changed !== null && websiteId === undefined)
    found.push({
      ids: sql<{ id: number }>`select c.id from reports as c where c.latest = 1 and c.changed = ${changed}`,
    })
  if (indexability !== null && websiteId === undefined)
    found.push({
      ids: sql<{ id: number }>`select c.id from reports as c where c.latest = 1 and c.indexability = ${indexability}`,
    })
  return found
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
