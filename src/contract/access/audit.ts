import * as z from 'zod'
import { type PageSize, paging } from '../lists/list-query.ts'
import { choice, day, type QueryParam, type QueryParams } from '../lists/query-params.ts'
import { lenientInteger, orNull } from '../responses/lenient.ts'

/** The actions that the activity log records. */
export const auditActions = [
  'report_created',
  'report_deleted',
  'reports_deleted',
  'website_changed',
  'website_deleted',
  'website_unlocked',
  'website_unlock_failed',
  'view_created',
  'view_changed',
  'view_deleted',
  'views_ordered',
  'waiver_created',
  'waiver_removed',
  'finding_changed',
  'link_created',
  'link_revoked',
  'link_opened',
  'link_checked',
  'link_unlocked',
  'link_unlock_failed',
  'job_created',
  'job_cancelled',
  'schedule_created',
  'schedule_changed',
  'schedule_deleted',
  'alert_rule_created',
  'alert_rule_changed',
  'alert_rule_deleted',
  'key_created',
  'key_revoked',
  'brand_changed',
  'sign_in',
  'sign_in_link_created',
] as const
export type AuditAction = (typeof auditActions)[number]

/** `reports` are several that were deleted at once: the `id` of that object is their number. */
export const auditObjects = ['report', 'reports', 'website', 'view', 'key', 'link', 'job'] as const
export type AuditObjectKind = (typeof auditObjects)[number]

/** A key, a visitor without a key, or a command on the service's own machine. */
export const auditActors = ['key', 'visitor', 'command'] as const
export type AuditActorKind = (typeof auditActors)[number]

/** The number of days for which the activity log keeps its entries. */
export const auditDays = 400

const Id = z.transform((given): string | number =>
  typeof given === 'number' || typeof given === 'string' ? given : '',
)

/** An entry of the activity log. Names are those at the time of the event. */
export const AuditRow = z.object({
  id: lenientInteger,
  at: z.string(),
  actor: z.object({ kind: z.enum(auditActors), id: orNull(z.string()), name: orNull(z.string()) }),
  /** One of `auditActions`, or an action of a newer server. */
  action: z.string(),
  object: orNull(z.object({ kind: z.string(), id: Id, name: orNull(z.string()) })),
  detail: orNull(z.string()),
})
export type AuditRow = z.infer<typeof AuditRow>

export type AuditQuery = {
  action: AuditAction | null
  /** A key's ID, `visitor` or `command`. */
  actor: string | null
  /** The first and the last day, in UTC, as YYYY-MM-DD. */
  from: string | null
  to: string | null
  per_page: PageSize
  page: number
}

const actor: QueryParam<string | null> = {
  schema: z.string().regex(/^([A-Za-z0-9]{8}|visitor|command)$/),
  fallback: null,
  allowed: "a key's id, visitor or command",
}

const filters = { action: choice(auditActions, null), actor, from: day, to: day }

export const auditParams: QueryParams<AuditQuery> = {
  ...filters,
  ...paging(25),
}

export type AuditFilter = Pick<AuditQuery, 'action' | 'actor' | 'from' | 'to'>
export const auditExportParams: QueryParams<AuditFilter & { bom: '0' | '1' }> = {
  ...filters,
  bom: choice(['0', '1'], '0'),
}
