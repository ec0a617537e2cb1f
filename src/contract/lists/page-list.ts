import { searchSorts } from '../google/search-data.ts'
import { indexabilities } from '../reports/indexability.ts'
import { maxSearchLength, paging, sortDirections } from './list-query.ts'
import { pageFilterParams } from './page-filters.ts'
import { checkId, choice, pattern, type QueryOf, range, text } from './query-params.ts'

/** The orders of a website's pages. Missing values are last in both directions. */
export const pageSorts = [
  'url',
  'status',
  'indexability',
  'canonical',
  'words',
  'depth',
  'inlinks',
  'in_sitemap',
  'issues',
  'score',
  ...searchSorts,
] as const
export type PageSort = (typeof pageSorts)[number]

const maxCanonicalLength = 2_048
const isPathOrUrl = (given: string) => given.length <= maxCanonicalLength && !given.includes('\0')

export const pageListParams = {
  search: text(maxSearchLength),
  /** A status, or all of a kind, such as 4xx. */
  status: pattern(/^[1-5](?:\d\d|xx)$/, 'a status such as 404, or 4xx'),
  indexability: choice(indexabilities, null),
  canonical: pattern(/^(?:\/|https?:\/\/)/i, 'a URL, or a path such as /shoes', isPathOrUrl),
  words: range,
  depth: range,
  inlinks: range,
  in_sitemap: choice(['1', '0'], null),
  issues: range,
  clicks: pageFilterParams.clicks,
  impressions: pageFilterParams.impressions,
  position: pageFilterParams.position,
  clicks_change: pageFilterParams.clicks_change,
  /** Those that Google told nothing of in 90 days. */
  no_impressions: choice(['90'], null),
  google_index: pageFilterParams.google_index,
  /** Those with an issue of this check that isn't waived. */
  check: checkId,
  /** Those with an open issue that is assigned to this person. */
  assignee: pageFilterParams.assignee,
  /** Those that crawls no longer find, which are in no other list. */
  gone: choice(['1'], null),
  sort_by: choice(pageSorts, 'url'),
  sort: choice(sortDirections, 'asc'),
  ...paging(),
}

export type PageListQuery = QueryOf<typeof pageListParams>
export type UnpagedPages = Omit<PageListQuery, 'page' | 'per_page'>

export const pageListFilters = [
  'status',
  'indexability',
  'canonical',
  'words',
  'depth',
  'inlinks',
  'in_sitemap',
  'issues',
] as const satisfies (keyof PageListQuery)[]

/** The parameters of the exported list of pages. The dashboard doesn't use them, so its build drops the call. */
export const pageExportParams = /* @__PURE__ */ withoutPages(pageListParams)

function withoutPages<Params extends { page: unknown; per_page: unknown }>({
  page: _p,
  per_page: _s,
  ...rest
}: Params) {
  return rest
}
