import { setTimeout as pause } from 'node:timers/promises'
import type { AnalysisStage, FailedAnalysis, OnStage } from '#contract/reports/analysis.ts'
import type { Problem } from '../problem.ts'
import { eventText, heartbeat, heartbeatMs } from './server-sent-events.ts'

/**
 * Yields the server-sent events of an analysis: `stage` when one begins and for each probe request, then `report` with
 * what the response would have been, or `error`. Of stages that follow each other at once only the last is sent.
 */
export async function* analysisEvents(
  analyse: (onStage: OnStage) => Promise<unknown>,
  failureOf: (error: Error) => FailedAnalysis,
): AsyncGenerator<string> {
  let stage: AnalysisStage | null = { name: 'waiting', done: null, total: null }
  let last: string | null = null
  let wake = () => {}
  const end = analyse((next) => {
    stage = next
    wake()
  })
    .then(
      (report) => (last = eventText('report', report)),
      (error: Error) => (last = eventText('error', failureOf(error))),
    )
    .then(() => wake())
  void end
  for (;;) {
    const woken = new Promise<void>((resolve) => (wake = resolve))
    if (stage) yield eventText('stage', stage)
    stage = null
    if (last !== null) return yield last
    const timer = new AbortController()
    const isSilent = await Promise.race([
      woken.then(() => false),
      pause(heartbeatMs, true, { signal: timer.signal, ref: false }).catch(() => false),
    ])
    timer.abort()
    if (isSilent) yield heartbeat
  }
}

/** Returns the data of the event `error`. */
export function failureOf(problem: Problem, requestId: string): FailedAnalysis {
  const { 'Retry-After': retryAfter = null } = problem.headers
  return {
    status: problem.status,
    retry_after: retryAfter === null ? null : Number(retryAfter),
    body: problem.body(requestId),
  }
}
