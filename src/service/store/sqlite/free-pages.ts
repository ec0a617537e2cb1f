import { type Kysely, sql } from 'kysely'
import { engineOf } from '../engine.ts'
import type { Schema } from '../schema.ts'

/** Pages of a step, 2 MB, so that other writes wait for milliseconds only. */
const pagesAtOnce = 500

/**
 * Gives some of the pages that deleted rows have left free back to the disk. Returns their number; repeat until it is
 * 0. PostgreSQL reuses the space of deleted rows itself.
 */
export async function releaseFreePages(db: Kysely<Schema>): Promise<number> {
  if (engineOf(db) === 'postgres') return 0
  const before = await freePages(db)
  if (before === 0) return 0
  await sql.raw(`pragma incremental_vacuum(${pagesAtOnce})`).execute(db)
  return Math.max(0, before - (await freePages(db)))
}

async function freePages(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db)
  return rows[0]?.freelist_count ?? 0
}
