import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ReportListQuery, reportListParams } from '#contract/list-query.ts'
import type { ReportRow } from '#contract/report-row.ts'
import { useLeaving } from './use-pending-deletes.ts'
import { reportQueries } from './queries.ts'
import { useListQuery, type ListState } from '#web/list/use-list-query.ts'
import { type ListRows, useListRows } from '#web/list/use-list-rows.ts'
import { withoutRows } from '#web/list/paging.ts'
import { useWebsiteName, type WebsiteName } from '#web/websites/use-website-name.ts'

export type ReportsListState = {
  list: ListState<ReportListQuery>
  rows: ListRows<ReportListQuery, ReportRow>
  /** What the chosen website is called; null when none is chosen. */
  website: WebsiteName | null
  /** The website belongs to the page and cannot be changed in the list. */
  websiteFixed: boolean
  /** The number of all reports, where it is known without asking. */
  all: number | null
  /** The newest report anybody here has seen, for a copied link to remember. */
  newest: number
  /** Rows of the page are about to go, so that it may be empty though the list is not. */
  isThinned: boolean
}

/**
 * The reports list of a page, for {@link ReportsList} and {@link ReportCount}. Pass a stable `fixed` or none: a website, or null where
 * the filters are those of a shared view, which the server knows.
 */
export function useReportsList(fixed?: { website_id: number } | { website_id: null; result: null }): ReportsListState {
  const list = useListQuery(reportListParams, fixed)
  const { page, ...others } = useListRows(list.query, reportQueries.list(list.query))
  const leaving = useLeaving()
  const staying = useMemo(() => page && withoutRows(page, leaving), [page, leaving])
  const rows = { ...others, page: staying }
  const website = useWebsiteName(list.query.website_id)
  const plain = useQuery({ ...reportQueries.plainList(), enabled: false })
  const seen = [...(plain.data?.rows ?? []), ...(rows.page?.rows ?? [])]
  const newest = plain.data ? Math.max(0, ...seen.map((row) => row.id)) : 0
  const all = plain.data?.total ?? null
  return { list, rows, website, websiteFixed: fixed !== undefined, all, newest, isThinned: staying !== page }
}

export const nothingFiltered = { search: '', result: null, website_id: null } as const

/** The filters of a list that are set, but for the website a page has fixed. */
export function activeFilters({ list: { query }, websiteFixed }: Pick<ReportsListState, 'list' | 'websiteFixed'>) {
  return {
    search: query.search !== '',
    result: query.result !== null,
    website_id: query.website_id !== null && !websiteFixed,
  }
}

/** Whether two queries ask for different reports, and not only for another page or order of the same. */
export const filtersDiffer = (one: ReportListQuery, other: ReportListQuery) =>
  one.search !== other.search || one.result !== other.result || one.website_id !== other.website_id
