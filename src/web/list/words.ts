import { grouped } from '#web/ui/number.ts'

/** A count as people read it; `gte` means that at least so many were found. */
export const count = (total: number, relation: 'eq' | 'gte' = 'eq') => grouped(total) + (relation === 'gte' ? '+' : '')

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
  share: 'Share',
  saveView: 'Save view',

  columnSort: (column: string, next: 'asc' | 'desc') =>
    `Sort by ${column}, ${next === 'asc' ? 'ascending' : 'descending'}`,
  perPage: 'Per page',
  page: 'Page',
  pageOf: (last: string) => `of ${last}`,
  pageNumber: (page: string) => `Page ${page}`,
  goToPage: 'Page number',
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  range: (from: number, to: number, total: string | null) =>
    `${grouped(from)}–${grouped(to)}${total === null ? '' : ` of ${total}`}`,

  failed: 'The list could not be loaded',
  retry: 'Try again',
  gone: 'Deleted',

  tools: { columns: 'Columns and density', export: 'Export' },
  select: (name: string) => `Select ${name}`,
  selectPage: 'Select all on this page',

  notKnown: '–',
  notSaid: 'The server does not say',
  uncounted: 'Not counted by this server',
}
