import { readPageUrl } from '#service/fetcher/page-url.ts'
import { type AnalyseDeps, analyse, type FinishedReport } from './analyse.ts'
import { createAnalyserPool } from './analyser-pool.ts'
import { createBoundedQueue, QueueClosed } from './bounded-queue.ts'
import { backgroundPace, rescoreOutdated, type RescoreOutcome } from './rescore.ts'

export const maxRunningAnalyses = 8
export const maxWaitingAnalyses = 100

export type AnalysisQueue = {
  /**
   * @param keyId of the API key that asks. Keys take turns when analyses have to wait.
   * @throws PageRefused, QueueFull or QueueClosed; the signal's reason when it is aborted
   */
  analyseNow(urlText: string, keyId: string, signal?: AbortSignal): Promise<FinishedReport>
  /** Rescores reports of older rulesets in the background. */
  rescoreInBackground(): void
  /** Rejects everything that waits and everything new. Running analyses continue. */
  stopAccepting(): void
  /** Aborts everything, running analyses included. */
  close(): Promise<void>
}

export type QueueOptions = Omit<AnalyseDeps, 'pool'> &
  Partial<AnalyseDeps> & { onError?: (error: unknown, message: string) => void }

/** Every analysis goes through this queue, which limits how many run and wait. */
export function createAnalysisQueue({
  pool = createAnalyserPool(),
  onError = () => {},
  ...given
}: QueueOptions): AnalysisQueue {
  const queue = createBoundedQueue(maxRunningAnalyses, maxWaitingAnalyses)
  const stop = new AbortController()
  const deps = { ...given, pool }
  const reportSkipped = (skipped: RescoreOutcome['skipped']) => {
    for (const { id, reason } of skipped) onError(new Error(reason), `report ${id} could not be rescored`)
  }
  let background: Promise<void> | undefined
  return {
    async analyseNow(urlText, keyId, signal) {
      const url = readPageUrl(urlText)
      const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
      return queue.run(() => analyse(url, deps, either), { key: keyId, host: url.host, signal: either })
    },
    rescoreInBackground() {
      background ??= rescoreOutdated(deps, backgroundPace, ({ skipped }) => reportSkipped(skipped), stop.signal).catch(
        (error: unknown) => onError(error, 'reports of older rulesets could not be rescored'),
      )
    },
    stopAccepting: queue.close,
    async close() {
      queue.close()
      stop.abort(new QueueClosed('The service is shutting down.'))
      await background
      await pool.close()
    },
  }
}
