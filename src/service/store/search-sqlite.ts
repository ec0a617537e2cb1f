import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'
import {
  countedMatches,
  type Found,
  idsOf,
  type Listed,
  matches,
  pageOf,
  servedByIndex,
  uncounted,
  uncountedPage,
  walk,
  walkedRows,
  type Wanted,
} from './search-walk.ts'
import { whileUnchanged } from './while-unchanged.ts'

/** Lists of so few rows are looked through faster than the search index is asked. */
const smallList = 1000
/** So many rows are looked through where matches should lie dense, before the search index is asked after all. */
const denseWalk = 20_000

/**
 * Three ways, and each is quick where it is taken: few rows are looked through; few matches are found first, by the
 * search index or as the rows lie, and then sorted; many matches lie dense in the list's order, which is walked.
 */
export async function searchSqlite(db: Kysely<Schema>, listed: Listed, folded: string, wanted: Wanted): Promise<Found> {
  if (listed.total <= smallList) return walkedPage(db, listed, folded, wanted)
  if (!servedByIndex(folded)) return shortSearch(db, listed, folded, wanted)

  const { table, filter, total } = listed
  const index = searchIndex(db, listed, folded)
  const found = await whileUnchanged(db, key('count', table, folded), () => index.count())
  if (found > countedMatches && filter && total <= denseWalk) return walkedPage(db, listed, folded, wanted)
  const count = filter
    ? await whileUnchanged(db, key('count', table, filter, folded), () => index.countListed())
    : found
  if (count > countedMatches) return densePage(db, listed, folded, wanted)
  return {
    rows: await index.page(wanted),
    total: count,
    totalRelation: 'eq',
    hasNext: wanted.offset + wanted.limit < count,
  }
}

async function shortSearch(db: Kysely<Schema>, listed: Listed, folded: string, wanted: Wanted): Promise<Found> {
  const { table, filter, sort, total } = listed
  if (sort === 'id' || total > walkedRows) return walkedPage(db, listed, folded, wanted, walkedRows)
  const contains = matches('instr', folded)
  const found = await whileUnchanged(db, key('lying', table, filter, folded), () =>
    walk(db, table, listed.byId(), contains),
  )
  return found.length > countedMatches ? walkedPage(db, listed, folded, wanted) : sortedPage(listed, found, wanted)
}

/** Looks through the list's order, through all of it or its first `rows`. */
async function walkedPage(
  db: Kysely<Schema>,
  listed: Listed,
  folded: string,
  wanted: Wanted,
  rows?: number,
): Promise<Found> {
  const { table, filter, sort, direction, total, ids } = listed
  const contains = matches('instr', folded)
  const found = await whileUnchanged(db, key('walk', table, filter, sort, direction, folded), () =>
    walk(db, table, ids(), contains, rows),
  )
  const isWhole = rows === undefined || total <= rows
  return pageOf(found, wanted, isWhole) ?? uncountedPage(ids().where(contains(`${table}.search_text`)), wanted)
}

/** Many matches mostly lie dense; where they do not, as those of one domain by URL, they are all taken and sorted. */
async function densePage(db: Kysely<Schema>, listed: Listed, folded: string, wanted: Wanted): Promise<Found> {
  const { table, filter, sort, ids } = listed
  const index = searchIndex(db, listed, folded)
  if (sort === 'id' && !filter) return uncounted(await index.page(oneMore(wanted)), wanted)
  const walked = ids().select(`${table}.search_text`).limit(denseWalk).as('walked')
  const near = db.selectFrom(walked).select('walked.id').where(matches('instr', folded)('walked.search_text'))
  const rows = await idsOf(near.limit(wanted.limit + 1).offset(wanted.offset))
  return uncounted(rows.length > wanted.limit ? rows : await index.page(oneMore(wanted)), wanted)
}

const oneMore = ({ offset, limit }: Wanted): Wanted => ({ offset, limit: limit + 1 })

/** Every match is known: their page in the list's order. */
async function sortedPage({ table, ids }: Listed, found: number[], { offset, limit }: Wanted): Promise<Found> {
  const among = sql<boolean>`${sql.ref(`${table}.id`)} in (select value from json_each(${JSON.stringify(found)}))`
  const rows = await idsOf(ids().where(among).limit(limit).offset(offset))
  return { rows, total: found.length, totalRelation: 'eq', hasNext: offset + limit < found.length }
}

const key = (...parts: string[]) => JSON.stringify(parts)

function searchIndex(db: Kysely<Schema>, { table, filter, sort, direction, ids }: Listed, folded: string) {
  const name = sql.table(`${table}_search`)
  const id = sql.ref(`${table}.id`)
  const matched = sql`${name} match ${`"${folded.replaceAll('"', '""')}"`}`
  const counted = async (rowids: RawBuilder<unknown>) => {
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from (${rowids} limit ${countedMatches + 1})`.execute(db)
    return rows[0]?.count ?? 0
  }
  return {
    count: () => counted(sql`select 1 from ${name} where ${matched}`),
    countListed() {
      const itsRow = ids()
        .clearOrderBy()
        .where(sql<boolean>`${id} = ${name}.rowid`)
      return counted(sql`select 1 from ${name} where ${matched} and exists ${itsRow}`)
    },
    async page({ offset, limit }: Wanted) {
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
