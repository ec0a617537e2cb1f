import type { Kysely } from 'kysely'
import { engineOf } from './engine.ts'
import type { Listed } from './list.ts'
import type { Schema } from './schema.ts'
import { searchPostgres } from './search-postgres.ts'
import { searchSqlite } from './search-sqlite.ts'
import { fold } from './search-text.ts'
import type { Found, Slice } from './search-walk.ts'

/** Returns ids of a list's rows that contain `text`, ignoring case. */
export function search(db: Kysely<Schema>, listed: Listed, text: string, slice: Slice): Promise<Found> {
  const folded = fold(text)
  return engineOf(db) === 'sqlite' ? searchSqlite(db, listed, folded, slice) : searchPostgres(db, listed, folded, slice)
}
