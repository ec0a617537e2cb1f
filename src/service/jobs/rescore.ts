import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { ruleset } from '#analyser/catalogue.ts'
import type { LaterFacts } from '#analyser/page-facts.ts'
import { databaseFailure } from '#service/store/failures.ts'
import { asBuffer, ownBytes } from '#service/store/reports/report-payloads.ts'
import {
  firstToRescore,
  type NewEvaluation,
  type RescorableReport,
  reportsToRescore,
  type RescorePosition,
  storeEvaluations,
} from '#service/store/reports/rescoring.ts'
import type { Schema } from '#service/store/schema.ts'
import type { AnalyserPool } from './analyser-pool.ts'
import type { Rescored, StoredReport } from './analyser-worker.ts'

export type RescoreDeps = { db: Kysely<Schema>; pool: Pick<AnalyserPool, 'rescore'> }

/** `stored` can be less than the number of reports rescored, because some may have been deleted meanwhile. */
export type RescoreOutcome = { stored: number; skipped: { id: number; reason: string }[] }

/**
 * Evaluates reports by their stored facts and the current ruleset, and stores the results in one transaction. Reports
 * that cannot be rescored stay unchanged.
 */
async function rescoreReports(
  { db, pool }: RescoreDeps,
  reports: readonly RescorableReport[],
): Promise<RescoreOutcome> {
  const inputs = reports.map(({ id, facts, evaluation, later_facts }): StoredReport => ({
    id,
    facts: ownBytes(facts),
    evaluation: ownBytes(evaluation),
    later: later_facts === null ? null : (JSON.parse(later_facts) as LaterFacts),
  }))
  const reportById = new Map(reports.map((report) => [report.id, report]))
  const evaluations: NewEvaluation[] = []
  const skipped: RescoreOutcome['skipped'] = []
  for (const rescored of await rescoreInThread(pool, inputs)) {
    const report = reportById.get(rescored.id)
    if ('unreadable' in rescored) skipped.push({ id: rescored.id, reason: rescored.unreadable })
    else if (report)
      evaluations.push({ ...rescored, website_id: report.website_id, evaluation: asBuffer(rescored.evaluation) })
  }
  const now = new Date().toISOString()
  return { stored: evaluations.length === 0 ? 0 : await storeEvaluations(db, evaluations, now), skipped }
}

/**
 * Rescores all reports in one thread at once. If that exceeds a limit, rescores each alone. A report that exceeds one
 * alone is unreadable.
 */
async function rescoreInThread(pool: RescoreDeps['pool'], reports: StoredReport[]): Promise<Rescored[]> {
  try {
    return await pool.rescore(reports)
  } catch (error) {
    const [first, ...others] = reports
    if (first && others.length === 0) return [{ id: first.id, unreadable: (error as Error).message }]
    const rescored: Rescored[] = []
    for (const report of reports) rescored.push(...(await rescoreInThread(pool, [report])))
    return rescored
  }
}

export type RescorePace = {
  /** Reports per transaction. */
  batch: number
  concurrentBatches: number
  /** Pause after each batch, in milliseconds. */
  pauseMs: number
}

export const fullSpeed = (threads: number): RescorePace => ({ batch: 100, concurrentBatches: threads + 1, pauseMs: 0 })
/** At most a few hundred reports a second, so that the running service stays responsive. */
export const backgroundPace: RescorePace = { batch: 10, concurrentBatches: 1, pauseMs: 40 }

/**
 * Rescores every report of an older ruleset. It can be stopped at any time and continues from there at the next call.
 * @param onBatch called after each batch
 */
export async function rescoreOutdated(
  deps: RescoreDeps,
  { batch, concurrentBatches, pauseMs }: RescorePace,
  onBatch: (outcome: RescoreOutcome) => void,
  signal?: AbortSignal,
): Promise<void> {
  const batches = outdatedReports(deps, batch)
  const consumeBatches = async () => {
    for await (const reports of batches) {
      if (signal?.aborted) return
      onBatch(await rescoreReports(deps, reports))
      if (pauseMs > 0) await pause(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: concurrentBatches }, consumeBatches))
}

async function* outdatedReports({ db }: RescoreDeps, batch: number): AsyncGenerator<RescorableReport[]> {
  let after: RescorePosition = firstToRescore
  for (;;) {
    const reports = await reportsToRescore(db, ruleset, after, batch)
    const last = reports.at(-1)
    if (!last) return
    after = { ruleset: last.ruleset, id: last.id }
    yield reports
  }
}

export type Rescorer = {
  start(): void
  /** Stops after the current batch. The next start of the service continues from there. */
  close(): Promise<void>
}

const defaultRetryMs = 60_000

/**
 * Rescores the reports of older rulesets while the service runs. Continues `retryMs` after a failure of the database,
 * with those that are left.
 */
export function createRescorer(
  deps: RescoreDeps,
  onError: (error: unknown, message: string) => void,
  retryMs = defaultRetryMs,
): Rescorer {
  const stop = new AbortController()
  const onBatch = ({ skipped }: RescoreOutcome) => {
    for (const { id, reason } of skipped) onError(new Error(reason), `report ${id} couldn't be read`)
  }
  /** This is not a poller: it ends when all reports are rescored. */
  async function rescoreAll() {
    try {
      await rescoreOutdated(deps, backgroundPace, onBatch, stop.signal)
    } catch (error) {
      onError(error, "older reports couldn't be rescored")
      if (databaseFailure(error) === undefined) return
      await pause(retryMs, undefined, { signal: stop.signal }).catch(() => {})
      if (!stop.signal.aborted) await rescoreAll()
    }
  }
  let rescoring: Promise<void> | undefined
  return {
    start() {
      rescoring ??= rescoreAll()
    },
    async close() {
      stop.abort()
      await rescoring
    },
  }
}
