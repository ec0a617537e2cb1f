import type { AnyReport } from '#contract/any-report.ts'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import { hasExtension } from '#web/data/extensions.ts'
import { ownChanges } from '#web/data/own-changes.ts'
import { queryClient } from '#web/data/query-client.ts'
import { currentClient } from '#web/data/session.ts'
import { outdateReports, reportQueries } from './queries.ts'
import { createWithStages, type OnStage } from './analysis-stages.ts'
import { addPending, dropPending, markLost } from './pending-analyses.ts'

/**
 * A page that is left breaks its requests before it receives any event, and ends within this time, in ms. Its analyses
 * are then still recorded as running, which says nothing false about the connection.
 */
const leavingMs = 200

/** Analyses `url` and caches the report for its page. Otherwise like {@link createReport}. */
export async function analyseUrl(url: string, signal?: AbortSignal, onStage?: OnStage) {
  const report = await createReport(url, signal, onStage)
  cacheNewReport(report)
  return report
}

/**
 * Analyses `url` and returns the report. Throws only ApiError, also while offline: nothing is sent then. After an
 * `unsure` error the analysis may have succeeded: a notice over the page looks for its report.
 */
export async function createReport(url: string, signal?: AbortSignal, onStage?: OnStage) {
  if (!navigator.onLine) throw new ApiError('offline')
  const { id } = addPending(url, newestKnownId())
  try {
    const hasStages = onStage && (await hasExtension(queryClient, 'stages'))
    const report = hasStages
      ? await createWithStages(url, onStage, signal)
      : await currentClient().createReport(url, signal)
    dropPending(id)
    ownChanges.add('reports', report.id)
    return report
  } catch (thrown) {
    const { unsure, kind, detail } = asApiError(thrown)
    if (!unsure || kind === 'aborted') dropPending(id)
    else {
      await new Promise((resolve) => setTimeout(resolve, leavingMs))
      markLost(id, kind, detail)
    }
    throw thrown
  }
}

/** Returns the highest report ID in the cached list that the sidebar loads: 0 for an empty list, null without one. */
function newestKnownId() {
  const rows = queryClient.getQueryData(reportQueries.plainList().queryKey)?.rows
  return rows ? Math.max(0, ...rows.map(({ id }) => id)) : null
}

/** Caches a new report, and marks as outdated what it may have changed: other reports, all lists and the websites. */
export function cacheNewReport(report: AnyReport) {
  outdateReports()
  // A response without checks is not the whole report.
  if (report.results.checks.length > 0) queryClient.setQueryData(reportQueries.detail(report.id).queryKey, report)
}
