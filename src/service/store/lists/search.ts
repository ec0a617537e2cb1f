import type { Kysely } from 'kysely'
import { engineOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import type { FilteredList } from './list.ts'
import { searchPostgres } from './search-postgres.ts'
import { searchSqlite } from './search-sqlite.ts'
import type { Search } from './search-term.ts'
import type { Found, Slice } from './search-walk.ts'

/** Returns IDs of a list's rows that contain its search, ignoring case. */
export function search(db: Kysely<Schema>, list: FilteredList, searched: Search, slice: Slice): Promise<Found> {
  return engineOf(db) === 'sqlite' ? searchSqlite(db, list, searched, slice) : searchPostgres(db, list, searched, slice)
}
