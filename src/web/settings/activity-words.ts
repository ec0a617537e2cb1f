import type { AuditAction, AuditActorKind } from '#contract/audit.ts'
import { count } from '#web/list/words.ts'

/** The actions of the audit log. */
export const actionWords: Record<AuditAction, string> = {
  'report.created': 'Analysed a page',
  'report.deleted': 'Deleted a report',
  'reports.deleted': 'Deleted reports',
  'website.changed': 'Changed who sees a website',
  'website.deleted': 'Deleted a website',
  'website.unlocked': 'Opened a website by password',
  'website.unlock-failed': 'Tried a wrong password',
  'view.created': 'Saved a view',
  'view.changed': 'Changed a view',
  'view.deleted': 'Deleted a view',
  'views.ordered': 'Ordered the views',
  'link.created': 'Made a link',
  'link.revoked': 'Revoked a link',
  'link.opened': 'Opened a link',
  'link.unlocked': 'Opened a link by password',
  'link.unlock-failed': 'Tried a wrong password of a link',
  'key.created': 'Made a key',
  'key.revoked': 'Revoked a key',
  'sign-in': 'Signed in by a one-time link',
  'sign-in-link.created': 'Made a one-time sign-in link',
}

/** The page of the audit log. */
export const activityWords = {
  title: 'Activity',
  settings: 'Settings',
  lead: 'Who did what. Kept for 400 days.',
  notAvailable: 'There is no activity to show',
  notAvailableText: 'This takes a full key, and a server that notes what is done.',
  emptyTitle: 'Nothing matches',
  emptyText: 'Nothing was noted that fits these filters.',
  filters: 'Filters',
  action: 'What',
  anyAction: 'Everything',
  actor: 'Who',
  anyActor: 'Everybody',
  actors: { visitor: 'Visitors without a key', command: 'Commands on the server' } satisfies Record<
    Exclude<AuditActorKind, 'key'>,
    string
  >,
  unknownKey: (id: string) => `Key ${id}`,
  from: 'From',
  to: 'To',
  utc: 'Days are those of UTC.',
  clear: 'Clear the filters',
  export: 'Export CSV',
  exporting: 'Exporting',
  exported: (many: number) => `${count(many)} ${many === 1 ? 'note is' : 'notes are'} exported.`,
  columns: { at: 'When', actor: 'Who', action: 'What', object: 'Which' },
  visitor: 'A visitor',
  command: 'A command',
  reports: (many: number) => `${count(many)} ${many === 1 ? 'report' : 'reports'}`,
}
