import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { fold } from './search-text.ts'

/** A folded text, and the columns of which one must contain it. */
export type Search = { folded: string; columns: readonly SearchColumn[] }

/** The URL or domain of a row, and the title of a report. */
type SearchColumn = 'search_text' | 'title_text'

type Searching = { search: string; titles?: '1' | null }

/** Returns null for a list without a search. */
export function searchOf({ search, titles = null }: Searching): Search | null {
  if (search === '') return null
  return { folded: fold(search), columns: titles === null ? ['search_text'] : ['search_text', 'title_text'] }
}

/** Selects whether a row of a table or alias contains a search. */
export function contains(engine: Engine, { folded, columns }: Search) {
  const position = sql.raw(engine === 'sqlite' ? 'instr' : 'strpos')
  return (table: string): RawBuilder<boolean> =>
    sql`(${sql.join(
      columns.map((column) => sql`${position}(${sql.ref(`${table}.${column}`)}, ${folded}) > 0`),
      sql` or `,
    )})`
}

/** The columns that `contains` reads. */
export const searchedColumns = (table: string, { columns }: Search) =>
  columns.map((column) => sql.ref<string>(`${table}.${column}`).as(column))

/**
 * Splits the searches of a list and of the view around it, which must both match: the longer one uses the search index,
 * because it usually matches fewer rows, and its rows are filtered by the other.
 */
export function splitSearches(one: Searching, other: Searching): Record<'search' | 'secondSearch', Search | null> {
  const [long, short] = one.search.length >= other.search.length ? [one, other] : [other, one]
  return { search: searchOf(long), secondSearch: searchOf(short) }
}
