import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { FieldKey, WebsiteField } from '#contract/google/field-data.ts'
import {
  AtRisk,
  ReportInspection,
  SearchHistory,
  SearchQueries,
  UnmatchedUrl,
} from '#contract/google/search-answers.ts'
import { GoogleClient, ImportedFile, SearchConnection, SearchProperty } from '#contract/google/search-connection.ts'
import { readItem, readRows } from '#contract/responses/envelope.ts'
import { lenient } from '#contract/responses/lenient.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reader } from '#web/data/reader.ts'
import { server } from '#web/data/server.ts'
import { outdateReports, reportQueries } from '#web/resources/report-queries.ts'
import { websiteQueries } from '#web/resources/websites.tsx'

/** The time between two looks at a pull that runs, in ms. */
const pullingMs = 3000

const readConnection = (body: unknown) => readItem(SearchConnection, body)

export const connectionQuery = (id: number) =>
  queryOptions({
    queryKey: [reader(), 'search connection', id],
    queryFn: ({ signal }) => currentClient().get(`/websites/${id}/search`, readConnection, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'pulling' ? pullingMs : false),
  })

/** The properties that the connected account can see. */
export const propertiesQuery = (id: number) =>
  queryOptions({
    queryKey: [reader(), 'search properties', id],
    async queryFn({ signal }) {
      const path = `/websites/${id}/search/properties`
      try {
        return await currentClient().get(path, (body) => readRows(SearchProperty, body), { signal })
      } catch (error) {
        // The connection has the reason why Google refused.
        void queryClient.invalidateQueries({ queryKey: connectionQuery(id).queryKey })
        throw error
      }
    },
  })

export const googleClientQuery = () =>
  queryOptions({
    queryKey: [reader(), 'google client'],
    queryFn: ({ signal }) =>
      currentClient().get('/connections/google', (body) => readItem(GoogleClient, body), { signal }),
  })

/** Figures of pages, issues and websites follow from what is connected and pulled. */
export const outdateFigures = outdateReports

function followConnection(id: number) {
  void queryClient.invalidateQueries({ queryKey: propertiesQuery(id).queryKey })
  outdateFigures()
  return queryClient.invalidateQueries({ queryKey: connectionQuery(id).queryKey })
}

export const chooseProperty = (id: number, form: Record<string, string>, signal: AbortSignal) =>
  currentClient()
    .write('PUT', `/websites/${id}/search`, readConnection, { form, signal })
    .finally(() => followConnection(id))

export const connectServiceAccount = (id: number, json: string, signal: AbortSignal) =>
  currentClient()
    .write('POST', `/websites/${id}/search/service-account`, readConnection, {
      form: { json },
      signal,
      hasSecret: true,
      isSafeToRepeat: true,
    })
    .finally(() => followConnection(id))

/** Adds the figures of a file that Search Console exported. A CSV file needs its days. */
export const importFile = (
  id: number,
  file: { content: Blob; type: string },
  days: Record<string, string>,
  signal: AbortSignal,
) =>
  currentClient()
    .write('POST', `/websites/${id}/search/file?${new URLSearchParams(days)}`, (body) => readItem(ImportedFile, body), {
      file,
      signal,
      isSafeToRepeat: true,
    })
    .finally(() => followConnection(id))

export const pullNow = (id: number) =>
  currentClient()
    .call('POST', `/websites/${id}/search/pull`, { isEmpty: true })
    .finally(() => followConnection(id))

/** Ends the connection. What was pulled stays, unless it is to be forgotten. */
export const disconnect = (id: number, forgets: boolean) =>
  currentClient()
    .remove(`/websites/${id}/search${forgets ? '?forget=1' : ''}`)
    .finally(() => followConnection(id))

export const saveGoogleClient = (form: Record<string, string>, signal: AbortSignal) =>
  currentClient()
    .write('PUT', '/connections/google', (body) => readItem(GoogleClient, body), { form, signal, hasSecret: true })
    .finally(() => queryClient.invalidateQueries({ queryKey: googleClientQuery().queryKey }))

/** The URL that asks at Google for access. The browser follows it with its session. */
export const connectUrl = (id: number) => `${server}/api/v1/connections/google/start?website_id=${id}`

/** The days of a page over 16 months, the oldest first. */
export const searchHistoryQuery = (id: number, pageId: number) =>
  queryOptions({
    queryKey: [...websiteQueries.all(), 'search history', id, pageId],
    queryFn: ({ signal }) =>
      currentClient().get(
        `/websites/${id}/search/history?page_id=${pageId}`,
        (body) => lenient(SearchHistory).parse(body).data,
        { signal },
      ),
    enabled: pageId > 0,
  })

/** The queries for which Google showed the page of a report most. */
export const queriesQuery = (reportId: number) =>
  queryOptions({
    queryKey: [...reportQueries.details(), 'queries', reportId],
    queryFn: ({ signal }) =>
      currentClient().get(`/reports/${reportId}/queries`, (body) => lenient(SearchQueries).parse(body), { signal }),
  })

/** What Google has of the page of a report in its index. */
export const inspectionQuery = (reportId: number) =>
  queryOptions({
    queryKey: [...reportQueries.details(), 'inspection', reportId],
    queryFn: ({ signal }) =>
      currentClient().get(`/reports/${reportId}/inspection`, (body) => lenient(ReportInspection).parse(body).data, {
        signal,
      }),
  })

export const atRiskQuery = (id: number) =>
  queryOptions({
    queryKey: [...websiteQueries.all(), 'at risk', id],
    queryFn: ({ signal }) =>
      currentClient().get(`/websites/${id}/at-risk`, (body) => lenient(AtRisk).parse(body), { signal }),
  })

/** The URLs with most clicks of those that are no pages here, and the number of all. */
export const unmatchedQuery = (id: number) =>
  queryOptions({
    queryKey: [...websiteQueries.all(), 'unmatched', id],
    queryFn: async ({ signal }) => {
      const path = `/websites/${id}/search/unmatched?per_page=100`
      return currentClient().get(path, (body) => ({ urls: readRows(UnmatchedUrl, body), total: totalIn(body) }), {
        signal,
      })
    },
  })

const Total = z.object({ meta: z.object({ total: z.int() }) })
const totalIn = (body: unknown) => Total.parse(body).meta.total

export const fieldKeyQuery = () =>
  queryOptions({
    queryKey: [reader(), 'field key'],
    queryFn: ({ signal }) => currentClient().get('/connections/crux', (body) => readItem(FieldKey, body), { signal }),
  })

/** Sets the API key, or removes it if it is empty. Google is asked whether it works. */
export const saveFieldKey = (api_key: string, signal: AbortSignal) =>
  currentClient()
    .write('PUT', '/connections/crux', (body) => readItem(FieldKey, body), {
      form: { api_key },
      signal,
      hasSecret: true,
    })
    .finally(() => queryClient.invalidateQueries({ queryKey: fieldKeyQuery().queryKey }))

export const fieldQuery = (id: number) =>
  queryOptions({
    queryKey: [reader(), 'field data', id],
    queryFn: ({ signal }) =>
      currentClient().get(`/websites/${id}/field`, (body) => readItem(WebsiteField, body), { signal }),
  })

export const pullField = (id: number) =>
  currentClient()
    .call('POST', `/websites/${id}/field/pull`, { isEmpty: true })
    .finally(() => queryClient.invalidateQueries({ queryKey: fieldQuery(id).queryKey }))
