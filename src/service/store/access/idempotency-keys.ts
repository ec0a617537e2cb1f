import type { Kysely } from 'kysely'
import { dayMs } from '#contract/format/dates.ts'
import type { Schema } from '../schema.ts'

/** Finished writes, so that a repeat of the request does nothing. The hashes are keyed with the service's secret. */
export type IdempotencyKeysTable = {
  /** Hash of the reader, the method, the path and the `Idempotency-Key`. */
  request_hash: string
  /** Hash of the body. */
  content_hash: string
  status: number
  location: string | null
  /** The ID of the created or changed object, as JSON. */
  object_id: string
  created_at: string
}

/** The time in milliseconds that a finished write is kept. */
const keptMs = dayMs

/** A write that can be repeated: keyed hashes of its request and of the content of its body. */
export type WriteHashes = { request_hash: string; content_hash: string }

/** The result of a write. `object_id` is the ID of the created or changed object, as JSON. */
export type FinishedWrite = WriteHashes & { status: number; location: string | null; object_id: string }

const expiredAt = (now: number) => new Date(now - keptMs).toISOString()

export function findFinishedWrite(
  db: Kysely<Schema>,
  requestHash: string,
  now = Date.now(),
): Promise<FinishedWrite | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'content_hash', 'status', 'location', 'object_id'])
    .where('request_hash', '=', requestHash)
    .where('created_at', '>', expiredAt(now))
    .executeTakeFirst()
}

/** Returns false if the request has finished before. PostgreSQL waits for a transaction that is storing the same. */
export async function insertFinishedWrite(
  db: Kysely<Schema>,
  write: FinishedWrite,
  now = Date.now(),
): Promise<boolean> {
  const row = { ...write, created_at: new Date(now).toISOString() }
  const stored = await db
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((c) =>
      c.column('request_hash').doUpdateSet(row).where('idempotency_keys.created_at', '<=', expiredAt(now)),
    )
    .returning('request_hash')
    .executeTakeFirst()
  return stored !== undefined
}

/** Deletes up to `batch` writes that are no longer kept. Returns the number deleted. */
export async function purgeFinishedWrites(db: Kysely<Schema>, now = Date.now(), batch = 500): Promise<number> {
  const expired = db
    .selectFrom('idempotency_keys')
    .select('request_hash')
    .where('created_at', '<=', expiredAt(now))
    .orderBy('created_at')
    .limit(batch)
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('request_hash', 'in', expired)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
