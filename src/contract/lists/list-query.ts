import { searchSorts } from '../google/search-data.ts'
import { ratings } from '../reports/rating.ts'
import { maxId } from '../values.ts'
import {
  changeLabels,
  pageFilterNames,
  pageFilterParams,
  structureLabels,
  websiteFilterParams,
} from './page-filters.ts'
import {
  choice,
  defaultsOf,
  namesOf,
  numberChoice,
  orList,
  type QueryOf,
  type QueryParam,
  type QueryParams,
  readWholeNumber,
  text,
  wholeNumber,
  wholeNumbers,
} from './query-params.ts'

/** The parameters of both lists, with the names, values and defaults of the specification. */
export const reportSorts = ['id', 'url', 'score'] as const
export const reportSearchFields = ['url'] as const
export const websiteSorts = ['id', 'domain', 'reports_avg_score', 'reports_count'] as const
/** With extensions, which only our own service is asked for: those of Google's figures of the latest reports. */
export const ownReportSorts = [...reportSorts, ...searchSorts] as const
/**
 * Extensions, which only our own service is asked for. `attention`: the websites on which most pages are no longer
 * indexable since a week first, then those whose score fell most, then by domain.
 */
export const ownWebsiteSorts = [...websiteSorts, 'pages_avg_score', 'attention'] as const
export const websiteSearchFields = ['domain'] as const
export const reportChanges = namesOf(changeLabels)
export const structures = namesOf(structureLabels)
export const sortDirections = ['desc', 'asc'] as const
export const pageSizes = [10, 25, 50, 100] as const

export const maxSearchLength = 500
export const maxPage = 2 ** 31 - 1

export type ReportSort = (typeof ownReportSorts)[number]
export type WebsiteSort = (typeof ownWebsiteSorts)[number]
export type ReportChange = (typeof reportChanges)[number]
export type Structure = (typeof structures)[number]
export type SortDirection = (typeof sortDirections)[number]
export type PageSize = (typeof pageSizes)[number]

/** The parameters of any list with pages. `size` is the default number of rows. */
export const paging = (size: PageSize = 10) => ({
  per_page: numberChoice(pageSizes, size),
  page: wholeNumber(maxPage, 1),
})

export const reportListParams = {
  search: text(maxSearchLength),
  search_by: choice(reportSearchFields, 'url'),
  /** An extension: `search` also finds reports by their titles. */
  titles: choice(['1'], null),
  website_id: wholeNumber(maxId, null),
  result: choice(ratings, null),
  /** An extension: only the latest report of each page. */
  latest: choice(['1'], null),
  ...pageFilterParams,
  sort_by: {
    ...choice(ownReportSorts, 'id'),
    allowed: `${orList(reportSorts)}, or with latest=1 ${orList(searchSorts)}`,
    fits: ({ sort_by, ...query }) =>
      searchSorts.every((sort) => sort !== sort_by) ||
      ['latest', ...latestFilterNames].some((name) => (query[name] ?? null) !== null),
  } satisfies QueryParam<ReportSort>,
  sort: choice(sortDirections, 'desc'),
  ...paging(),
}

export type ReportListQuery = QueryOf<typeof reportListParams>

/** The list of reports without filters, newest first. */
export const defaultReportQuery: ReportListQuery = /* @__PURE__ */ defaultsOf(reportListParams)

/** The filters by facts stored for the latest report of a page only. */
export const latestFilterNames = pageFilterNames.filter((name) => name !== 'client' && name !== 'from' && name !== 'to')

/** Returns true if a list has only the latest report of each page. */
export const selectsLatest = (query: Pick<ReportListQuery, 'latest' | (typeof latestFilterNames)[number]>) =>
  query.latest !== null || latestFilterNames.some((name) => query[name] !== null)

export const websiteListParams = {
  search: text(maxSearchLength),
  search_by: choice(websiteSearchFields, 'domain'),
  ...websiteFilterParams,
  sort_by: choice(ownWebsiteSorts, 'id'),
  sort: choice(sortDirections, 'desc'),
  ...paging(),
}

export type WebsiteListQuery = QueryOf<typeof websiteListParams>

/** The list of websites without filters, newest first. */
export const defaultWebsiteQuery: WebsiteListQuery = /* @__PURE__ */ defaultsOf(websiteListParams)

/** An extension: with `newer_than`, `meta.newer` is the number of rows with a greater ID. */
export const newerThanParams: QueryParams<{ newer_than: number | null }> = { newer_than: wholeNumber(maxId, null) }

/** An extension: `meta.deleted` are those of the IDs in `shown`, at most a full page, that no longer exist. */
export const shownParams: QueryParams<{ shown: number[] | null }> = {
  shown: wholeNumbers(Math.max(...pageSizes), maxId),
}

/** A parameter of the dashboard's copied links: the highest report ID in the list at that time. */
export const newestParams: QueryParams<{ newest: number | null }> = { newest: wholeNumber(maxId, null) }

/** The parameters of the list of one website's reports. The dashboard doesn't use them, so its build drops the call. */
export const websiteReportListParams = /* @__PURE__ */ withoutWebsite({ ...reportListParams, ...newerThanParams })

export type WebsiteReportListQuery = QueryOf<typeof websiteReportListParams>

function withoutWebsite<Params extends { website_id: unknown }>({ website_id: _website, ...others }: Params) {
  return others
}

/** Returns the ID that `text` holds in plain digits, from 1 to 2^53 - 1, or null. */
export const readId = (text: string | undefined) => readWholeNumber(text, maxId)
