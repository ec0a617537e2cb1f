import type * as z from 'zod/mini'
import { reportSorts, websiteSorts } from '#contract/list-query.ts'
import { ReportRow } from '#contract/report-row.ts'
import { Website } from '#contract/website.ts'

export type Row = { id: number }

/** What tells the two lists apart for whoever looks at one. */
export type ListKind<T extends Row = Row> = {
  name: 'reports' | 'websites'
  reader: z.ZodMiniType<T>
  sorts: readonly string[]
  /** What the list is searched by. */
  searchBy: 'url' | 'domain'
  textOf: (row: T) => string
  valueOf: (row: T, sort: string) => string | number | null
}

export const reportList: ListKind<ReportRow> = {
  name: 'reports',
  reader: ReportRow as unknown as z.ZodMiniType<ReportRow>,
  sorts: reportSorts,
  searchBy: 'url',
  textOf: ({ url }) => url,
  valueOf: (row, sort) => row[sort as (typeof reportSorts)[number]],
}

export const websiteList: ListKind<Website> = {
  name: 'websites',
  reader: Website as unknown as z.ZodMiniType<Website>,
  sorts: websiteSorts,
  searchBy: 'domain',
  textOf: ({ domain }) => domain,
  valueOf: (row, sort) => row[sort as (typeof websiteSorts)[number]],
}
