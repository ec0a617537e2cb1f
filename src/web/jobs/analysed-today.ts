import { queryOptions } from '@tanstack/react-query'
import { reportListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import { withScheme } from '#contract/url-list.ts'
import { serverNow } from '#web/data/clock.ts'
import { server } from '#web/data/server.ts'
import { currentClient } from '#web/data/session.ts'
import { walkList } from '#web/list/walk-list.ts'

/** Safety limit: on a day with more reports, only the newest ones are known. */
const maxReports = 10_000
const perPage = 100

const newestFirst = { ...readQuery(reportListParams, new URLSearchParams()).query, per_page: 100 as const }

/** The URLs of the reports since midnight here, in normal form. */
export const analysedTodayQuery = () =>
  queryOptions({
    queryKey: [server, 'reports', 'list', 'today'],
    queryFn: async ({ signal }) => {
      const midnight = new Date(serverNow()).setHours(0, 0, 0, 0)
      const urls = new Set<string>()
      const fetchPage = (page: number, limit: AbortSignal) =>
        currentClient().listReports({ ...newestFirst, page }, limit)
      for await (const { rows } of walkList(fetchPage, signal, perPage)) {
        for (const { url, created_at: created } of rows) {
          const at = Date.parse(created ?? '')
          if (Number.isNaN(at) || at < midnight || urls.size >= maxReports) return urls
          urls.add(URL.parse(withScheme(url))?.href ?? url)
        }
      }
      return urls
    },
    staleTime: 60_000,
  })
