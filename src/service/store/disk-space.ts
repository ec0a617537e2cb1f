import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { databaseFailure } from './failures.ts'
import type { Schema } from './schema.ts'

export type DiskSpace = {
  /** Records an error of the database. */
  onError(error: unknown): void
  /** Returns whether the disk is full, as a failed write has shown. */
  isFull(db: Kysely<Schema>): Promise<boolean>
}

/** Larger than the space that is left over in pages of the file, in bytes. */
const probeBytes = 48 * 1024

/** Remembers that a write failed because the disk is full, until a write that needs space succeeds. */
export function watchDiskSpace(): DiskSpace {
  let wasFull = false
  return {
    onError(error) {
      if (databaseFailure(error) === 'disk_full') wasFull = true
    },
    async isFull(db) {
      if (wasFull) wasFull = !(await canGrow(db))
      return wasFull
    },
  }
}

async function canGrow(db: Kysely<Schema>): Promise<boolean> {
  const name = 'disk-space-probe'
  // Random, because PostgreSQL compresses long values.
  const value = randomBytes(probeBytes).toString('base64')
  try {
    await db
      .insertInto('meta')
      .values({ name, value })
      .onConflict((c) => c.column('name').doUpdateSet({ value }))
      .execute()
    await db.deleteFrom('meta').where('name', '=', name).execute()
    return true
  } catch (error) {
    if (databaseFailure(error) === 'disk_full') return false
    throw error
  }
}
