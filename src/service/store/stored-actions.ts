import type { AuditAction } from '#contract/audit.ts'

/** Actions as the table has them. Its rows are older than the names in the API. */
export const storedActions = {
  report_created: 'report.created',
  report_deleted: 'report.deleted',
  reports_deleted: 'reports.deleted',
  website_changed: 'website.changed',
  website_deleted: 'website.deleted',
  website_unlocked: 'website.unlocked',
  website_unlock_failed: 'website.unlock-failed',
  view_created: 'view.created',
  view_changed: 'view.changed',
  view_deleted: 'view.deleted',
  views_ordered: 'views.ordered',
  waiver_created: 'waiver_created',
  waiver_removed: 'waiver_removed',
  finding_changed: 'finding_changed',
  link_created: 'link.created',
  link_revoked: 'link.revoked',
  link_opened: 'link.opened',
  link_checked: 'link_checked',
  link_unlocked: 'link.unlocked',
  link_unlock_failed: 'link.unlock-failed',
  job_created: 'job.created',
  job_cancelled: 'job.cancelled',
  schedule_created: 'schedule_created',
  schedule_changed: 'schedule_changed',
  schedule_deleted: 'schedule_deleted',
  alert_rule_created: 'alert_rule_created',
  alert_rule_changed: 'alert_rule_changed',
  alert_rule_deleted: 'alert_rule_deleted',
  key_created: 'key.created',
  key_revoked: 'key.revoked',
  brand_changed: 'brand.changed',
  sign_in: 'sign-in',
  sign_in_link_created: 'sign-in-link.created',
} as const satisfies Record<AuditAction, string>

const sentActions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(storedActions).map(([sent, stored]) => [stored, sent]),
)

/** Returns the API's name of a stored action. */
export const actionOfStored = (stored: string) => sentActions[stored] ?? stored
