import { type QueryKey, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReportListQuery } from '#contract/lists/list-query.ts'
import { isSorted } from '#contract/lists/sorted.ts'
import { ratingTable } from '#contract/reports/rating.ts'
import { hasOtherRating, type AnyReportRow } from '#contract/reports/report-row.ts'
import { hasNextPage, maxRows, type PageOfList } from '#contract/responses/envelope.ts'
import { Warnings } from '#web/ui/notice.tsx'
import { deviationWords as words } from './words.ts'

type Query = Pick<ReportListQuery, 'page' | 'per_page' | 'sort'> & { sort_by: string } & Partial<
    Pick<ReportListQuery, 'result' | 'website_id'>
  >
/** A report or a website, with the fields that are compared with the request. */
type Row = { id: number } & Partial<Pick<AnyReportRow, 'created_at' | 'result' | 'score' | 'website_id'>>

export type ListDeviationsProps = {
  rows: {
    page: PageOfList<Row> | undefined
    /** The query of the shown rows. */
    shown: Query
    /** Changes on the server that are held back until the person shows them. */
    update: object | null | undefined
    isLastPage: boolean
    markLastPage: () => void
  }
  query: Query
  /** The options of the query for another page of the list. */
  pageOptions: (page: number) => { queryKey: QueryKey }
  /** The name of the requested order. */
  order: string
}

/**
 * Lists a list's differences from the request. The rows of an earlier request are not compared, nor those that are held
 * back until the person shows them.
 */
export function ListDeviations({ rows, query, pageOptions, order }: ListDeviationsProps) {
  const { shown, update, isLastPage, markLastPage } = rows
  const page = shown === query ? rows.page : undefined
  const repeatedPage = useRepeatedPage(query.page, pageOptions, page)
  useEffect(() => {
    if (repeatedPage !== null && !isLastPage) markLastPage()
  }, [repeatedPage, isLastPage, markLastPage])
  if (!page || update) return null
  const sentences = [
    ...(repeatedPage === null ? [] : [words.samePage(repeatedPage)]),
    ...deviationsOf(query, order, page),
  ]
  return sentences.length > 0 && <Warnings sentences={sentences} />
}

/**
 * Returns the number of the page whose rows these are again, or null: the page before, or the first one, which servers
 * send that ignore the page. The rows to compare with are usually cached; their age doesn't matter.
 */
function useRepeatedPage(
  number: number,
  pageOptions: ListDeviationsProps['pageOptions'],
  page: PageOfList<Row> | undefined,
): number | null {
  const queries = useQueryClient()
  const mayRepeat = number > 1 && page !== undefined && page.rows.length > 0 && page.current === null
  const { data: first } = useQuery<PageOfList<Row>>({
    ...(pageOptions(1) as UseQueryOptions<PageOfList<Row>>),
    enabled: mayRepeat,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: () => undefined,
  })
  if (!mayRepeat) return null
  const before = queries.getQueryData<PageOfList<Row>>(pageOptions(number - 1).queryKey)
  return isSamePage(page, first) ? 1 : isSamePage(page, before) ? number - 1 : null
}

/** Returns whether both pages have the same rows in the same order. */
export const isSamePage = ({ rows }: PageOfList<Row>, other: PageOfList<Row> | undefined) =>
  rows.length > 0 && rows.length === other?.rows.length && rows.every(({ id }, at) => id === other.rows[at]?.id)

/**
 * Returns the page's differences from the request, one sentence each. Only the rows on the page are evidence. `order`
 * is the name of the requested order.
 */
export function deviationsOf(query: Query, order: string, page: PageOfList<Row>): string[] {
  const { rows, sent, current, repeated } = page
  const { result: rating = null } = query
  return [
    current !== null && current !== query.page && words.otherPage(query.page, current),
    sizeDeviation(query, page),
    repeated.length > 0 && words.twice(repeated.length),
    rating !== null && hasOtherRating(rating, rows) && words.unrated(ratingTable[rating].label),
    hasOtherWebsite(query, rows) && words.otherWebsite,
    sent <= maxRows && !isInOrder(query, rows) && words.unordered(order),
  ].filter((sentence) => typeof sentence === 'string')
}

function sizeDeviation(query: Query, page: PageOfList<Row>) {
  const { sent, perPage, repeated, total } = page
  if (sent === 0 && total !== null && total > (query.page - 1) * query.per_page) return words.noneSent(total)
  if (sent > maxRows) return words.cut(sent, query.per_page, maxRows)
  const isShort =
    sent < query.per_page && sent > 0 && (page.lastPage !== null || page.next !== null) && hasNextPage(query, page)
  if (sent - repeated.length > query.per_page || isShort) return words.otherSize(sent, query.per_page)
  return perPage !== null && perPage < query.per_page && sent === perPage && words.otherSize(sent, query.per_page)
}

function hasOtherWebsite(query: Query, rows: readonly Row[]) {
  const { website_id: requested = null } = query
  return requested !== null && rows.some(({ website_id: id = null }) => id !== null && id !== requested)
}

/** Returns whether the rows are sorted as requested. */
function isInOrder({ sort_by, sort }: Query, rows: readonly Row[]) {
  const values = rows.map((row) => (row as Partial<Record<string, string | number | null>>)[sort_by])
  // The order by ID is labelled as one by date, and some servers sort by that date.
  const dates = rows.map(({ created_at: date }) => date)
  return isSorted(values, sort) || (sort_by === 'id' && dates.every(Boolean) && isSorted(dates, sort))
}
