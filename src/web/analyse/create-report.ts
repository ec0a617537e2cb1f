import { asApiError } from '#web/data/api-error.ts'
import { dropAsked, loseAsked, noteAsked } from './pending-analyses.ts'
import { ownChanges } from '#web/data/own-changes.ts'
import { queryClient } from '#web/data/query-client.ts'
import { keepNewReport } from '#web/reports/report-mutations.ts'
import { reportQueries } from '#web/reports/queries.ts'
import { currentClient } from '#web/data/session.ts'

/**
 * Analyses `url`; resolves with the finished report, which is then at hand for its page. Throws ApiError alone; one that is
 * `unsure` is told over the page, where the report is looked for.
 */
export async function createReport(url: string, signal?: AbortSignal) {
  const report = await askForReport(url, signal)
  keepNewReport(report)
  return report
}

/** The same, without making anything of the report: for whoever asks for many. */
export async function askForReport(url: string, signal?: AbortSignal) {
  const { id } = noteAsked(url, newestKnown())
  try {
    const report = await currentClient().createReport(url, signal)
    dropAsked(id)
    ownChanges.add('reports', report.id)
    return report
  } catch (thrown) {
    const { unsure, kind, detail } = asApiError(thrown)
    if (unsure && kind !== 'aborted') loseAsked(id, kind, detail)
    else dropAsked(id)
    throw thrown
  }
}

/** The rail has asked for the newest reports; an empty list knows that there is none. */
function newestKnown() {
  const rows = queryClient.getQueryData(reportQueries.plainList().queryKey)?.rows
  return rows ? Math.max(0, ...rows.map(({ id }) => id)) : null
}
