import type { AuditQuery } from '#contract/access/audit.ts'
import { counted, grouped } from '#contract/format/numbers.ts'
import type { ReportListQuery, WebsiteListQuery } from '#contract/lists/list-query.ts'
import { filterRepairs } from '#contract/lists/page-filters.ts'
import { quoted } from '#contract/lists/views.ts'
import type { Indexability, IndexingCode } from '#contract/reports/indexability.ts'
import type { LinkListQuery } from '#contract/sharing/links.ts'

/** Formats a count; `gte` means "at least". */
export const formatCount = (total: number, relation: 'eq' | 'gte' | undefined) =>
  grouped(total) + (relation === 'gte' ? '+' : '')

/** Returns a text with a capital first letter. */
export const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The words that both lists use. */
export const listWords = {
  unsavedView: 'Unsaved view',
  quoted,

  created: 'Date created',
  actions: 'Actions',

  filter: 'Filter',
  filters: 'Filters',
  active: 'on',
  clear: 'Clear',
  clearFilters: 'Clear filters',
  display: 'Display',
  clearSearch: 'Clear search',
  sort: 'Sort',
  share: 'Share',
  saveView: 'Save view',
  viewActions: 'View actions',

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
  deleted: 'Deleted',

  export: 'Export',
  select: (name: string) => `Select ${name}`,
  selectPage: 'Select all rows on this page',

  notKnown: '–',
  notSaid: 'Not provided by this server',
  uncounted: 'Not counted by this server',
}

/** Short reasons for which a page isn't indexed as it is, in the column of each list. */
export const indexingWords = {
  codes: {
    robots: 'Robots.txt',
    robots_error: 'Robots.txt',
    noindex: 'Noindex',
    refresh: 'Refresh ↗',
    canonical_ignored: 'Canonical',
    canonical_host: 'Canonical',
    canonical_staging: 'Canonical',
    canonical_unreadable: 'Canonical',
    empty: 'No content',
    soft_404: 'Soft 404',
  } as Partial<Record<IndexingCode, string>>,
  states: {
    indexable: 'Indexable',
    unclear: 'Scripts',
    redirect: 'Redirect',
    other_url: 'Canonical ↗',
    unlikely: 'Unlikely',
    blocked: 'Blocked',
  } satisfies Record<Indexability, string>,
  /** “Google can’t index this page: Noindex” */
  because: (text: string, check: string) => `${text}: ${check}`,
}

type ListParameter = keyof ReportListQuery | keyof WebsiteListQuery | keyof AuditQuery | keyof LinkListQuery
type Consequence = (used: unknown) => string

/** Ends the sentence about a wrong parameter. */
const repaired: Record<string, Consequence> = {
  ...consequences(filterRepairs),
  per_page: (used: unknown) => `showing ${used} rows per page`,
  page: () => 'showing page 1',
  search: () => 'showing everything',
  search_by: () => 'using the default search',
  result: () => 'showing all ratings',
  website_id: () => 'showing all websites',
  person_id: () => 'showing everyone’s links',
  list: () => 'showing broken links',
  compare: () => 'showing the crawl alone',
  latest: () => 'showing all reports',
  titles: () => 'searching URLs only',
  action: () => 'showing all actions',
  actor: () => 'showing everyone',
  sort_by: (used: unknown) => (used === 'id' ? 'sorting by date created' : 'using the default order'),
  sort: (used: unknown) => `sorting in ${used === 'asc' ? 'ascending' : 'descending'} order`,
  category: () => 'showing all categories',
  outcome: () => 'showing all results, problems first',
  google: () => 'showing all checks',
  status: () => 'showing any status',
  tab: () => 'showing the first tab',
  fixed: () => 'leaving out checks without an issue here',
} satisfies Record<ListParameter, Consequence> & Record<string, Consequence>

function consequences<Name extends string>(texts: Record<Name, string>) {
  const entries = Object.entries<string>(texts).map(([name, text]) => [name, () => text])
  return Object.fromEntries(entries) as Record<Name, Consequence>
}

/** The notices about wrong parameters, failed requests and changes on the server. */
export const listNoticeWords = {
  repair: (name: string, given: string, used: unknown) =>
    `“${name}=${given}” isn’t valid, so we’re ${repaired[name]?.(used) ?? 'ignoring it'}.`,
  repeated: (name: string) => `“${name}” appears more than once. We used the last one.`,

  failed: {
    nothing: listWords.failed,
    previous: 'Couldn’t load these results. The rows below are the previous ones',
    current: 'Couldn’t refresh the list',
  },

  added: {
    reports: (count: number) => counted(count, 'new report'),
    websites: (count: number) => counted(count, 'new website'),
  },
  deletedElsewhere: (count: number) => `${grouped(count)} deleted elsewhere`,
  changed: 'This list has changed',
  showNew: 'Show',
  showChanged: 'Update',
}

