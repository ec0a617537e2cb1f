import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { type FilteredList, isOneOf } from './list.ts'
import { cachedUntilChange } from './query-cache.ts'
import { contains, type Search, searchedColumns } from './search-term.ts'
import {
  type Found,
  hasAtMost,
  idsOf,
  isIndexed,
  maxCounted,
  maxWalked,
  pageOf,
  type Slice,
  uncounted,
  uncountedPage,
  walk,
} from './search-walk.ts'

/** Up to this number of rows, a scan is faster than the search index. */
const smallList = 1000
/** Rows walked where many of them should match, before the search index is used after all. */
const maxDenseWalk = 20_000

/** Many matches in the table are counted up to this number in a filtered list, because each has to be looked up. */
const maxLookedUp = 1000

/**
 * Chooses the fastest of three ways. Few rows are scanned. Few matches are found by the search index, or by a scan in
 * storage order, and then sorted. Many matches are found by walking the list in its order, where they are frequent.
 */
export async function searchSqlite(
  db: Kysely<Schema>,
  list: FilteredList,
  search: Search,
  slice: Slice,
): Promise<Found> {
  if (list.total <= smallList) return scannedPage(db, list, search, slice)
  if (!isIndexed(search)) return shortSearch(db, list, search, slice)

  const { table, isFiltered, filterKey, total } = list
  const index = searchIndex(db, list, search)
  const matches = await cachedUntilChange(db, keyOf('matches', table, search), () => index.matches())
  if (matches.length <= maxCounted) return matchesPage(db, list, search, slice, matches)
  if (!isFiltered) return densePage(db, list, search, slice, maxCounted)
  if (total <= maxDenseWalk) return scannedPage(db, list, search, slice)
  const count = await cachedUntilChange(db, keyOf('count', table, filterKey, search), () => index.countListed())
  if (count > maxLookedUp) return densePage(db, list, search, slice, maxLookedUp)
  const rows = await index.page(slice)
  return { rows, total: count, totalRelation: 'eq', hasNext: slice.offset + slice.limit < count }
}

/** Returns a page of the matches in the table, in ascending order, that are in the list. */
async function matchesPage(
  db: Kysely<Schema>,
  list: FilteredList,
  search: Search,
  slice: Slice,
  matches: number[],
): Promise<Found> {
  const { table, isFiltered, filterKey, sort, direction, byId } = list
  const inList = isFiltered
    ? await cachedUntilChange(db, keyOf('listed', table, filterKey, search), () =>
        idsOf(byId().where(isOneOf(db, table, matches))),
      )
    : matches
  if (sort !== 'id') return sortedPage(db, list, inList, slice)
  const { offset, limit } = slice
  const rows = (direction === 'asc' ? inList : inList.toReversed()).slice(offset, offset + limit)
  return { rows, total: inList.length, totalRelation: 'eq', hasNext: offset + limit < inList.length }
}

/** Searches for one or two characters, which the index does not serve. */
async function shortSearch(db: Kysely<Schema>, list: FilteredList, search: Search, slice: Slice): Promise<Found> {
  const { table, filterKey, sort, total } = list
  if (sort === 'id' || total > maxWalked) return scannedPage(db, list, search, slice, maxWalked)
  const found = await cachedUntilChange(db, keyOf('by id', table, filterKey, search), () =>
    walk(db, { table, search }, list.byId()),
  )
  return found.length > maxCounted ? scannedPage(db, list, search, slice) : sortedPage(db, list, found, slice)
}

/** Scans the list in its order, all of it or its first `rows`. */
async function scannedPage(
  db: Kysely<Schema>,
  list: FilteredList,
  search: Search,
  slice: Slice,
  rows?: number,
): Promise<Found> {
  const { table, filterKey, sort, direction, ids } = list
  const found = await cachedUntilChange(db, keyOf('scan', table, filterKey, sort, direction, search), () =>
    walk(db, { table, search }, ids(), rows),
  )
  const isComplete = rows === undefined || (await hasAtMost(list, rows))
  return pageOf(found, slice, isComplete) ?? uncountedPage(ids().where(contains('sqlite', search)(table)), slice)
}

/**
 * Many matches are mostly frequent. Where they are not, as those of one domain sorted by URL, all are found and sorted.
 */
async function densePage(
  db: Kysely<Schema>,
  list: FilteredList,
  search: Search,
  slice: Slice,
  counted: number,
): Promise<Found> {
  const { table, isFiltered, sort, ids } = list
  const index = searchIndex(db, list, search)
  const oneMore = { offset: slice.offset, limit: slice.limit + 1 }
  if (sort === 'id' && !isFiltered) return uncounted(await index.page(oneMore), slice, counted)
  const walked = ids().select(searchedColumns(table, search)).limit(maxDenseWalk).as('walked')
  const matching = db.selectFrom(walked).select('walked.id').where(contains('sqlite', search)('walked'))
  const rows = await idsOf(matching.limit(oneMore.limit).offset(oneMore.offset))
  return uncounted(rows.length > slice.limit ? rows : await index.page(oneMore), slice, counted)
}

/** Sorts all matches by the order of the list and returns a page of them. */
async function sortedPage(
  db: Kysely<Schema>,
  { table, ids }: FilteredList,
  matches: number[],
  { offset, limit }: Slice,
): Promise<Found> {
  const rows = await idsOf(
    ids()
      .where(isOneOf(db, table, matches))
      .limit(limit)
      .offset(offset),
  )
  return { rows, total: matches.length, totalRelation: 'eq', hasNext: offset + limit < matches.length }
}

const keyOf = (...parts: (string | Search)[]) => JSON.stringify(parts)

/** Returns queries of the search indexes for one text. */
function searchIndex(
  db: Kysely<Schema>,
  { table, isFiltered, sort, direction, ids }: FilteredList,
  { folded, columns }: Search,
) {
  const id = sql.ref(`${table}.id`)
  const matches = columns.map((column) => {
    const index = sql.table(column === 'search_text' ? `${table}_search` : 'reports_titles')
    return sql`select rowid as id from ${index} where ${index} match ${`"${folded.replaceAll('"', '""')}"`}`
  })
  // Every index returns its rows in the order of IDs, so that they are merged one by one.
  const merged = (order = direction) => sql`${sql.join(matches, sql` union `)} order by id ${sql.raw(order)}`
  return {
    /** Returns the matches in the table, up to one more than are counted. */
    async matches() {
      const found = await sql<{ id: number }>`${merged('asc')} limit ${maxCounted + 1}`.execute(db)
      return found.rows.map((row) => row.id)
    },
    /** Counts the matches in the list, up to one more than are looked up. */
    async countListed() {
      const itsRow = ids()
        .clearOrderBy()
        .where(sql<boolean>`${id} = m.id`)
      const counted = sql<{ count: number }>`select count(*) as count from (
        select 1 from (${merged('asc')}) as m where exists ${itsRow} limit ${maxLookedUp + 1})`
      return (await counted.execute(db)).rows[0]?.count ?? 0
    },
    async page({ offset, limit }: Slice) {
      if (isFiltered || sort !== 'id') {
        const isMatch = sql<boolean>`${id} in (${sql.join(matches, sql` union all `)})`
        return idsOf(ids().where(isMatch).limit(limit).offset(offset))
      }
      const page = sql<{ id: number }>`${merged()} limit ${limit} offset ${offset}`
      return (await page.execute(db)).rows.map((row) => row.id)
    },
  }
}
