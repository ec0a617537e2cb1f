import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { deleteReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import {
  type ExpiredReport,
  expiredReports,
  findRetention,
  pagesWithMore,
  websitesWithRetention,
} from '#service/store/websites/retention.ts'

/** Pages read by one statement. */
const pagesAtOnce = 20
/** Lets other requests use the database between two reports or batches of pages. */
const pauseMs = 5

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
    yield await expiredReports(db, { website_id: websiteId, urls: pages.map(({ url }) => url), keep })
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
        await deleteReport(db, report.id, (tx) => isExpired(tx, website, report))
        await pause(pauseMs)
      }
    }
    if (signal.aborted) return
  }
}

/** Checks again that a report has expired: the setting may have changed, or a new share link may need it. */
async function isExpired(db: Kysely<Schema>, { id: websiteId, keep }: Website, { id, url }: ExpiredReport) {
  if ((await findRetention(db, websiteId)) !== keep) return false
  return (await expiredReports(db, { website_id: websiteId, urls: [url], keep })).some((report) => report.id === id)
}
