import type { AuditQuery } from '#contract/access/audit.ts'
import { counted, grouped } from '#contract/format/numbers.ts'
import type { ReportListQuery, WebsiteListQuery } from '#contract/lists/list-query.ts'
import { pageFilterRepairs } from '#contract/lists/page-filters.ts'
import type { LinkListQuery } from '#contract/sharing/links.ts'
import { listWords } from './words.ts'

type ListParameter = keyof ReportListQuery | keyof WebsiteListQuery | keyof AuditQuery | keyof LinkListQuery
type Consequence = (used: unknown) => string

/** What replaces a wrong value of a parameter. */
const repaired: Record<string, Consequence> = {
  ...consequences(pageFilterRepairs),
  per_page: (used: unknown) => `showing ${used} rows per page`,
  page: () => 'showing page 1',
  search: () => 'showing everything',
  search_by: () => 'using the default search',
  result: () => 'showing all ratings',
  website_id: () => 'showing all websites',
  latest: () => 'showing all reports',
  titles: () => 'searching URLs only',
  privacy: () => 'showing all privacy settings',
  action: () => 'showing all actions',
  actor: () => 'showing everyone',
  sort_by: () => 'sorting by date created',
  sort: () => 'sorting in descending order',
  category: () => 'showing all categories',
  outcome: () => 'showing all results, problems first',
  google: () => 'showing all checks',
  status: () => 'showing issues with any status',
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

/** The words of the sheet of filters on a phone. */
export const filterSheetWords = { show: (counted: string) => `Show ${counted}` }
