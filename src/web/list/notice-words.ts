import type { AuditQuery } from '#contract/audit.ts'
import type { LinkListQuery } from '#contract/links.ts'
import type { ReportListQuery, WebsiteListQuery } from '#contract/list-query.ts'
import { grouped } from '#web/ui/number.ts'

type ListParameter = keyof ReportListQuery | keyof WebsiteListQuery | keyof AuditQuery | keyof LinkListQuery
type Done = (used: unknown) => string

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
  } satisfies Record<ListParameter, Done> & Record<string, Done> as Record<string, Done>,
  repair: (name: string, given: string, done: string) => `${name}=${given} is not allowed; ${done}.`,

  repeated: (name: string) => `${name} is given more than once; the last one counts.`,

  failedOld: 'The list could not be brought up to date',

  added: {
    reports: (many: number) => (many === 1 ? '1 new report' : `${grouped(many)} new reports`),
    websites: (many: number) => (many === 1 ? '1 new website' : `${grouped(many)} new websites`),
  },
  goneElsewhere: (many: number) => `${grouped(many)} deleted elsewhere`,
  changed: 'This list has changed',
  showNew: 'Show',
  showChanged: 'Update',

  since: (counted: string, many: number) =>
    many === 0 ? 'Nothing newer since this link.' : `${counted} newer since this link.`,
  sinceUnread: 'This link does not say what was newest when it was copied.',
  sinceUnknown: 'How many came since this link could not be found out.',
  sinceDrop: 'Dismiss',
}
