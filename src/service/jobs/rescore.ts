import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { ruleset } from '#analyser/catalogue.ts'
import { similarity } from '#analyser/facts/fingerprint.ts'
import {
  firstToRescore,
  type RescoredReport,
  type RescorableReport,
  reportsToRescore,
  reportsWithChangedDuplicates,
  type RescorePosition,
  storeRescored,
} from '#service/store/rescoring.ts'
import type { Schema } from '#service/store/schema.ts'
import { findDuplicates } from '#service/store/duplicates.ts'
import type { AnalyserPool } from './analyser-pool.ts'
import type { Rescored, StoredReport } from './analyser-worker.ts'

export type RescoreDeps = { db: Kysely<Schema>; pool: Pick<AnalyserPool, 'rescore'> }

/** `stored` can be less than the number of reports rescored, because some may have been deleted meanwhile. */
export type RescoreOutcome = { stored: number; skipped: { id: number; reason: string }[] }

/**
 * Judges reports by their stored facts and the current ruleset, and stores the results in one transaction. The newest
 * report of a URL is compared with the website's other pages of today. Reports that cannot be rescored stay unchanged.
 */
export async function rescoreReports(
  { db, pool }: RescoreDeps,
  reports: readonly RescorableReport[],
): Promise<RescoreOutcome> {
  const inputs: StoredReport[] = []
  const contextById = new Map<number, Pick<RescoredReport, 'websiteId' | 'domain' | 'site'>>()
  for (const { id, websiteId, domain, page, oldVerdict, facts } of reports) {
    const given = oldVerdict
      ? { oldVerdict: new Uint8Array(oldVerdict) }
      : { site: await findDuplicates(db, websiteId, page, similarity) }
    // Buffers are copied, because a slice of a larger buffer would be sent to the thread with all of it.
    inputs.push({ id, facts: new Uint8Array(facts), ...given })
    contextById.set(id, { websiteId, domain, site: 'site' in given ? given.site : null })
  }
  const judgements: RescoredReport[] = []
  const skipped: RescoreOutcome['skipped'] = []
  for (const rescored of await rescoreInThread(pool, inputs)) {
    const known = contextById.get(rescored.id)
    if ('unreadable' in rescored) skipped.push({ id: rescored.id, reason: rescored.unreadable })
    else if (known) judgements.push({ ...rescored, ...known, verdict: asBuffer(rescored.verdict) })
  }
  return { stored: judgements.length === 0 ? 0 : await storeRescored(db, judgements), skipped }
}

/** Rescores all inputs in one task. If that exceeds a limit, rescores each in a task of its own. */
async function rescoreInThread(pool: RescoreDeps['pool'], inputs: StoredReport[]): Promise<Rescored[]> {
  try {
    return await pool.rescore(inputs)
  } catch (error) {
    const [first, ...others] = inputs
    if (first && others.length === 0) return [{ id: first.id, unreadable: (error as Error).message }]
    const rescored: Rescored[] = []
    for (const input of inputs) rescored.push(...(await rescoreInThread(pool, [input])))
    return rescored
  }
}

/** Structured clone turns a Buffer into a Uint8Array. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** Reports per round of `rescoreDuplicates`. */
const duplicatesBatch = 20
/** Safety limit: rescoring a report can change the duplicates of others. */
const duplicatesRounds = 5
/** Safety limit of the list of ignored reports. */
const maxIgnored = 1_000

/**
 * Rescores reports whose duplicates changed, of one website or of all (null). Returns the IDs of the reports rescored.
 * @param ignored IDs to leave out. Reports that cannot be rescored are added to it.
 */
export async function rescoreDuplicates(
  deps: RescoreDeps,
  websiteId: number | null,
  ignored: Set<number>,
  onSkipped: (skipped: RescoreOutcome['skipped']) => void,
): Promise<Set<number>> {
  const rescored = new Set<number>()
  for (let round = 0; round < duplicatesRounds; round += 1) {
    const reports = await reportsWithChangedDuplicates(deps.db, websiteId, [...ignored], duplicatesBatch)
    if (reports.length === 0) break
    const { skipped } = await rescoreReports(deps, reports)
    for (const { id } of reports) rescored.add(id)
    for (const { id } of skipped) {
      rescored.delete(id)
      ignored.add(id)
    }
    onSkipped(skipped)
    for (const id of ignored) if (ignored.size > maxIgnored) ignored.delete(id)
  }
  return rescored
}

export type RescorePace = {
  /** Reports per transaction. */
  batch: number
  batchesAtOnce: number
  /** Pause after each batch, in milliseconds. */
  pauseMs: number
}

export const fullSpeed = (threads: number): RescorePace => ({ batch: 100, batchesAtOnce: threads + 1, pauseMs: 0 })
/** At most a few hundred reports a second, so that the running service stays responsive. */
export const backgroundPace: RescorePace = { batch: 10, batchesAtOnce: 1, pauseMs: 40 }

/**
 * Rescores every report of an older ruleset. It can be stopped at any time and continues from there at the next call.
 * @param onBatch called after each batch
 */
export async function rescoreOutdated(
  deps: RescoreDeps,
  { batch, batchesAtOnce, pauseMs }: RescorePace,
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
  await Promise.all(Array.from({ length: batchesAtOnce }, consumeBatches))
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
