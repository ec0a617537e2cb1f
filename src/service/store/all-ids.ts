import type { Compilable, Kysely } from 'kysely'
import { eachRow } from './each-row.ts'
import { engineOf } from './engine.ts'
import type { Schema } from './schema.ts'
import { search } from './search.ts'
import { fold } from './search-text.ts'
import { countedMatches, type Listed, matches, servedByIndex } from './search-walk.ts'

/** Every id of a list, in its order, once each, as it was at one moment. A search is not cut, however much it matches. */
export async function allIds(db: Kysely<Schema>, listed: Listed, text: string, signal: AbortSignal): Promise<number[]> {
  if (text === '') return gather(db, listed.ids(), signal)
  const folded = fold(text)
  // Few matches are found by the search index; many are walked to, and so are those of one or two characters.
  if (servedByIndex(folded)) {
    const { totalRelation, total } = await search(db, listed, text, { offset: 0, limit: 1 })
    if (totalRelation === 'eq')
      return total === 0 ? [] : (await search(db, listed, text, { offset: 0, limit: countedMatches })).rows
  }
  const contains = matches(engineOf(db) === 'sqlite' ? 'instr' : 'strpos', folded)
  return gather(db, listed.ids().select(contains(`${listed.table}.search_text`).as('found')), signal)
}

/** Rows that are not `found` are walked past a thousand at a time as well, so that sparse matches hold nobody up. */
async function gather(
  db: Kysely<Schema>,
  query: Compilable<{ id: number; found?: boolean | number }>,
  signal: AbortSignal,
): Promise<number[]> {
  const ids: number[] = []
  const keep = ({ id, found = true }: { id: number; found?: boolean | number }) => {
    if (found) ids.push(id)
  }
  await eachRow(db, query, keep, signal)
  return ids
}
