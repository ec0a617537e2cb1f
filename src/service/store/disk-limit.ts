import { statSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { type Engine, engineOf } from './engine.ts'
import type { Schema } from './schema.ts'
import { storeFile } from './sqlite/data-files.ts'

/**
 * Returns the bytes that the database takes on the disk. On SQLite without the pages of deleted rows, which new rows
 * fill first; PostgreSQL doesn't tell them from others.
 */
export async function databaseBytes(db: Kysely<Schema>, dataDir: string): Promise<number> {
  const { rows } = await sizes[engineOf(db)].execute(db)
  const inFile = Number(rows[0]?.bytes)
  return engineOf(db) === 'sqlite' ? inFile + logBytes(dataDir) : inFile
}

const sizes: Record<Engine, ReturnType<typeof sql<{ bytes: number }>>> = {
  sqlite: sql`select (page_count - freelist_count) * page_size as bytes
    from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`,
  postgres: sql`select pg_database_size(current_database()) as bytes`,
}

/** The size of SQLite's write-ahead log. */
const logBytes = (dataDir: string): number =>
  statSync(`${storeFile(dataDir)}-wal`, { throwIfNoEntry: false })?.size ?? 0

export type DiskLimit = {
  /** Returns true if the database was as large as it may be when it was last measured. */
  isReached(): boolean
  /** Measures the database. */
  measure(): Promise<void>
}

/** @param maxBytes null for no limit */
export function createDiskLimit(db: Kysely<Schema>, dataDir: string, maxBytes: number | null): DiskLimit {
  let isReached = false
  return {
    isReached: () => isReached,
    async measure() {
      if (maxBytes !== null) isReached = (await databaseBytes(db, dataDir)) >= maxBytes
    },
  }
}
