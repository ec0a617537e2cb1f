import type { Direction } from '#contract/list-query.ts'
import { grouped } from '#contract/numbers.ts'

/** Formats a count; `gte` means "at least". */
export const formatCount = (total: number, relation: 'eq' | 'gte' | undefined) =>
  grouped(total) + (relation === 'gte' ? '+' : '')

/** The words that both lists use. */
export const listWords = {
  quoted: (text: string) => `“${text}”`,

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

/** Names a view by its subject, its filters and its order. Leaves out what is empty. */
export const viewName = (subject: string, parts: (string | null)[]) => [subject, ...parts].filter(Boolean).join(' · ')

/** Names the order of a view; null for the default order, newest first. */
export function orderName<Sort extends string>(
  names: Record<Sort, Record<Direction, string>>,
  { sort_by, sort }: { sort_by: Sort; sort: Direction },
) {
  return sort_by === 'id' && sort === 'desc' ? null : names[sort_by][sort]
}
