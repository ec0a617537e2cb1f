import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { purgeAudit } from '#service/store/access/audit.ts'
import { purgeCounts } from '#service/store/access/limit-counts.ts'
import { purgeAlerts } from '#service/store/alerts/alerts.ts'
import { purgeJobs } from '#service/store/jobs/commands.ts'
import type { Schema } from '#service/store/schema.ts'
import { purgeVisits } from '#service/store/share-links/share-links.ts'
import { purgeDeletedWebsites } from '#service/store/websites/purge-websites.ts'
import { deleteExpiredReports } from './retention.ts'

export type Purger = {
  /**
   * Starts removing rows of deleted websites, and expired audit entries, visits, jobs, counts and reports. Returns at
   * once.
   */
  wake(): void
  /** Resolves when the current batch is done. The next start continues with the rest. */
  close(): Promise<void>
}

/** Counts of rate limits expire fastest. */
const intervalMs = 60 * 60_000
/** Lets other requests use the database between two batches. */
const pauseMs = 5

/**
 * Removes rows in batches, when woken and once an hour, because audit entries, visits and jobs expire by age. Expired
 * reports have their own loop: there can be so many that the rows of deleted websites would wait for long.
 */
export function createPurger(db: Kysely<Schema>, onError: (error: unknown) => void): Purger {
  const purgeRows = async (signal: AbortSignal) => {
    for (const purge of [purgeDeletedWebsites, purgeAudit, purgeVisits, purgeJobs, purgeAlerts, purgeCounts])
      await purgeAll(purge, signal).catch(onError)
  }
  const purgeAll = async (purge: (db: Kysely<Schema>) => Promise<number>, signal: AbortSignal) => {
    while (!signal.aborted && (await purge(db)) > 0) await pause(pauseMs)
  }
  const loops = [createLoop(purgeRows, onError), createLoop((signal) => deleteExpiredReports(db, signal), onError)]
  const wake = () => loops.forEach((loop) => loop.wake())
  const hourly = setInterval(wake, intervalMs).unref()
  return {
    wake,
    async close() {
      clearInterval(hourly)
      await Promise.all(loops.map((loop) => loop.close()))
    },
  }
}

/** Works when woken, and once more if woken meanwhile. */
function createLoop(work: (signal: AbortSignal) => Promise<void>, onError: (error: unknown) => void): Purger {
  const stop = new AbortController()
  let isRequested = false
  let running: Promise<void> | undefined

  async function run() {
    while (isRequested && !stop.signal.aborted) {
      isRequested = false
      await work(stop.signal)
    }
  }

  function wake() {
    isRequested = true
    running ??= run().catch(onError).finally(onFinished)
  }

  function onFinished() {
    running = undefined
    if (isRequested && !stop.signal.aborted) wake()
  }

  return {
    wake,
    async close() {
      stop.abort()
      await running
    },
  }
}
