import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Listed } from './list.ts'
import { cachedUntilChange } from './query-cache.ts'
import type { Schema } from './schema.ts'
import {
  contains,
  type Found,
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

/**
 * Chooses the fastest of three ways. Few rows are scanned. Few matches are found by the search index, or by a scan in
 * storage order, and then sorted. Many matches are found by walking the list in its order, where they are frequent.
 */
export async function searchSqlite(db: Kysely<Schema>, listed: Listed, folded: string, slice: Slice): Promise<Found> {
  if (listed.total <= smallList) return scannedPage(db, listed, folded, slice)
  if (!isIndexed(folded)) return shortSearch(db, listed, folded, slice)

  const { table, filter, total } = listed
  const index = searchIndex(db, listed, folded)
  const inTable = await cachedUntilChange(db, keyOf('count', table, folded), () => index.count())
  if (inTable > maxCounted && filter && total <= maxDenseWalk) return scannedPage(db, listed, folded, slice)
  const count = filter
    ? await cachedUntilChange(db, keyOf('count', table, filter, folded), () => index.countListed())
    : inTable
  if (count > maxCounted) return densePage(db, listed, folded, slice)
  const rows = await index.page(slice)
  return { rows, total: count, totalRelation: 'eq', hasNext: slice.offset + slice.limit < count }
}

/** Searches for one or two characters, which the index does not serve. */
async function shortSearch(db: Kysely<Schema>, listed: Listed, folded: string, slice: Slice): Promise<Found> {
  const { table, filter, sort, total } = listed
  if (sort === 'id' || total > maxWalked) return scannedPage(db, listed, folded, slice, maxWalked)
  const found = await cachedUntilChange(db, keyOf('by id', table, filter, folded), () =>
    walk(db, table, listed.byId(), contains('sqlite', folded)),
  )
  return found.length > maxCounted ? scannedPage(db, listed, folded, slice) : sortedPage(listed, found, slice)
}

/** Scans the list in its order, all of it or its first `rows`. */
async function scannedPage(
  db: Kysely<Schema>,
  listed: Listed,
  folded: string,
  slice: Slice,
  rows?: number,
): Promise<Found> {
  const { table, filter, sort, direction, total, ids } = listed
  const isMatch = contains('sqlite', folded)
  const found = await cachedUntilChange(db, keyOf('scan', table, filter, sort, direction, folded), () =>
    walk(db, table, ids(), isMatch, rows),
  )
  const isComplete = rows === undefined || total <= rows
  return pageOf(found, slice, isComplete) ?? uncountedPage(ids().where(isMatch(`${table}.search_text`)), slice)
}

/**
 * Many matches are mostly frequent. Where they are not, as those of one domain sorted by URL, all are found and sorted.
 */
async function densePage(db: Kysely<Schema>, listed: Listed, folded: string, slice: Slice): Promise<Found> {
  const { table, filter, sort, ids } = listed
  const index = searchIndex(db, listed, folded)
  const oneMore = { offset: slice.offset, limit: slice.limit + 1 }
  if (sort === 'id' && !filter) return uncounted(await index.page(oneMore), slice)
  const walked = ids().select(`${table}.search_text`).limit(maxDenseWalk).as('walked')
  const matching = db.selectFrom(walked).select('walked.id').where(contains('sqlite', folded)('walked.search_text'))
  const rows = await idsOf(matching.limit(oneMore.limit).offset(oneMore.offset))
  return uncounted(rows.length > slice.limit ? rows : await index.page(oneMore), slice)
}

/** Sorts all matches by the order of the list and returns a page of them. */
async function sortedPage({ table, ids }: Listed, matches: number[], { offset, limit }: Slice): Promise<Found> {
  const isMatch = sql<boolean>`${sql.ref(`${table}.id`)} in (select value from json_each(${JSON.stringify(matches)}))`
  const rows = await idsOf(ids().where(isMatch).limit(limit).offset(offset))
  return { rows, total: matches.length, totalRelation: 'eq', hasNext: offset + limit < matches.length }
}

const keyOf = (...parts: string[]) => JSON.stringify(parts)

/** Returns queries of the full-text index for one text. */
function searchIndex(db: Kysely<Schema>, { table, filter, sort, direction, ids }: Listed, folded: string) {
  const name = sql.table(`${table}_search`)
  const id = sql.ref(`${table}.id`)
  const matched = sql`${name} match ${`"${folded.replaceAll('"', '""')}"`}`
  const countRows = async (rowids: RawBuilder<unknown>) => {
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from (${rowids} limit ${maxCounted + 1})`.execute(db)
    return rows[0]?.count ?? 0
  }
  return {
    /** Counts the matches in the table. */
    count: () => countRows(sql`select 1 from ${name} where ${matched}`),
    /** Counts the matches in the list. */
    countListed() {
      const itsRow = ids()
        .clearOrderBy()
        .where(sql<boolean>`${id} = ${name}.rowid`)
      return countRows(sql`select 1 from ${name} where ${matched} and exists ${itsRow}`)
    },
    async page({ offset, limit }: Slice) {
      if (filter || sort !== 'id') {
        return idsOf(
          ids()
            .where(sql<boolean>`${id} in (select rowid from ${name} where ${matched})`)
            .limit(limit)
            .offset(offset),
        )
      }
      const order = sql.raw(direction)
      const page = sql<{
        id: number
      }>`select rowid as id from ${name} where ${matched} order by rowid ${order} limit ${limit} offset ${offset}`
      return (await page.execute(db)).rows.map((row) => row.id)
    },
  }
}
