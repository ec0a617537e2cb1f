import { pause } from '#service/fetcher/time-limit.ts'
import { databaseFailure } from '#service/store/failures.ts'
import { fillLinks, fillPages, fillTitles, type FillDeps, type Skipped, titlePace } from './backfill.ts'
import { backgroundPace, rescoreOutdated, type RescoreDeps } from './rescore.ts'

export type ReportUpdater = {
  start(): void
  /** Stops after the current batch. The next start of the service continues from there. */
  close(): Promise<void>
}

const defaultRetryMs = 60_000

/**
 * Updates the reports of older versions while the service runs: makes their titles searchable, rescores them by the
 * current ruleset, and stores their pages and links. Continues `retryMs` after a failure of the database, with what is
 * not updated yet.
 */
export function createReportUpdater(
  deps: FillDeps & RescoreDeps,
  onError: (error: unknown, message: string) => void,
  retryMs = defaultRetryMs,
): ReportUpdater {
  const stop = new AbortController()
  const reportSkipped = (skipped: Skipped[]) => {
    for (const { id, reason } of skipped) onError(new Error(reason), `report ${id} couldn't be read`)
  }
  // The fastest first. A rescored report gets its page too, so it needs no filling.
  async function update() {
    await fillTitles(deps.db, titlePace, stop.signal)
    await rescoreOutdated(deps, backgroundPace, ({ skipped }) => reportSkipped(skipped), stop.signal)
    await fillPages(deps, backgroundPace, reportSkipped, stop.signal)
    await fillLinks(deps, backgroundPace, reportSkipped, stop.signal)
  }
  /** Not a poller: it ends when all reports are updated. */
  async function updateAll() {
    try {
      await update()
    } catch (error) {
      onError(error, "older reports couldn't be updated")
      if (databaseFailure(error) === undefined) return
      await pause(retryMs, stop.signal).catch(() => {})
      if (!stop.signal.aborted) await updateAll()
    }
  }
  let updating: Promise<void> | undefined
  return {
    start() {
      updating ??= updateAll()
    },
    async close() {
      stop.abort()
      await updating
    },
  }
}
