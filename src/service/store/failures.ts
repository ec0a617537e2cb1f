import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** The reason for a database that runs no query. */
export type DatabaseFailure = 'away' | 'disk_full'

/** SQLite reports the second when its index of the log cannot grow. */
const fullCodes = /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|53100)$/
/**
 * Codes of SQLite, PostgreSQL and sockets for a database that is busy, starting, stopping or unreachable, that took too
 * long, or that ended a transaction for the sake of another: a deadlock, for example.
 */
const awayCodes =
  /^(SQLITE_(BUSY|IOERR|LOCKED|READONLY)|08\w{3}$|25P0[34]$|40001$|40P01$|53\w{3}$|57014$|57P0[1235]$|ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$)/
/** Messages of the PostgreSQL client for a broken or closed connection. These errors have no code. */
const awayMessages =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|Query read timeout|timeout e)/

/** Returns undefined if the error is about the query or its data. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (fullCodes.test(String(code))) return 'disk_full'
  return awayCodes.test(String(code)) || awayMessages.test(String(message)) ? 'away' : undefined
}

/** Returns true if a row was rejected because another one has a value that must be unique. */
export const isUniqueViolation = (error: unknown): boolean =>
  /^(SQLITE_CONSTRAINT_UNIQUE|23505)$/.test(String((error as { code?: unknown }).code))

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
