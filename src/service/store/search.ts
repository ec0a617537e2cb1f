import type { Kysely } from 'kysely'
import { engineOf } from './engine.ts'
import type { Schema } from './schema.ts'
import { searchPostgres } from './search-postgres.ts'
import { searchSqlite } from './search-sqlite.ts'
import { fold } from './search-text.ts'
import type { Found, Listed, Wanted } from './search-walk.ts'

/** The ids on a page of the rows that contain `text`, whatever its case. */
export function search(db: Kysely<Schema>, listed: Listed, text: string, wanted: Wanted): Promise<Found> {
  const folded = fold(text)
  return engineOf(db) === 'sqlite'
    ? searchSqlite(db, listed, folded, wanted)
    : searchPostgres(db, listed, folded, wanted)
}