export const emptyListWords = {
  noMatch: 'No results for these filters',
  drop: (filter: string) => `Remove filter: ${filter}`,
  dropAll: 'Clear filters',
  pastEnd: (page: string) => `Page ${page} doesn’t exist`,
  pastEndMore: (last: string) => `The last page is ${last}.`,
  pastEndUnknown: 'The list is shorter than that.',
  goToNumber: (page: string) => `Go to page ${page}`,
}

/** The words around the filters of a list. */
export const filterSheetWords = {
  show: (counted: string) => `Show ${counted}`,
}

/** The field that finds filters and their values. */
export const filterPickerWords = {
  label: 'Filter by',
  placeholder: 'Filter by…',
  /** “Issue: Noindex” */
  option: (filter: string, value: string) => `${filter}: ${value}`,
  none: (typed: string) => `No filter matches ${quoted(typed)}.`,
  isOn: 'On',
}

/** The choice of a period. */
export const textFilterWords = { mustBe: (allowed: string) => `Enter ${allowed}.` }

export const periodWords = {
  legend: 'Analysed',
  any: 'Any time',
  days: { 1: 'Today', 7: '7 days', 30: '30 days' },
  custom: 'Custom',
  from: 'From',
  to: 'Until',
}

const exported = (count: string | null, one: string, several: string) =>
  `Export ${count === null ? `all matching ${several}` : count === '1' ? `1 ${one}` : `${count} ${several}`}`

/** The export of a list. */
export const exportWords = {
  title: {
    reports: (count: string | null) => exported(count, 'report', 'reports'),
    websites: (count: string | null) => exported(count, 'website', 'websites'),
    pages: (count: string | null) => exported(count, 'page', 'pages'),
  },
  formats: { csv: 'CSV', json: 'JSON' },
  csv: 'Export CSV',
  cancel: 'Cancel',
  again: 'Try again',
  progress: (done: number, of: number | null) =>
    of === null ? `${grouped(done)} rows` : `${grouped(done)} of ${grouped(of)} rows`,
  done: (count: number) => `${counted(count, 'row')} exported`,
  fewer: (got: number, of: number) =>
    `The list changed during the export: expected ${grouped(of)} rows, got ${grouped(got)}.`,
  repeats: 'This server only returned its first page, so the file has only those rows.',
  unreadable: (count: number) =>
    `${counted(count, 'row')} couldn’t be read and ${count === 1 ? 'was' : 'were'} left out.`,
  noFile: 'Couldn’t save the file. Check that you have enough disk space.',
  name: (what: string) => `${what} ${new Date().toISOString().slice(0, 10)}`,
}

/** Google’s figures of pages. */
export const searchFigureWords = {
  clicks: 'Clicks',
  clicksChange: 'Clicks ±',
  impressions: 'Impressions',
  ctr: 'CTR',
  position: 'Position',
  googleIndex: 'Google index',
  unknown: 'Not known from Google',
  change: (by: number) =>
    by === 0
      ? 'as many clicks as in the 28 days before'
      : `${counted(Math.abs(by), 'click')} ${by > 0 ? 'more' : 'fewer'} than in the 28 days before`,
}

/** The bar of selected rows. */
export const selectionWords = {
  bar: 'Selected rows',
  selectedAll: (counted: string) => `${counted} selected`,
  selectAll: (total: string) => `Select all ${total} that match`,
  selectAllUncounted: 'Select all that match',
  uneditable: 'Select only rows you can edit to see more actions',
  clear: 'Clear selection',
  dropped: (count: number | null) =>
    count === null
      ? 'Selection cleared because the filters changed'
      : `${grouped(count)} rows deselected because the filters changed`,
  export: 'Export',
  reading: (count: number, of: number | null) =>
    of === null ? `Selecting rows: ${grouped(count)}` : `Selecting rows: ${grouped(count)} of ${grouped(of)}`,
  cancel: 'Cancel',
  unreadable: (count: number) =>
    `${counted(count, 'row')} couldn’t be read and ${count === 1 ? 'was' : 'were'} left out.`,
  repeats: 'This server only returns its first page, so you can only select those rows.',
}

const unlessOne = (count: number) => (count === 1 ? '' : `${grouped(count)} `)

/** The card of an action that runs on several rows. */
export const batchWords = {
  progress: (done: number, count: number) => `${grouped(done)} of ${grouped(count)}`,
  stop: 'Stop',
  retry: (count: number) => `Retry ${unlessOne(count)}failed`,
  outcomes: 'Results',
  outcomesDone: (count: number) => `${grouped(count)} done`,
  more: (count: number) => `and ${grouped(count)} more`,
  doneMark: 'Done:',
  failedMark: 'Failed:',
}

/** The popover of columns and row height. */
export const displayWords = {
  columns: 'Columns',
  density: 'Row height',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  kept: 'Saved in this browser, for this server only.',
  reset: 'Reset to default',
  done: 'Done',
}

export const visitorListWords = {
  reports: 'Reports',
  pages: 'Pages',
  websites: 'Websites',
  /** Shows the search, the filters and the order of a list. */
  tools: 'Search and sort',
  noReports: 'No reports yet',
  noReportsText: 'Reports will appear here.',
}
