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

  failed: 'The list could not be loaded',
  failedOld: 'The list could not be brought up to date',
  retry: 'Try again',

  notKnown: '–',
}

/** The website filter. */
export const comboboxWords = {
  label: 'Website',
  all: 'All',
  placeholder: 'Find a website',
  clear: 'Clear the website',
  /** After the word "Website". */
  notFound: (id: number) => `${id} (not found)`,
  pending: (id: number) => String(id),
  named: (name: string) => `Website ${name}`,
}
