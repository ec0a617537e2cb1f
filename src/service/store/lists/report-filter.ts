import { pageFilterNames, type ReportListQuery } from '#contract/lists/list-query.ts'
import type { Rating } from '#contract/reports/rating.ts'
import type { Search } from './search-term.ts'

const pageFilters = ['latest', ...pageFilterNames] as const

/** The filters beyond the specification. */
export type PageFilter = Pick<ReportListQuery, (typeof pageFilters)[number]>

/** Returns only the filters beyond the specification that are set. */
export const setPageFilters = (query: PageFilter): Partial<PageFilter> =>
  Object.fromEntries(pageFilters.filter((name) => query[name] !== null).map((name) => [name, query[name]]))

/** Returns the lowest and the highest score of a range such as 70-79. */
export const scoresIn = (range: string) => range.split('-').map(Number)

/** Which reports a list has, before its search. */
export type ReportFilter = PageFilter & {
  websiteId?: number | undefined
  result: Rating | null
  deleted: number[]
  secondSearch: Search | null
}

/** A filter, and what is known about its rows before they are selected. */
export type Selection = {
  filter: ReportFilter
  /** The IDs of all rows that one of the filters matches, if they are few. */
  few: number[] | null
  /** False if the check has no waivers at all, as most have. Then they are not looked up for each report. */
  hasWaivers: boolean
}
