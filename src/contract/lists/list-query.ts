import { indexabilities } from '../reports/indexability.ts'
import { ratings } from '../reports/rating.ts'
import { maxId } from '../values.ts'
import {
  choice,
  day,
  defaultsOf,
  namesOf,
  numberChoice,
  pattern,
  type QueryOf,
  type QueryParams,
  readWholeNumber,
  text,
  wholeNumber,
} from './query-params.ts'

/** The parameters of both lists, with the names, values and defaults of the specification. */
export const reportSorts = ['id', 'url', 'score'] as const
export const reportSearchFields = ['url'] as const
export const websiteSorts = ['id', 'domain', 'reports_avg_score', 'reports_count'] as const
export const websiteSearchFields = ['domain'] as const
/** The values of a website's `privacy`, as in a URL. */
export const privacyFilters = ['0', '1', '2'] as const
/**
 * How a report differs from the one before it of the same page: a higher or lower score, the first report, or a page
 * that was indexable and no longer is.
 */
export const reportChanges = ['better', 'worse', 'new', 'not_indexable'] as const
/**
 * Where a page is in the structure of its website, by the last crawl: in a sitemap without a link that leads to it, or
 * many clicks from the first page.
 */
export const structures = ['orphan', 'deep'] as const
export const sortDirections = ['desc', 'asc'] as const
export const pageSizes = [10, 25, 50, 100] as const

export const maxSearchLength = 500
export const maxPage = 2 ** 31 - 1

export type ReportSort = (typeof reportSorts)[number]
export type WebsiteSort = (typeof websiteSorts)[number]
export type PrivacyFilter = (typeof privacyFilters)[number]
export type ReportChange = (typeof reportChanges)[number]
export type Structure = (typeof structures)[number]
export type SortDirection = (typeof sortDirections)[number]
export type PageSize = (typeof pageSizes)[number]

/** The parameters of any list with pages. `size` is the default number of rows. */
export const paging = (size: PageSize = 10) => ({
  per_page: numberChoice(pageSizes, size),
  page: wholeNumber(maxPage, 1),
})

/** The filters beyond the specification, each an extension under its own name. */
const pageFilterParams = {
  /** Only the latest reports that fail this check or have a warning of it. */
  check: pattern(/^[a-z0-9-]{1,60}$/, 'the ID of a check'),
  changed: choice(reportChanges, null),
  indexability: choice(indexabilities, null),
  /** A folder, which ends with a slash, or the shape of a URL. See `page-groups.ts`. */
  group: pattern(/^\/[^\0]{0,499}$/, 'a path such as /blog/*'),
  structure: choice(structures, null),
  /** The lowest and the highest score, such as 70-79. */
  score: pattern(/^(\d\d?|100)-(\d\d?|100)$/, 'a range such as 70-79'),
  /** The first and the last day of creation, in UTC, as YYYY-MM-DD. */
  from: day,
  to: day,
}

/** In the order of a view's name. */
export const pageFilterNames = namesOf(pageFilterParams)

export type PageFilterName = (typeof pageFilterNames)[number]

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
  sort_by: choice(reportSorts, 'id'),
  sort: choice(sortDirections, 'desc'),
  ...paging(),
}

export type ReportListQuery = QueryOf<typeof reportListParams>

/** The list of reports without filters, newest first. */
export const defaultReportQuery: ReportListQuery = /* @__PURE__ */ defaultsOf(reportListParams)

/** The filters by what is known of the latest report of a page only. */
export const latestFilterNames = pageFilterNames.filter((name) => name !== 'from' && name !== 'to')

/** Whether a list has only the latest report of each page. */
export const isOfLatest = (query: Pick<ReportListQuery, 'latest' | (typeof latestFilterNames)[number]>) =>
  query.latest !== null || latestFilterNames.some((name) => query[name] !== null)

export const websiteListParams = {
  search: text(maxSearchLength),
  search_by: choice(websiteSearchFields, 'domain'),
  /** An extension, where the server lists `privacy_filter`: only websites with this privacy. */
  privacy: choice(privacyFilters, null),
  sort_by: choice(websiteSorts, 'id'),
  sort: choice(sortDirections, 'desc'),
  ...paging(),
}

export type WebsiteListQuery = QueryOf<typeof websiteListParams>

/** The list of websites without filters, newest first. */
export const defaultWebsiteQuery: WebsiteListQuery = /* @__PURE__ */ defaultsOf(websiteListParams)

/** An extension: with `newer_than`, `meta.newer` is the number of rows with a greater ID. */
export const newerThanParams: QueryParams<{ newer_than: number | null }> = { newer_than: wholeNumber(maxId, null) }

/** The parameters of the list of one website's reports. The dashboard doesn't use them, so its build drops the call. */
export const websiteReportListParams = /* @__PURE__ */ withoutWebsite({ ...reportListParams, ...newerThanParams })

function withoutWebsite<Params extends { website_id: unknown }>({ website_id: _website, ...others }: Params) {
  return others
}

/** Returns the ID that `text` holds in plain digits, from 1 to 2^53 - 1, or null. */
export const readId = (text: string | undefined) => readWholeNumber(text, maxId)
