import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { writeQuery } from '#contract/lists/query-params.ts'
import { readItem, readListPage, readRows } from '#contract/responses/envelope.ts'
import {
  Crawl,
  CrawlUrl,
  crawlUrlParams,
  type CrawlUrlQuery,
  UncheckedHost,
  uncheckedHostParams,
  type UncheckedHostQuery,
} from '#contract/websites/crawls.ts'
import { currentClient } from '#web/data/current-client.ts'
import { websiteQueries } from '#web/resources/websites.tsx'

/** The pause between requests while a crawl runs, in ms. */
const pollMs = 3000

/** A row of a list. A target can be listed once. */
const CrawlUrlRow = CrawlUrl.transform((row) => ({ ...row, id: row.url }))
export type CrawlUrlRow = ReturnType<typeof CrawlUrlRow.parse>

const HostRow = UncheckedHost.transform((row) => ({ ...row, id: row.host }))

const isRunning = (crawl: Crawl) => crawl.state === 'running'

/** Only our own service has these. The keys begin like those of the websites. */
export const crawlQueries = {
  all: (id: number) => [...websiteQueries.all(), 'crawls', id] as const,
  /** Newest first. */
  list: (id: number) =>
    queryOptions({
      queryKey: [...crawlQueries.all(id), 'list'],
      queryFn: ({ signal }) =>
        currentClient().get(`/websites/${id}/crawls?per_page=25`, (body) => readRows(Crawl, body), { signal }),
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data?.some(isRunning) ? pollMs : false),
    }),
  detail: (id: number, crawl: number) =>
    queryOptions({
      queryKey: [...crawlQueries.all(id), 'detail', crawl],
      queryFn: ({ signal }) =>
        currentClient().get(`/websites/${id}/crawls/${crawl}`, (body) => readItem(Crawl, body), { signal }),
      refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? pollMs : false),
    }),
  urls: (id: number, crawl: number, query: CrawlUrlQuery) =>
    queryOptions({
      queryKey: [...crawlQueries.all(id), 'urls', crawl, query],
      queryFn: ({ signal }) => {
        const search = writeQuery(crawlUrlParams, query)
        const path = `/websites/${id}/crawls/${crawl}/urls${search.size > 0 ? `?${search}` : ''}`
        return currentClient().get(path, (body) => readListPage(CrawlUrlRow, body), { signal })
      },
      placeholderData: keepPreviousData,
    }),
  uncheckedHosts: (id: number, crawl: number, query: UncheckedHostQuery) =>
    queryOptions({
      queryKey: [...crawlQueries.all(id), 'unchecked-hosts', crawl, query],
      queryFn: ({ signal }) => {
        const search = writeQuery(uncheckedHostParams, query)
        const path = `/websites/${id}/crawls/${crawl}/unchecked-hosts${search.size > 0 ? `?${search}` : ''}`
        return currentClient().get(path, (body) => readListPage(HostRow, body), { signal })
      },
      placeholderData: keepPreviousData,
    }),
}
