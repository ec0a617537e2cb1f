import { type Kysely, type RawBuilder, sql } from 'kysely'
import { normaliseEscapes } from '#contract/url-key.ts'
import { type Engine, engineOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import {
  aliasOf,
  and,
  columnOf,
  countAll,
  type CountedList,
  countRows,
  type Ids,
  idsOf,
  type List,
  maxCounted,
  orderOf,
  type Search,
  selectRows,
  type Slice,
  sliceOf,
  type Total,
} from './list.ts'
import { fold } from './search-text.ts'

/** Rows that are read for a search of one or two characters, which no index serves. */
export const maxScanned = 200_000

/** Returns null for a list without a search. */
export function searchOf({ search, titles = null }: { search: string; titles?: '1' | null }): Search | null {
  if (search === '') return null
  return {
    folded: fold(normaliseEscapes(search)),
    columns: titles === null ? ['search_text'] : ['search_text', 'title_text'],
  }
}

/** Selects whether a row of a table or alias contains a search. */
export function contains(engine: Engine, { folded, columns }: Search, table: string): RawBuilder<boolean> {
  const position = sql.raw(engine === 'sqlite' ? 'instr' : 'strpos')
  const found = columns.map((column) => sql`${position}(${sql.ref(`${table}.${column}`)}, ${folded}) > 0`)
  return sql`(${sql.join(found, sql` or `)})`
}

/** A trigram index needs three characters, counted in code points. */
const isIndexed = ({ folded }: Search) => [...folded].length >= 3

/** Selects the IDs of all rows of a table that contain a search, by its index. */
function indexedMatches(engine: Engine, table: List['table'], { folded, columns }: Search): Ids {
  if (engine === 'postgres') {
    const pattern = `%${folded.replace(/[\\%_]/g, String.raw`\$&`)}%`
    const found = columns.map((column) => sql`m.${sql.ref(column)} like ${pattern}`)
    return sql`select m.id from ${sql.table(table)} as m where ${sql.join(found, sql` or `)}`
  }
  const phrase = `"${folded.replaceAll('"', '""')}"`
  const found = columns.map((column) => {
    const index = sql.table(column === 'search_text' ? `${table}_search` : 'reports_titles')
    return sql`select rowid as id from ${index} where ${index} match ${phrase}`
  })
  // In this order, both indexes are read only as far as a limit needs.
  return sql`select id from (${sql.join(found, sql` union `)} order by id) as m`
}

/** A plan to find rows with some searches: by conditions and, if no index finds them, by reading rows. */
export type Searched = { conditions: RawBuilder<boolean>[]; scanned: Search | null }

/** Finds the rows that contain a list's search and that of its view. */
export async function findSearches(
  db: Kysely<Schema>,
  table: List['table'],
  given: readonly { search: string; titles?: '1' | null }[],
): Promise<Searched> {
  const engine = engineOf(db)
  const searches = given.flatMap((text) => searchOf(text) ?? [])
  // The longest is usually in the fewest rows.
  const [longest, ...others] = searches.toSorted((a, b) => b.folded.length - a.folded.length)
  if (!longest) return { conditions: [], scanned: null }
  const conditions = others.map((search) => contains(engine, search, aliasOf({ table })))
  if (!isIndexed(longest)) return { conditions, scanned: longest }
  const matches = indexedMatches(engine, table, longest)
  if ((await countRows(db, matches)).totalRelation === 'gte') return { conditions, scanned: longest }
  const [id, all] = [columnOf({ table }, 'id'), sql`(${matches} limit ${maxCounted})`]
  // PostgreSQL would compare the rows of a list in its order with all matches, one by one. An array is read once.
  const isMatch = engine === 'postgres' ? sql<boolean>`${id} = any(array${all})` : sql<boolean>`${id} in ${all}`
  return { conditions: [...conditions, isMatch], scanned: null }
}

/** Selects the first of a list's rows that contain a search, or the last. Reads this number of rows at most. */
export function scan(db: Kysely<Schema>, list: List, search: Search, rows: number, backwards = false): Ids {
  const columns = sql.join(['id', ...search.columns].map((name) => columnOf(list, name)))
  const scanned = sql`${selectRows(list, [], columns)} order by ${orderOf(list, backwards)} limit ${rows}`
  return sql`select scanned.id from (${scanned}) as scanned where ${contains(engineOf(db), search, 'scanned')}`
}

/** Counts the rows of a list that contain a search: of a long list by the index, if there is one for the search. */
export async function scannedTotal(db: Kysely<Schema>, list: CountedList, search: Search): Promise<Total> {
  const length = await list.count()
  if (isIndexed(search) && (length.totalRelation === 'gte' || length.total > maxCounted))
    return indexedTotal(db, list, search)
  // Rows are read fastest in the order of the table.
  const found = await countRows(db, scan(db, { ...list, sort: 'id' }, search, maxScanned))
  const isComplete = found.totalRelation === 'eq' && !(await hasMoreRows(db, list, maxScanned))
  return { total: found.total, totalRelation: isComplete ? 'eq' : 'gte' }
}

/** Counts the rows of a list among the first matches of the index. They are read in the order of the table. */
async function indexedTotal(db: Kysely<Schema>, list: List, search: Search): Promise<Total> {
  const matches = sql`${indexedMatches(engineOf(db), list.table, search)} limit ${maxScanned}`
  const [table, id] = [sql`${sql.table(list.table)} as ${sql.ref(aliasOf(list))}`, columnOf(list, 'id')]
  // SQLite reads the tables of a cross join in their order, and so stops at the limit.
  const join = sql.raw(engineOf(db) === 'sqlite' ? 'cross join' : 'join')
  const found = await countRows(
    db,
    sql`select ${id} from (${matches}) as matches ${join} ${table} on ${id} = matches.id where ${and(list.conditions)}`,
  )
  const isComplete = found.totalRelation === 'eq' && (await countAll(db, matches)) < maxScanned
  return { total: found.total, totalRelation: isComplete ? 'eq' : 'gte' }
}

async function hasMoreRows(db: Kysely<Schema>, list: CountedList, rows: number): Promise<boolean> {
  const { total, totalRelation } = await list.count()
  if (totalRelation === 'eq') return total > rows
  return (await idsOf(db, sql`${selectRows(list)} ${sliceOf({ offset: rows, limit: 1 })}`)).length > 0
}

/**
 * Returns the IDs of a list's rows that contain a search. If its many matches are not frequent there, such as those of
 * one domain in a list by URL, all are found by the index and sorted.
 */
export async function scannedIds(
  db: Kysely<Schema>,
  list: CountedList,
  search: Search,
  slice: Slice,
): Promise<number[]> {
  const { offset, limit } = slice
  const rows = isIndexed(search) ? 5_000 + 20 * (offset + limit) : maxScanned
  const ids = await idsOf(db, sql`${scan(db, list, search, rows)} ${sliceOf(slice)}`)
  if (ids.length === limit || !isIndexed(search) || !(await hasMoreRows(db, list, rows))) return ids
  const matches = indexedMatches(engineOf(db), list.table, search)
  const isMatch = sql<boolean>`${columnOf(list, 'id')} in (${matches})`
  return idsOf(db, sql`${selectRows(list, [isMatch])} order by ${orderOf(list)} ${sliceOf(slice)}`)
}
