import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { purgeAudit } from '#service/store/access/audit.ts'
import { purgeFinishedWrites } from '#service/store/access/idempotency-keys.ts'
import { purgeCounts } from '#service/store/access/limit-counts.ts'
import { purgeAlerts } from '#service/store/alerts/alerts.ts'
import { purgeJobs } from '#service/store/jobs/commands.ts'
import type { Schema } from '#service/store/schema.ts'
import { purgeVisits } from '#service/store/share-links/share-links.ts'
import { purgeDeletedWebsites } from '#service/store/websites/purge-websites.ts'
import { createPoller } from './poller.ts'
import { deleteExpiredReports } from './retention.ts'

export type Purger = {
  /**
   * Starts removing rows of deleted websites, and expired audit entries, visits, jobs, alerts, counts, idempotency keys
   * and reports. Returns at once.
   */
  wake(): void
  /** Resolves when the current batch is done. The next start continues with the rest. */
  close(): Promise<void>
}

const purges = [purgeDeletedWebsites, purgeAudit, purgeVisits, purgeJobs, purgeAlerts, purgeCounts, purgeFinishedWrites]

/** Counts of rate limits expire fastest. */
const intervalMs = 60 * 60_000
/** Lets other requests use the database between two batches. */
const pauseMs = 5

/**
 * Removes rows in batches, when woken and once an hour, because all but deleted websites expire by age. Expired reports
 * have their own poller: there can be so many that the rows of deleted websites would wait for long.
 */
export function createPurger(db: Kysely<Schema>, onError: (error: unknown) => void): Purger {
  const purgeRows = async (signal: AbortSignal) => {
    for (const purge of purges) await purgeAll(purge, signal).catch(onError)
  }
  const purgeAll = async (purge: (db: Kysely<Schema>) => Promise<number>, signal: AbortSignal) => {
    while (!signal.aborted && (await purge(db)) > 0) await pause(pauseMs)
  }
  const options = { everyMs: intervalMs, onFailure: onError, isAsleep: true }
  const pollers = [
    createPoller(purgeRows, options),
    createPoller((signal) => deleteExpiredReports(db, signal), options),
  ]
  return {
    wake: () => pollers.forEach((poller) => void poller.run()),
    async close() {
      await Promise.all(pollers.map((poller) => poller.close()))
    },
  }
}
