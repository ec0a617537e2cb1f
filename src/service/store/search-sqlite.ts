import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'
import { countedMatches, type Found, type Ids, idsOf, type Listed, matches, pageOf, servedByIndex, uncountedPage, walk, walkedRows, type Wanted } from './search-walk.ts'
import { whileUnchanged } from './while-unchanged.ts'

/** Lists of so few rows are looked through faster than the search index is asked. */
const smallList = 1000

/**
 * Three ways, and each is quick where it is taken: few rows are looked through; few matches are found first, by the
 * search index or as the rows lie, and then sorted; many matches lie dense in the list's order, which is walked.
 */
export async function searchSqlite(db: Kysely<Schema>, listed: Listed, folded: string, wanted: Wanted): Promise<Found> {
  const { table, filter, sort, direction, total } = listed
  const contains = matches('instr', folded)
  const containing = () => listed.ids().where(contains(`${table}.search_text`))
  const walked = (rows?: number) =>
    whileUnchanged(db, key('walk', table, filter, sort, direction, folded), () => walk(db, table, listed.ids(), contains, rows))
  const fromWalk = async (rows?: number) =>
    pageOf(await walked(rows), wanted, rows === undefined || total <= rows) ?? uncountedPage(containing(), wanted)

  if (total <= smallList) return fromWalk()
  if (!servedByIndex(folded)) {
    if (sort === 'id' || total > walkedRows) return fromWalk(walkedRows)
    const found = await whileUnchanged(db, key('lying', table, filter, folded), () => walk(db, table, listed.byId(), contains))
    return found.length > countedMatches ? fromWalk() : sortedPage(listed, found, wanted)
  }

  const index = searchIndex(db, listed, folded)
  const found = await whileUnchanged(db, key('count', table, folded), () => index.count())
  if (found > countedMatches) return filter ? fromWalk() : uncountedPage(containing(), wanted)
  const count = filter ? await whileUnchanged(db, key('count', table, filter, folded), () => index.countListed()) : found
  const rows = await index.page(wanted)
  return { rows, total: count, totalRelation: 'eq', hasNext: wanted.offset + wanted.limit < count }
}

/** Every match is known: their page in the list's order. */
async function sortedPage({ table, ids }: Listed, found: number[], { offset, limit }: Wanted): Promise<Found> {
  const among = sql<boolean>`${sql.ref(`${table}.id`)} in (select value from json_each(${JSON.stringify(found)}))`
  const rows = await idsOf(ids().where(among).limit(limit).offset(offset))
  return { rows, total: found.length, totalRelation: 'eq', hasNext: offset + limit < found.length }
}

const key = (...parts: string[]) => JSON.stringify(parts)

function searchIndex(db: Kysely<Schema>, { table, filter, sort, direction, ids }: Listed, folded: string) {
  const name = sql.table(`${table}_search`)
  const matched = sql`${name} match ${`"${folded.replaceAll('"', '""')}"`}`
  const counted = async (query: ReturnType<typeof sql<{ count: number }>>) => (await query.execute(db)).rows[0]?.count ?? 0
  // A cross join keeps its order: the matches first, then their rows.
  const listedMatches = (query: Ids) => query.where(sql<boolean>`${sql.ref(`${table}.id`)} in (select rowid from ${name} where ${matched})`)
  return {
    count: () => counted(sql`select count(*) as count from (select 1 from ${name} where ${matched} limit ${countedMatches + 1})`),
    countListed: () => counted(sql`select count(*) as count from (${listedMatches(ids().clearOrderBy())})`),
    async page({ offset, limit }: Wanted) {
      if (filter || sort !== 'id') return idsOf(listedMatches(ids()).limit(limit).offset(offset))
      const order = sql.raw(direction)
      const page = sql<{ id: number }>`select rowid as id from ${name} where ${matched} order by rowid ${order} limit ${limit} offset ${offset}`
      return (await page.execute(db)).rows.map(({ id }) => id)
    },
  }
}
