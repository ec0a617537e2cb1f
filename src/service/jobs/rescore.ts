import { setTimeout as pause } from 'node:timers/promises'
import { ruleset } from '#analyser/catalogue.ts'
import { firstToRescore, type Rejudgeable, reportsToRescore, type RescorePosition } from '#service/store/judgements.ts'
import { judgeAgain, type JudgingDeps, type JudgingOutcome } from './judge-again.ts'

export type RescorePace = {
  /** Reports a transaction. */
  batch: number
  batchesAtOnce: number
  /** Milliseconds between the end of a batch and the next. */
  breath: number
}

export const fullSpeed = (threads: number): RescorePace => ({ batch: 100, batchesAtOnce: threads + 1, breath: 0 })
/** Beside a service that answers: some hundred reports a second at most. */
export const besideOthers: RescorePace = { batch: 10, batchesAtOnce: 1, breath: 40 }

/**
 * Judges every report of an older rule set again. What is done is done: stopped at any time, it goes on from there the
 * next time. `onBatch` is told of each batch, reports that could not be read among them.
 */
export async function rescore(
  deps: JudgingDeps,
  pace: RescorePace,
  onBatch: (outcome: JudgingOutcome) => void,
  signal?: AbortSignal,
): Promise<void> {
  const batches = batchesOf(deps, pace.batch)
  const lane = async () => {
    for await (const reports of batches) {
      if (signal?.aborted) return
      onBatch(await judgeAgain(deps, reports))
      if (pace.breath > 0) await pause(pace.breath)
    }
  }
  await Promise.all(Array.from({ length: pace.batchesAtOnce }, lane))
}

async function* batchesOf({ db }: JudgingDeps, size: number): AsyncGenerator<Rejudgeable[]> {
  let after: RescorePosition = firstToRescore
  for (;;) {
    const reports = await reportsToRescore(db, ruleset, after, size)
    const last = reports.at(-1)
    if (!last) return
    after = { ruleset: last.ruleset, id: last.id }
    yield reports
  }
}
