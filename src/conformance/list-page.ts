import type * as z from 'zod'
import { reportSorts, websiteSorts } from '#contract/lists/list-query.ts'
import { ReportRow } from '#contract/reports/report-row.ts'
import { type PageOfList, readListPage } from '#contract/responses/envelope.ts'
import { Website } from '#contract/websites/website.ts'
import { type HttpResponse, jsonOf, type Send } from './client.ts'
import type { AddLine } from './result.ts'

export type Context = { send: Send; add: AddLine }

export type Row = { id: number }

/** The differences between the two lists. */
export type ListKind<T extends Row = Row> = {
  name: 'reports' | 'websites'
  reader: z.ZodType<T>
  sorts: readonly string[]
  searchBy: 'url' | 'domain'
  textOf: (row: T) => string
  valueOf: (row: T, sort: string) => string | number | null
}

export const reportList: ListKind<ReportRow> = {
  name: 'reports',
  reader: ReportRow,
  sorts: reportSorts,
  searchBy: 'url',
  textOf: ({ url }) => url,
  valueOf: (row, sort) => row[sort as (typeof reportSorts)[number]],
}

export const websiteList: ListKind<Website> = {
  name: 'websites',
  reader: Website,
  sorts: websiteSorts,
  searchBy: 'domain',
  textOf: ({ domain }) => domain,
  valueOf: (row, sort) => row[sort as (typeof websiteSorts)[number]],
}

/** A page of a list as the dashboard reads it, and its rows and body as they were sent. */
export type FetchedPage<T> = { page: PageOfList<T>; sent: unknown[]; body: unknown; response: HttpResponse }

/** Returns a page of a list, or a sentence that says why there is none. */
export async function fetchPage<T extends Row>(
  { send }: Context,
  { name, reader }: ListKind<T>,
  search: Record<string, string | number>,
): Promise<FetchedPage<T> | { why: string }> {
  const got = jsonOf(await send('GET', `/${name}`, { search }))
  if ('why' in got) return got
  try {
    const page = readListPage(reader, got.json) as PageOfList<T>
    return { page, sent: rowsIn(got.json), body: got.json, response: got.response }
  } catch {
    return { why: 'The response is neither { data: […] } nor an array.' }
  }
}

const rowsIn = (body: unknown) => (Array.isArray(body) ? body : (body as { data: unknown[] }).data)
