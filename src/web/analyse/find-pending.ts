import { queryOptions } from '@tanstack/react-query'
import { reportListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import type { ReportRow } from '#contract/report-row.ts'
import type { Asked } from './pending-analyses.ts'
import { clockIsKnown, serverNow, slack } from '#web/data/clock.ts'
import { ownChanges } from '#web/data/own-changes.ts'
import { queryClient } from '#web/data/query-client.ts'
import { outdateReports, reportQueries } from '#web/reports/queries.ts'
import { server } from '#web/data/server.ts'
import { currentClient } from '#web/data/session.ts'
import { websiteQueries } from '#web/websites/queries.ts'

/** A report that must be the one; `after` is how many seconds after it was asked for it was made, where that is known. */
export type Found = { id: number; after: number | null }

type Row = Pick<ReportRow, 'id' | 'url' | 'created_at'>

/** An earlier time is how a server says that it has none. */
const possible = Date.UTC(2001)
/** When it is looked for again by itself, in ms after the time before. */
const pauses = [3000, 5000, 10_000, 20_000, 30_000, 60_000, 60_000, 60_000]

const newestFirst = { ...readQuery(reportListParams, new URLSearchParams()).query, per_page: 25 as const }

/** Looks by the list alone for the report that an unanswered request may have made; null as long as there is none. */
export const findAskedQuery = (asked: Asked) =>
  queryOptions({
    queryKey: [server, 'asked', asked.id],
    queryFn: async ({ signal }): Promise<Found | null> => {
      const part = searchFor(asked.url)
      for (const search of part ? [part, ''] : ['']) {
        const { rows } = await currentClient().listReports({ ...newestFirst, search }, signal)
        const found = findIn(rows, asked, {
          sent: asked.at + serverNow() - Date.now(),
          now: serverNow(),
          known: clockIsKnown(),
        })
        if (found) return tell(found)
      }
      return null
    },
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data ? false : (pauses[dataUpdateCount + errorUpdateCount - 1] ?? false),
  })

function tell(found: Found) {
  ownChanges.add('reports', found.id)
  void outdateReports(queryClient)
  void queryClient.invalidateQueries({ queryKey: reportQueries.lists() })
  void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
  return found
}

function parsed(url: string) {
  try {
    return new URL(/^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`)
  } catch {
    return null
  }
}

/** What is the same however a server writes the address: without scheme, fragment and a slash at the end. */
export function searchFor(url: string) {
  const address = parsed(url)
  return address ? (address.host + address.pathname + address.search).replace(/\/$/, '') : ''
}

const isSame = (one: string, other: string) =>
  one === other || (searchFor(one) !== '' && searchFor(one) === searchFor(other))

/**
 * The report among these that is newer than what was known when it was asked for. Times count as the server's clock tells
 * them (`sent`, `now`); one without a zone or still to come says nothing, and without any only the ids speak.
 */
export function findIn(
  rows: readonly Row[],
  { url, newest }: Pick<Asked, 'url' | 'newest'>,
  { sent, now, known }: { sent: number; now: number; known: boolean },
): Found | null {
  for (const row of rows) {
    if (!isSame(row.url, url)) continue
    const made = /(z|[+-]\d\d:?\d\d)$/i.test(row.created_at ?? '') ? Date.parse(row.created_at ?? '') : Number.NaN
    const isBefore = known && made < sent - slack && made > possible
    const isAfter = known && made >= sent - slack && made <= now + slack
    if (newest === null ? !isAfter : row.id <= newest || isBefore) continue
    const after = Math.max(0, Math.round((made - sent) / 1000))
    return { id: row.id, after: isAfter && after < 3600 ? after : null }
  }
  return null
}
