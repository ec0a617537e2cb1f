import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { PageState } from '#service/store/pages/pages.ts'
import {
  fillTitleBatch,
  pagesWithoutLinks,
  reportsWithoutPage,
  type ReportWithoutPage,
  storePageStates,
  storeLinks,
} from '#service/store/reports/backfill.ts'
import { ownBytes } from '#service/store/reports/packed-json.ts'
import type { Schema } from '#service/store/schema.ts'
import type { AnalyserPool } from './analyser-pool.ts'
import type { StoredReport } from './analyser-worker.ts'
import { runForReports } from './reports-in-thread.ts'
import type { RescorePace } from './rescore.ts'

/** Reports per transaction, and the pause after it, in milliseconds: a few thousand reports a second. */
export const titlePace = { batch: 200, pauseMs: 40 }

export type FillDeps = { db: Kysely<Schema>; pool: Pick<AnalyserPool, 'readPageStates'> }

export type Skipped = { id: number; reason: string }

/** Finds the reports of older versions that lack one kind of data, and stores it for them. */
type Fill<Row extends Readable> = {
  /** Returns the next rows after the one with this key. */
  next(after: number, batch: number): Promise<Row[]>
  keyOf(row: Row): number
  store(found: { row: Row; state: PageState }[]): Promise<void>
}
type Readable = Pick<ReportWithoutPage, 'id' | 'evaluation' | 'facts'>
type Pace = Pick<RescorePace, 'batch' | 'pauseMs'>

/**
 * Gives every report of an older version its page. It can be stopped at any time and continues from there at the next
 * call. Reports that cannot be read are skipped.
 * @param onSkipped called with the reports of a batch that were skipped
 */
export const fillPages = (
  deps: FillDeps,
  pace: Pace,
  onSkipped: (skipped: Skipped[]) => void,
  signal?: AbortSignal,
): Promise<void> =>
  fill(deps, pace, onSkipped, signal, {
    next: (after, batch) => reportsWithoutPage(deps.db, after, batch),
    keyOf: ({ id }) => id,
    store: (found) =>
      storePageStates(
        deps.db,
        found.map(({ row: { id, websiteId }, state }) => ({ id, websiteId, state })),
      ),
  })

/** Stores the links of every page of an older version, as {@link fillPages} gives reports their pages. */
export const fillLinks = (
  deps: FillDeps,
  pace: Pace,
  onSkipped: (skipped: Skipped[]) => void,
  signal?: AbortSignal,
): Promise<void> =>
  fill(deps, pace, onSkipped, signal, {
    next: (after, batch) => pagesWithoutLinks(deps.db, after, batch),
    keyOf: ({ pageId }) => pageId,
    store: (found) =>
      storeLinks(
        deps.db,
        found.map(({ row, state }) => ({ ...row, links: state.links ?? [] })),
      ),
  })

async function fill<Row extends Readable>(
  { pool }: FillDeps,
  { batch, pauseMs }: Pace,
  onSkipped: (skipped: Skipped[]) => void,
  signal: AbortSignal | undefined,
  { next, keyOf, store }: Fill<Row>,
): Promise<void> {
  for (let after = 0; !signal?.aborted;) {
    const rows = await next(after, batch)
    const last = rows.at(-1)
    if (!last) return
    after = keyOf(last)
    const rowById = new Map(rows.map((row) => [row.id, row]))
    const found: { row: Row; state: PageState }[] = []
    const skipped: Skipped[] = []
    const reports = rows.map(({ id, facts, evaluation }): StoredReport => ({
      id,
      facts: ownBytes(facts),
      evaluation: ownBytes(evaluation),
    }))
    for (const one of await runForReports(pool.readPageStates, reports)) {
      const row = rowById.get(one.id)
      if ('unreadable' in one) skipped.push({ id: one.id, reason: one.unreadable })
      else if (row) found.push({ row, state: one.state })
    }
    if (found.length > 0) await store(found)
    onSkipped(skipped)
    if (pauseMs > 0) await pause(pauseMs)
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
