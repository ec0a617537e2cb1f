import { indexabilities } from '../reports/indexability.ts'
import { maxSearchLength, paging, sortDirections } from './list-query.ts'
import { checkId, choice, pattern, type QueryOf, text } from './query-params.ts'

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
] as const
export type PageSort = (typeof pageSorts)[number]

/** Reads "5", "0-50" or "300-". `highest` is null without an upper end. */
export function readRange(range: string): { lowest: number; highest: number | null } {
  const [from = '', to] = range.split('-')
  const lowest = Number(from)
  return { lowest, highest: to === undefined ? lowest : to === '' ? null : Number(to) }
}

/** The highest value of a column of numbers in PostgreSQL. */
const maxNumber = 2 ** 31 - 1

function isRange(range: string): boolean {
  const { lowest, highest } = readRange(range)
  return lowest <= (highest ?? maxNumber) && (highest ?? lowest) <= maxNumber
}

const range = pattern(/^\d{1,10}(?:-\d{0,10})?$/, 'a number, or a range such as 0-50 or 300-', isRange)

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
  /** Those with an issue of this check that isn't waived. */
  check: checkId,
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
