import { grouped } from '#contract/format/numbers.ts'
import { quoted } from '#contract/lists/view-names.ts'

/** Formats a count; `gte` means "at least". */
export const formatCount = (total: number, relation: 'eq' | 'gte' | undefined) =>
  grouped(total) + (relation === 'gte' ? '+' : '')

/** The words that both lists use. */
export const listWords = {
  unsavedView: 'Unsaved view',
  quoted,

  filters: 'Filters',
  active: 'on',
  clearFilters: 'Clear filters',
  clearSearch: 'Clear search',
  sort: 'Sort',
  copyLink: 'Copy link',
  copied: 'Link copied',
  share: 'Share',
  saveView: 'Save view',

  columnSort: (column: string, next: 'asc' | 'desc') =>
    `Sort by ${column}, ${next === 'asc' ? 'ascending' : 'descending'}`,
  perPage: 'Rows per page',
  page: 'Page',
  pageOf: (last: string) => `of ${last}`,
  pageNumber: (page: string) => `Page ${page}`,
  goToPage: 'Page number',
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  range: (from: number, to: number, total: string | null) =>
    `${grouped(from)}–${grouped(to)}${total === null ? '' : ` of ${total}`}`,

  failed: 'Couldn’t load the list',
  retry: 'Try again',
  deleted: 'Deleted',

  tools: { columns: 'Columns and row height', export: 'Export' },
  select: (name: string) => `Select ${name}`,
  selectPage: 'Select all rows on this page',

  notKnown: '–',
  notSaid: 'Not provided by this server',
  uncounted: 'Not counted by this server',
}
