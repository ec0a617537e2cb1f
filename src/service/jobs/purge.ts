import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { restoreMs } from '#contract/responses/envelope.ts'
import { purgeAudit } from '#service/store/access/audit.ts'
import { purgeFinishedWrites } from '#service/store/access/idempotency-keys.ts'
import { purgeCounts } from '#service/store/access/limit-counts.ts'
import { purgeAlerts } from '#service/store/alerts/alerts.ts'
import { purgeCrawls } from '#service/store/crawls/purging.ts'
import { purgeJobs } from '#service/store/jobs/commands.ts'
import { deleteReport, purgeDeletedReports } from '#service/store/reports/deleted-reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { purgeVisits } from '#service/store/share-links/share-links.ts'
import { releaseFreePages } from '#service/store/sqlite/free-pages.ts'
import { purgeDeletedWebsites } from '#service/store/websites/purge-websites.ts'
import {
  type ExpiredReport,
  expiredReports,
  findRetention,
  pagesWithMore,
  websitesWithRetention,
} from '#service/store/websites/retention.ts'
import { createPoller } from './poller.ts'

export type Purger = {
  /**
   * Starts removing rows of deleted websites and reports that can no longer be restored, and expired audit entries,
   * visits, jobs, alerts, counts, idempotency keys and reports. Gives their space back to the disk. Returns at once.
   */
  wake(): void
  /** Resolves when the current batch is done. The next start continues with the rest. */
  close(): Promise<void>
}

type Purge = (db: Kysely<Schema>, options: { isDiskFull: boolean }) => Promise<number>

const purges: Purge[] = [
  purgeDeletedWebsites,
  purgeDeletedReports,
  ...[
    purgeAudit,
    purgeVisits,
    purgeJobs,
    purgeCrawls,
    purgeAlerts,
    purgeCounts,
    purgeFinishedWrites,
    releaseFreePages,
  ].map(
    (purge): Purge =>
      (db) =>
        purge(db),
  ),
]

/** Deleted rows are kept for as long, so that they can be restored. */
const rowsMs = restoreMs
const expiredReportsMs = 60 * 60_000
/** Lets other requests use the database between two batches or expired reports. */
const pauseMs = 5

/**
 * Removes rows in batches, when woken and every ten minutes. Expired reports have their own poller: there can be so
 * many that the rows of deleted websites would wait for long.
 * @param isDiskFull if true, deleted rows don't wait until they can no longer be restored
 */
export function createPurger(db: Kysely<Schema>, onError: (error: unknown) => void, isDiskFull = () => false): Purger {
  const purgeRows = async (signal: AbortSignal) => {
    for (const purge of purges) await purgeAll(purge, signal).catch(onError)
  }
  const purgeAll = async (purge: Purge, signal: AbortSignal) => {
    while (!signal.aborted && (await purge(db, { isDiskFull: isDiskFull() })) > 0) await pause(pauseMs)
  }
  const options = { onFailure: onError, isAsleep: true }
  const pollers = [
    createPoller(purgeRows, { ...options, everyMs: rowsMs }),
    createPoller((signal) => deleteExpiredReports(db, signal), { ...options, everyMs: expiredReportsMs }),
  ]
  return {
    wake: () => pollers.forEach((poller) => void poller.run()),
    async close() {
      await Promise.all(pollers.map((poller) => poller.close()))
    },
  }
}

/** Pages read by one statement. */
const pagesAtOnce = 20

type Website = { id: number; keep: number }

/** Yields the expired reports of a website, by batches of pages, until `signal` is aborted. */
async function* expiredOf(
  db: Kysely<Schema>,
  { id: websiteId, keep }: Website,
  signal?: AbortSignal,
): AsyncGenerator<ExpiredReport[]> {
  for (let after = 0; !signal?.aborted;) {
    const pages = await pagesWithMore(db, websiteId, { keep, after, limit: pagesAtOnce })
    const last = pages.at(-1)
    if (!last) return
    yield await expiredReports(db, { website_id: websiteId, pages: pages.map(({ id }) => id), keep })
    after = last.id
    await pause(pauseMs)
  }
}

/** Counts the reports that a website would delete now, up to `max`, or those found until `signal` is aborted. */
export async function countExpired(
  db: Kysely<Schema>,
  website: Website,
  max: number,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  for await (const reports of expiredOf(db, website, signal)) {
    count += reports.length
    if (count >= max) return max
  }
  return count
}

/**
 * Deletes the expired reports of all websites, each in its own transaction. Any number of processes can do so, and each
 * can be stopped at any time.
 */
export async function deleteExpiredReports(db: Kysely<Schema>, signal: AbortSignal): Promise<void> {
  for (const website of await websitesWithRetention(db)) {
    for await (const reports of expiredOf(db, website, signal)) {
      for (const report of reports) {
        if (signal.aborted) return
        await deleteReport(db, report.id, { isDue: (tx) => isExpired(tx, website, report) })
        await pause(pauseMs)
      }
    }
    if (signal.aborted) return
  }
}

/** Checks again that a report has expired: the setting may have changed, or a new share link may need it. */
async function isExpired(db: Kysely<Schema>, { id: websiteId, keep }: Website, { id, page_id }: ExpiredReport) {
  if ((await findRetention(db, websiteId)) !== keep) return false
  return (await expiredReports(db, { website_id: websiteId, pages: [page_id], keep })).some(
    (report) => report.id === id,
  )
}
