import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { pageIssues } from '#analyser/page-state.ts'
import { deleteReport, type ReadIssues } from '#service/store/reports.ts'
import { expiredReports, findRetention, pagesWithMore, websitesWithRetention } from '#service/store/retention.ts'
import type { Schema } from '#service/store/schema.ts'

/** Pages read at once. */
const pagesAtOnce = 50
/** Lets other requests use the database between two reports. */
const pauseMs = 5

const readIssues: ReadIssues = ({ evaluation, facts: { response } }) =>
  pageIssues(evaluation.results, [response.finalUrl, response.askedUrl])

type Website = { id: number; keep: number }

type Page = { websiteId: number; url: string; keep: number }

/** Yields the pages of a website that have expired reports, and these. */
async function* expiredOf(db: Kysely<Schema>, { id, keep }: Website): AsyncGenerator<{ page: Page; ids: number[] }> {
  for (let after = 0; ;) {
    const pages = await pagesWithMore(db, id, { keep, after, limit: pagesAtOnce })
    for (const { url } of pages) {
      const page = { websiteId: id, url, keep }
      const ids = await expiredReports(db, page)
      if (ids.length > 0) yield { page, ids }
    }
    const last = pages.at(-1)
    if (!last) return
    after = last.id
    await pause(pauseMs)
  }
}

/** Counts the reports that a website would delete now, up to `max`. */
export async function countExpired(db: Kysely<Schema>, website: Website, max: number): Promise<number> {
  let count = 0
  for await (const { ids } of expiredOf(db, website)) {
    count += ids.length
    if (count >= max) return max
  }
  return count
}

/**
 * Deletes the expired reports of all websites, each in its own transaction. Any number of processes can do so, and each
 * can be stopped at any time.
 */
export async function deleteExpiredReports(db: Kysely<Schema>, signal: AbortSignal): Promise<void> {
  for (const website of await websitesWithRetention(db))
    for await (const { page, ids } of expiredOf(db, website)) {
      for (const id of ids) {
        if (signal.aborted) return
        await deleteReport(db, id, readIssues, async (tx) => isExpired(tx, page, id))
        await pause(pauseMs)
      }
    }
}

/** Whether a report has still expired: the setting may have changed, or a share link been created. */
const isExpired = async (db: Kysely<Schema>, page: Page, id: number) =>
  (await findRetention(db, page.websiteId)) === page.keep && (await expiredReports(db, page)).includes(id)
