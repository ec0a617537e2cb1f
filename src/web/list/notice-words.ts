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
    per_page: (used: unknown) => `showing ${used}`,
    page: () => 'showing page 1',
    search: () => 'showing everything',
    search_by: () => 'searching as usual',
    result: () => 'showing every rating',
    website_id: () => 'showing every website',
    privacy: () => 'showing every privacy',
    action: () => 'showing everything that was done',
    actor: () => 'showing everybody',
    from: () => 'showing it from the beginning',
    to: () => 'showing it to the end',
    sort_by: () => 'sorting by date created',
    sort: () => 'sorting in descending order',
    category: () => 'showing every category',
    outcome: () => 'showing what needs attention first',
    google: () => 'showing every check',
  } satisfies Record<ListParameter, Consequence> & Record<string, Consequence> as Record<string, Consequence>,
  repair: (name: string, given: string, consequence: string) => `${name}=${given} is not allowed; ${consequence}.`,
  repeated: (name: string) => `${name} is given more than once; the last one counts.`,

  failed: {
    nothing: listWords.failed,
    previous: 'These results couldn’t be loaded. The rows below are the previous ones',
    current: 'The list could not be brought up to date',
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
  noMatch: 'Nothing matches these filters',
  drop: (filter: string) => `Remove the filter: ${filter}`,
  dropAll: 'Clear all filters',
  pastEnd: (page: string) => `There is no page ${page}`,
  pastEndMore: (last: string) => `The list ends at page ${last}.`,
  pastEndUnknown: 'The list ended before it.',
  goToNumber: (page: string) => `Go to page ${page}`,
}
