import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import {
  fillTitleBatch,
  type FoundLinks,
  type FoundPage,
  pagesWithoutLinks,
  type PageWithoutLinks,
  reportsWithoutPage,
  type ReportWithoutPage,
  storeFindings,
  storeLinks,
} from '#service/store/backfill.ts'
import type { Schema } from '#service/store/schema.ts'
import type { AnalyserPool } from './analyser-pool.ts'
import type { Found } from './analyser-worker.ts'
import type { RescorePace } from './rescore.ts'

/** Reports per transaction, and the pause after it, in milliseconds: a few thousand reports a second. */
export const titlePace = { batch: 200, pauseMs: 40 }

export type FillDeps = { db: Kysely<Schema>; pool: Pick<AnalyserPool, 'readFindings'> }

export type Skipped = { id: number; reason: string }

/**
 * Gives every report of an older version its page. It can be stopped at any time and continues from there at the next
 * call. Reports that cannot be read are skipped.
 * @param onSkipped called with the reports of a batch that were skipped
 */
export async function fillPages(
  deps: FillDeps,
  { batch, pauseMs }: Pick<RescorePace, 'batch' | 'pauseMs'>,
  onSkipped: (skipped: Skipped[]) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (let after = 0; !signal?.aborted;) {
    const reports = await reportsWithoutPage(deps.db, after, batch)
    const last = reports.at(-1)
    if (!last) return
    after = last.id
    onSkipped(await fillBatch(deps, reports))
    if (pauseMs > 0) await pause(pauseMs)
  }
}

async function fillBatch({ db, pool }: FillDeps, reports: ReportWithoutPage[]): Promise<Skipped[]> {
  const reportById = new Map(reports.map((report) => [report.id, report]))
  const found: FoundPage[] = []
  const skipped: Skipped[] = []
  for (const one of await readInThread(pool, reports)) {
    const report = reportById.get(one.id)
    if ('unreadable' in one) skipped.push({ id: one.id, reason: one.unreadable })
    else if (report) found.push({ ...one, websiteId: report.websiteId })
  }
  if (found.length > 0) await storeFindings(db, found)
  return skipped
}

/** Reads all reports in one task. If that exceeds a limit, reads each in a task of its own. */
async function readInThread(
  pool: FillDeps['pool'],
  reports: readonly Pick<ReportWithoutPage, 'id' | 'evaluation' | 'facts'>[],
): Promise<Found[]> {
  try {
    // Buffers are copied, because a slice of a larger buffer would be sent to the thread with all of it.
    return await pool.readFindings(
      reports.map(({ id, facts, evaluation }) => ({
        id,
        facts: new Uint8Array(facts),
        old: new Uint8Array(evaluation),
      })),
    )
  } catch (error) {
    const [first, ...others] = reports
    if (first && others.length === 0) return [{ id: first.id, unreadable: (error as Error).message }]
    const found: Found[] = []
    for (const report of reports) found.push(...(await readInThread(pool, [report])))
    return found
  }
}

/**
 * Makes the titles of reports of older versions searchable. It can be stopped at any time and continues from there at
 * the next call.
 */
export async function fillTitles(
  db: Kysely<Schema>,
  { batch, pauseMs }: typeof titlePace,
  signal?: AbortSignal,
): Promise<void> {
  for (let after = 0; !signal?.aborted;) {
    const last = await fillTitleBatch(db, after, batch)
    if (last === undefined) return
    after = last
    if (pauseMs > 0) await pause(pauseMs)
  }
}

/**
 * Stores the links of every page of an older version. It can be stopped at any time and continues from there at the
 * next call. Pages whose report cannot be read are skipped.
 * @param onSkipped called with the reports of a batch that were skipped
 */
export async function fillLinks(
  deps: FillDeps,
  { batch, pauseMs }: Pick<RescorePace, 'batch' | 'pauseMs'>,
  onSkipped: (skipped: Skipped[]) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (let after = 0; !signal?.aborted;) {
    const pages = await pagesWithoutLinks(deps.db, after, batch)
    const last = pages.at(-1)
    if (!last) return
    after = last.pageId
    onSkipped(await fillLinksBatch(deps, pages))
    if (pauseMs > 0) await pause(pauseMs)
  }
}

async function fillLinksBatch({ db, pool }: FillDeps, pages: PageWithoutLinks[]): Promise<Skipped[]> {
  const pageByReport = new Map(pages.map((page) => [page.id, page]))
  const found: FoundLinks[] = []
  const skipped: Skipped[] = []
  for (const one of await readInThread(pool, pages)) {
    const page = pageByReport.get(one.id)
    if ('unreadable' in one) skipped.push({ id: one.id, reason: one.unreadable })
    else if (page) found.push({ ...page, links: one.findings.links ?? [] })
  }
  if (found.length > 0) await storeLinks(db, found)
  return skipped
}
