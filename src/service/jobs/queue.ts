import { readPageUrl } from '#service/fetcher/page-url.ts'
import { type AnalyseDeps, analyse, type FinishedReport } from './analyse.ts'
import { createAnalyserPool } from './analyser-pool.ts'
import { createWaitingLine, QueueClosed, type WaitingLine } from './waiting-line.ts'

export const analysesAtOnce = 8
export const placesToWait = 100

export type AnalysisQueue = {
  /** Throws PageRefused, QueueFull or QueueClosed; the signal's reason when it is aborted. */
  analyseNow(urlText: string, signal?: AbortSignal): Promise<FinishedReport>
  warmUp(): Promise<void>
  busy: WaitingLine['busy']
  /** Takes nobody any more; what runs goes on. */
  refuse(): void
  /** Stops at once, whatever runs. */
  close(): Promise<void>
}

/** The one way from a URL to a report: eight at once, a hundred waiting. */
export function createAnalysisQueue({ pool = createAnalyserPool(), ...deps }: Omit<AnalyseDeps, 'pool'> & Partial<AnalyseDeps>): AnalysisQueue {
  const line = createWaitingLine(analysesAtOnce, placesToWait)
  const stop = new AbortController()
  return {
    async analyseNow(urlText, signal) {
      const url = readPageUrl(urlText)
      const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
      return line.run(() => analyse(url, { ...deps, pool }, either), either)
    },
    warmUp: pool.warmUp,
    busy: line.busy,
    refuse: line.close,
    async close() {
      line.close()
      stop.abort(new QueueClosed('The service is shutting down.'))
      await pool.close()
    },
  }
}
