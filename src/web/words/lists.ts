import type { Rating } from '#contract/rating.ts'
import type { Privacy } from '#contract/website.ts'

const number = new Intl.NumberFormat('en')

/** A count as people read it; `gte` means that at least so many were found. */
export const count = (total: number, relation: 'eq' | 'gte' = 'eq') => number.format(total) + (relation === 'gte' ? '+' : '')

/** The words that both lists use. */
export const listWords = {
  viewSeparator: ' · ',
  quoted: (text: string) => `“${text}”`,

  filters: 'Filters',
  active: 'active',
  showResults: (counted: string) => `Show ${counted}`,
  close: 'Close',
  clearFilters: 'Clear filters',
  clearSearch: 'Clear the search',
  sort: 'Sort',
  copyLink: 'Copy link',
  copied: 'Link copied',

  repaired: {
    per_page: (used: unknown) => `showing ${used}`,
    page: () => 'showing page 1',
    search: () => 'showing everything',
    search_by: () => 'searching as usual',
    result: () => 'showing every rating',
    website_id: () => 'showing every website',
    sort_by: () => 'sorting by date created',
    sort: () => 'sorting in descending order',
  } as Record<string, (used: unknown) => string>,
  repair: (name: string, given: string, done: string) => `${name}=${given} is not allowed; ${done}.`,

  columnSort: (column: string, next: 'asc' | 'desc') => `Sort by ${column}, ${next === 'asc' ? 'ascending' : 'descending'}`,
  loading: 'Loading',
  perPage: 'Per page',
  page: 'Page',
  pageOf: (last: string) => `of ${last}`,
  pageNumber: (page: string) => `Page ${page}`,
  goToPage: 'Page number',
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  range: (from: number, to: number, total: string | null) =>
    `${number.format(from)}–${number.format(to)}${total === null ? '' : ` of ${total}`}`,

  noMatch: 'Nothing matches these filters',
  dropSearch: (search: string) => `Search “${search}”`,
  dropRating: (label: string) => `Rating ${label}`,
  dropWebsite: (name: string) => `Website ${name}`,
  drop: (filter: string) => `Remove the filter: ${filter}`,
  dropAll: 'Clear all filters',
  pastEnd: (page: string) => `There is no page ${page}`,
  pastEndMore: (last: string) => `The list ends at page ${last}.`,
  goToNumber: (page: string) => `Go to page ${page}`,

  failed: 'The list could not be loaded',
  failedOld: 'The list could not be brought up to date',
  retry: 'Try again',

  privacy: { 0: 'Public', 1: 'Private', 2: 'Password' } satisfies Record<Privacy, string>,
  rating: { good: 'Good', decent: 'Decent', bad: 'Bad' } satisfies Record<Rating, string>,
  notKnown: '–',
}

/** The website filter. */
export const comboboxWords = {
  label: 'Website',
  all: 'All',
  placeholder: 'Find a website',
  clear: 'Clear the website',
  loading: 'Searching',
  options: 'Websites',
  none: (search: string) => (search === '' ? 'No website yet' : `No website contains “${search}”`),
  failed: 'The websites could not be loaded',
  /** After the word "Website". */
  notFound: (id: number) => `${id} (not found)`,
  pending: (id: number) => String(id),
  named: (name: string) => `Website ${name}`,
  found: (many: number) => (many === 1 ? '1 website' : `${many} websites`),
  reports: (many: number) => (many === 1 ? '1 report' : `${count(many)} reports`),
}
