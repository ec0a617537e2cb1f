import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Kysely, sql } from 'kysely'
import { engineOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { storeFile } from './data-files.ts'

/** With fewer reports, any plan is fast. */
const minReports = 1_000

/**
 * Collects the statistics from which SQLite chooses the indexes of a query, if there are at least twice as many reports
 * as when they were last collected. PostgreSQL collects its own. Returns false if there was nothing to do.
 */
export async function renewStatistics(db: Kysely<Schema>, dataDir: string, signal?: AbortSignal): Promise<boolean> {
  if (engineOf(db) === 'postgres') return false
  const { reports } = await db
    .selectFrom('websites')
    .select(sql<number>`coalesce(sum(reports_count), 0)`.as('reports'))
    .executeTakeFirstOrThrow()
  if (reports < minReports || reports < 2 * (await reportsInStatistics(db))) return false
  const worker = new Worker(new URL('./statistics-worker.ts', import.meta.url), { workerData: storeFile(dataDir) })
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop)
  try {
    // Rejects if the thread fails.
    await once(worker, 'exit')
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  return true
}

/** Returns the number of reports when the statistics were collected, which they begin with. */
async function reportsInStatistics(db: Kysely<Schema>): Promise<number> {
  const tables = await sql`select 1 from sqlite_schema where name = 'sqlite_stat1'`.execute(db)
  if (tables.rows.length === 0) return 0
  const { rows } = await sql<{ stat: string }>`select stat from sqlite_stat1 where idx = 'reports_id'`.execute(db)
  return Number.parseInt(rows[0]?.stat ?? '0', 10)
}
