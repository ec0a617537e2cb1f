import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import * as z from 'zod'
import type { SearchProperty } from '#contract/google/search-connection.ts'
import type { Google } from '#service/fetcher/google-fetch.ts'
import type { Figures } from '#service/store/google/days.ts'
import type { IndexState } from '#service/store/google/inspections.ts'
import { apiRefusal, GoogleRefused, reached, readAnswer } from './refusals.ts'

const base = 'https://searchconsole.googleapis.com/webmasters/v3/sites'
/** The most rows of a response, and of one day (Google's limits). */
export const requestRows = 25_000
export const dayRows = 50_000

/** An access token, and the property it is used for. */
export type Access = { google: Google; token: string; signal?: AbortSignal | undefined }

export type Period = { first_day: string; last_day: string }

const Sites = z.object({
  siteEntry: z.array(z.object({ siteUrl: z.string(), permissionLevel: z.string() })).default([]),
})
const Count = z.number().min(0).transform(Math.round)
const Row = z.object({
  keys: z.array(z.string()).default([]),
  clicks: Count,
  impressions: Count,
  position: z.number().min(0),
})
/** Rows are checked in turns. */
const Rows = z.object({ rows: z.array(z.unknown()).default([]) })
const turnRows = 1_000

/** Returns the properties of the account. Throws a `GoogleRefused`. */
export async function listProperties(access: Access): Promise<SearchProperty[]> {
  const response = await send(access, new URL(base), { method: 'GET' })
  const { siteEntry } = await readAnswer(response, Sites)
  return siteEntry.map(({ siteUrl, permissionLevel }) => ({ property: siteUrl, permission: permissionLevel }))
}

/** Returns the property's own figures of each day of a period that has any. Throws a `GoogleRefused`. */
export async function queryTotals(
  access: Access,
  property: string,
  { first_day, last_day }: Period,
): Promise<Map<string, Figures>> {
  const totals = new Map<string, Figures>()
  for await (const {
    keys: [day = ''],
    ...figures
  } of rowsOf(access, property, ['date'], { first_day, last_day }))
    totals.set(day, figures)
  return totals
}

/** Returns the figures of the pages of a day. Throws a `GoogleRefused`. */
export async function queryPages(
  access: Access,
  property: string,
  day: string,
): Promise<({ url: string } & Figures)[]> {
  const pages: ({ url: string } & Figures)[] = []
  const period = { first_day: day, last_day: day }
  for await (const {
    keys: [url = ''],
    ...figures
  } of rowsOf(access, property, ['page'], period))
    pages.push({ url, ...figures })
  return pages
}

/** Returns the figures of the queries of pages in a period. Throws a `GoogleRefused`. */
export async function queryQueries(access: Access, property: string, period: Period) {
  const queries: ({ url: string; query: string } & Figures)[] = []
  for await (const {
    keys: [url = '', query = ''],
    ...figures
  } of rowsOf(access, property, ['page', 'query'], period))
    queries.push({ url, query, ...figures })
  return queries
}

/** Walks the pages of a response. */
async function* rowsOf(
  access: Access,
  property: string,
  dimensions: readonly string[],
  { first_day, last_day }: Period,
): AsyncGenerator<{ keys: string[] } & Figures> {
  const url = new URL(`${base}/${encodeURIComponent(property)}/searchAnalytics/query`)
  for (let startRow = 0; startRow < dayRows; startRow += requestRows) {
    const body = {
      startDate: first_day,
      endDate: last_day,
      dimensions,
      type: 'web',
      dataState: 'final',
      rowLimit: requestRows,
      startRow,
    }
    const response = await send(access, url, { method: 'POST', body: JSON.stringify(body) })
    const { rows } = await readAnswer(response, Rows)
    for (const [at, row] of rows.entries()) {
      const { success, data, error } = Row.safeParse(row)
      if (!success) throw new GoogleRefused('google_error', { cause: error })
      const { keys, clicks, impressions, position } = data
      yield { keys, clicks, impressions, position_sum: position * impressions }
      if (at % turnRows === 0) await yieldToEventLoop()
    }
    if (rows.length < requestRows) return
  }
}

const inspectionUrl = new URL('https://searchconsole.googleapis.com/v1/urlInspection/index:inspect')
const Time = z.string().transform((text) => {
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
})
const Inspected = z.object({
  inspectionResult: z.object({
    indexStatusResult: z.object({
      verdict: z.string().nullable().default(null),
      coverageState: z.string().nullable().default(null),
      robotsTxtState: z.string().nullable().default(null),
      indexingState: z.string().nullable().default(null),
      pageFetchState: z.string().nullable().default(null),
      googleCanonical: z.string().nullable().default(null),
      userCanonical: z.string().nullable().default(null),
      lastCrawlTime: Time.nullable().default(null),
    }),
  }),
})

/** Returns what Google has of a URL in its index; null if it can't inspect such a URL. Throws a `GoogleRefused`. */
export async function inspectUrl(access: Access, property: string, url: string): Promise<IndexState | null> {
  const body = JSON.stringify({ inspectionUrl: url, siteUrl: property })
  const response = await request(access, inspectionUrl, { method: 'POST', body })
  if (response.status === 400) return null
  if (!response.ok) throw await apiRefusal(response)
  const { inspectionResult } = await readAnswer(response, Inspected)
  const { verdict, coverageState, ...state } = inspectionResult.indexStatusResult
  return {
    verdict,
    google_index: coverageState,
    robots_txt_state: state.robotsTxtState,
    indexing_state: state.indexingState,
    page_fetch_state: state.pageFetchState,
    google_canonical: state.googleCanonical,
    user_canonical: state.userCanonical,
    last_crawl_at: state.lastCrawlTime,
  }
}

async function send(access: Access, url: URL, given: Given): Promise<Response> {
  const response = await request(access, url, given)
  if (response.ok) return response
  throw await apiRefusal(response)
}

type Given = { method: 'GET' | 'POST'; body?: string }

function request({ google, token, signal }: Access, url: URL, { method, body }: Given): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  return reached(google.fetch(url, { method, headers, signal, ...(body !== undefined && { body }) }))
}
