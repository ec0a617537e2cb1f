import type { AuditAction, AuditActorKind } from '#contract/audit.ts'
import { count } from '#web/list/words.ts'

/** The actions of the audit log. */
export const actionWords: Record<AuditAction, string> = {
  'report.created': 'Analysed a page',
  'report.deleted': 'Deleted a report',
  'reports.deleted': 'Deleted reports',
  'website.changed': 'Changed a website’s privacy',
  'website.deleted': 'Deleted a website',
  'website.unlocked': 'Unlocked a website with its password',
  'website.unlock-failed': 'Entered a wrong password for a website',
  'view.created': 'Saved a view',
  'view.changed': 'Changed a view',
  'view.deleted': 'Deleted a view',
  'views.ordered': 'Reordered views',
  'link.created': 'Created a share link',
  'link.revoked': 'Revoked a share link',
  'link.opened': 'Opened a share link',
  'link.unlocked': 'Unlocked a share link with its password',
  'link.unlock-failed': 'Entered a wrong password for a share link',
  'key.created': 'Created an API key',
  'key.revoked': 'Revoked an API key',
  'sign-in': 'Signed in with a one-time link',
  'sign-in-link.created': 'Created a one-time sign-in link',
}

/** The page of the audit log. */
export const activityWords = {
  title: 'Activity',
  settings: 'Settings',
  lead: 'Who did what, and when. Entries are kept for 400 days.',
  notAvailable: 'Activity isn’t available',
  notAvailableText: 'You need a full-access key, and a server that records activity.',
  emptyTitle: 'No matching activity',
  emptyText: 'Try different filters or dates.',
  filters: 'Filters',
  action: 'Action',
  anyAction: 'All actions',
  actor: 'Person or key',
  anyActor: 'Everyone',
  actors: { visitor: 'Visitors (no key)', command: 'Server commands' } satisfies Record<
    Exclude<AuditActorKind, 'key'>,
    string
  >,
  unknownKey: (id: string) => `Key ${id}`,
  from: 'From',
  to: 'To',
  utc: 'Dates are in UTC.',
  clear: 'Clear filters',
  export: 'Export CSV',
  exporting: 'Exporting…',
  exported: (many: number) => `Exported ${count(many)} ${many === 1 ? 'entry' : 'entries'}.`,
  columns: { at: 'Time', actor: 'By', action: 'Action', object: 'Item' },
  visitor: 'Visitor',
  command: 'Server command',
  reports: (many: number) => `${count(many)} ${many === 1 ? 'report' : 'reports'}`,
}
