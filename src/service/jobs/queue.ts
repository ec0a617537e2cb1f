import { readPageUrl } from '#service/fetcher/page-url.ts'
import { type AnalyseDeps, analyse, asStored, type FinishedReport } from './analyse.ts'
import { createAnalyserPool } from './analyser-pool.ts'
import { settleTwins, type JudgingOutcome } from './judge-again.ts'
import { besideOthers, rescore } from './rescore.ts'
import { createWaitingLine, QueueClosed, type WaitingLine } from './waiting-line.ts'

export const analysesAtOnce = 8
export const placesToWait = 100

export type AnalysisQueue = {
  /** Throws PageRefused, QueueFull or QueueClosed; the signal's reason when it is aborted. */
  analyseNow(urlText: string, signal?: AbortSignal): Promise<FinishedReport>
  /** After a report is gone: judges again whom it leaves unique. What fails is told to `onFault` and tried again at the next start. */
  settleTwins(websiteId: number): Promise<void>
  /** In the background: what was left to judge again, then reports of older rule sets. */
  rescore(): void
  busy: WaitingLine['busy']
  /** Takes nobody any more; what runs goes on. */
  refuse(): void
  /** Stops at once, whatever runs. */
  close(): Promise<void>
}

export type QueueOptions = Omit<AnalyseDeps, 'pool'> &
  Partial<AnalyseDeps> & { onFault?: (error: unknown, what: string) => void }

/** The one way from a URL to a report: eight at once, a hundred waiting. */
export function createAnalysisQueue({
  pool = createAnalyserPool(),
  onFault = () => {},
  ...given
}: QueueOptions): AnalysisQueue {
  const line = createWaitingLine(analysesAtOnce, placesToWait)
  const stop = new AbortController()
  const deps = { ...given, pool }
  const tellSkipped = (skipped: JudgingOutcome['skipped']) => {
    for (const { id, reason } of skipped) onFault(new Error(reason), `report ${id} was not judged again`)
  }
  const passedOver = new Set<number>()
  const settle = (websiteId: number | null) =>
    settleTwins(deps, websiteId, passedOver, tellSkipped).catch((error: unknown) => {
      onFault(error, 'reports whose twins changed were not judged again')
      return new Set<number>()
    })
  let background: Promise<void> | undefined
  return {
    async analyseNow(urlText, signal) {
      const url = readPageUrl(urlText)
      const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
      const report = await line.run(() => analyse(url, deps, either), either)
      const judgedAgain = await settle(report.record.websiteId)
      return judgedAgain.has(report.record.id) ? await asStored(deps.db, report) : report
    },
    async settleTwins(websiteId) {
      await settle(websiteId)
    },
    rescore() {
      background ??= settle(null)
        .then(() => rescore(deps, besideOthers, ({ skipped }) => tellSkipped(skipped), stop.signal))
        .catch((error: unknown) => onFault(error, 'reports of older rule sets were not judged again'))
    },
    busy: line.busy,
    refuse: line.close,
    async close() {
      line.close()
      stop.abort(new QueueClosed('The service is shutting down.'))
      await background
      await pool.close()
    },
  }
}
