import { type AuditAction, type AuditActorKind, auditDays } from '#contract/access/audit.ts'
import { counted } from '#contract/format/numbers.ts'

/** The actions of the audit log. */
export const actionWords: Record<AuditAction, string> = {
  report_created: 'Analysed a page',
  report_deleted: 'Deleted a report',
  reports_deleted: 'Deleted reports',
  website_changed: 'Changed a website’s privacy',
  website_deleted: 'Deleted a website',
  website_unlocked: 'Unlocked a website with its password',
  website_unlock_failed: 'Entered a wrong password for a website',
  view_created: 'Saved a view',
  view_changed: 'Changed a view',
  view_deleted: 'Deleted a view',
  views_ordered: 'Reordered views',
  waiver_created: 'Waived an issue',
  waiver_removed: 'Removed a waiver',
  finding_changed: 'Changed a finding’s status or owner',
  link_created: 'Created a share link',
  link_revoked: 'Revoked a share link',
  link_opened: 'Opened a share link',
  link_checked: 'Checked a page again through a share link',
  link_unlocked: 'Unlocked a share link with its password',
  link_unlock_failed: 'Entered a wrong password for a share link',
  job_created: 'Started a job',
  job_cancelled: 'Cancelled a job',
  schedule_created: 'Created a schedule',
  schedule_changed: 'Changed a schedule',
  schedule_deleted: 'Deleted a schedule',
  alert_rule_created: 'Set alerts on a view',
  alert_rule_changed: 'Changed the alerts of a view',
  alert_rule_deleted: 'Removed the alerts of a view',
  key_created: 'Created an API key',
  key_revoked: 'Revoked an API key',
  brand_changed: 'Changed the brand of client reports',
  sign_in: 'Signed in with a one-time link',
  sign_in_link_created: 'Created a one-time sign-in link',
}

const entries = (count: number) => counted(count, 'entry', 'entries')

/** The page of the audit log. */
export const activityWords = {
  title: 'Activity',
  settings: 'Settings',
  lead: `Who did what, and when. Entries are kept for ${auditDays} days.`,
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
  entries,
  exported: (count: number) => `Exported ${entries(count)}.`,
  columns: { at: 'Time', actor: 'By', action: 'Action', object: 'Item' },
  visitor: 'Visitor',
  command: 'Server command',
  reports: (count: number) => counted(count, 'report'),
}
