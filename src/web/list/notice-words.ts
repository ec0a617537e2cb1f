import type { AuditQuery } from '#contract/audit.ts'
import type { LinkListQuery } from '#contract/links.ts'
import type { ReportListQuery, WebsiteListQuery } from '#contract/list-query.ts'
import { grouped } from '#web/ui/text.ts'
import { listWords } from './words.ts'

type ListParameter = keyof ReportListQuery | keyof WebsiteListQuery | keyof AuditQuery | keyof LinkListQuery
type Consequence = (used: unknown) => string

/** The notices about wrong parameters, failed requests and changes on the server. */
export const listNoticeWords = {
  repaired: {
    per_page: (used: unknown) => `showing ${used} rows per page`,
    page: () => 'showing page 1',
    search: () => 'showing everything',
    search_by: () => 'using the default search',
    result: () => 'showing all ratings',
    website_id: () => 'showing all websites',
    privacy: () => 'showing all privacy settings',
    action: () => 'showing all actions',
    actor: () => 'showing everyone',
    from: () => 'showing from the earliest date',
    to: () => 'showing up to today',
    sort_by: () => 'sorting by date created',
    sort: () => 'sorting in descending order',
    category: () => 'showing all categories',
    outcome: () => 'showing all results, problems first',
    google: () => 'showing all checks',
  } satisfies Record<ListParameter, Consequence> & Record<string, Consequence> as Record<string, Consequence>,
  repair: (name: string, given: string, consequence: string) =>
    `“${name}=${given}” isn’t valid, so we’re ${consequence}.`,
  repeated: (name: string) => `“${name}” appears more than once. We used the last one.`,

  failed: {
    nothing: listWords.failed,
    previous: 'Couldn’t load these results. The rows below are the previous ones',
    current: 'Couldn’t refresh the list',
  },

  added: {
    reports: (many: number) => (many === 1 ? '1 new report' : `${grouped(many)} new reports`),
    websites: (many: number) => (many === 1 ? '1 new website' : `${grouped(many)} new websites`),
  },
  deletedElsewhere: (many: number) => `${grouped(many)} deleted elsewhere`,
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
