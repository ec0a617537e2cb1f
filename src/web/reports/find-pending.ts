import { queryOptions } from '@tanstack/react-query'
import { defaultReportQuery } from '#contract/lists/list-query.ts'
import type { AnyReportRow } from '#contract/reports/report-row.ts'
import { clockIsKnown, serverNow, toleranceMs } from '#web/data/clock.ts'
import { currentClient } from '#web/data/current-client.ts'
import { ownChanges } from '#web/data/own-changes.ts'
import { server } from '#web/data/server.ts'
import { outdateReports } from '#web/resources/report-queries.ts'
import type { PendingAnalysis } from './pending-analyses.ts'

/**
 * The report of a pending analysis. `after` is how many seconds after the request it was stored, or null if unknown.
 */
export type FoundReport = { id: number; after: number | null }

type Row = Pick<AnyReportRow, 'id' | 'url' | 'created_at'>

/** Servers without a creation time send an earlier one, such as 1970. */
const earliestPossible = Date.UTC(2001)
/** Delays, in ms, before each further automatic search. */
const pauses = [3000, 5000, 10_000, 20_000, 30_000, 60_000, 60_000, 60_000]

/** Looks in the newest reports for the one that a pending analysis may have stored. Null while there is none. */
export const findPendingQuery = (analysis: PendingAnalysis) =>
  queryOptions({
    queryKey: [server, 'pending', analysis.id],
    queryFn: async ({ signal }): Promise<FoundReport | null> => {
      const part = searchFor(analysis.url)
      for (const search of part ? [part, ''] : ['']) {
        const { rows } = await currentClient().listReports({ ...defaultReportQuery, per_page: 25, search }, signal)
        const found = findIn(rows, analysis, {
          sent: analysis.at + serverNow() - Date.now(),
          now: serverNow(),
          known: clockIsKnown(),
        })
        if (found) return recordOwn(found)
      }
      return null
    },
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data ? false : (pauses[dataUpdateCount + errorUpdateCount - 1] ?? false),
  })

/** Treats the report as this tab's own change, so that lists show it without announcing it. */
function recordOwn(found: FoundReport) {
  ownChanges.add('reports', found.id)
  outdateReports()
  return found
}

function parsed(url: string) {
  try {
    return new URL(/^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`)
  } catch {
    return null
  }
}

/**
 * Returns the part of a URL that servers write alike: without scheme, fragment and trailing slash. '' for an invalid
 * URL.
 */
export function searchFor(url: string) {
  const parts = parsed(url)
  return parts ? (parts.host + parts.pathname + parts.search).replace(/\/$/, '') : ''
}

const isSameUrl = (one: string, other: string) =>
  one === other || (searchFor(one) !== '' && searchFor(one) === searchFor(other))

/**
 * Returns the report of the pending analysis: one of the same URL that is newer than the newest one known at the
 * request. `sent` and `now` are by the server's clock, in ms since 1970. Creation times without a zone or in the future
 * are ignored; if no time can be used, only the IDs decide.
 */
export function findIn(
  rows: readonly Row[],
  { url, newest }: Pick<PendingAnalysis, 'url' | 'newest'>,
  { sent, now, known }: { sent: number; now: number; known: boolean },
): FoundReport | null {
  for (const row of rows) {
    if (!isSameUrl(row.url, url)) continue
    const createdAt = /(z|[+-]\d\d:?\d\d)$/i.test(row.created_at ?? '') ? Date.parse(row.created_at ?? '') : Number.NaN
    const isBefore = known && createdAt < sent - toleranceMs && createdAt > earliestPossible
    const isAfter = known && createdAt >= sent - toleranceMs && createdAt <= now + toleranceMs
    if (newest === null ? !isAfter : row.id <= newest || isBefore) continue
    const after = Math.max(0, Math.round((createdAt - sent) / 1000))
    return { id: row.id, after: isAfter && after < 3600 ? after : null }
  }
  return null
}
