import * as z from 'zod'
import { type PageSize, paging } from '../lists/list-query.ts'
import { choice, day, lastDay, type QueryParam, type QueryParams } from '../lists/query-params.ts'
import { KeyId } from '../service-info.ts'
import { Id, Timestamp } from '../values.ts'

/** The actions that the activity log records. */
export const auditActions = [
  'report_created',
  'report_deleted',
  'reports_deleted',
  'report_restored',
  'reports_restored',
  'website_created',
  'website_changed',
  'identity_changed',
  'search_connected',
  'search_changed',
  'search_disconnected',
  'search_imported',
  'search_failed',
  'website_deleted',
  'website_restored',
  'website_assigned',
  'website_unlocked',
  'website_unlock_failed',
  'view_created',
  'view_changed',
  'view_deleted',
  'views_ordered',
  'waiver_created',
  'waiver_removed',
  'finding_changed',
  'pages_changed',
  'pages_removed',
  'pages_restored',
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
  'alert_test_sent',
  'key_created',
  'key_renamed',
  'key_revoked',
  'brand_changed',
  'client_created',
  'client_changed',
  'client_deleted',
  'client_brand_changed',
  'introduction_changed',
  'sign_in',
  'sign_in_failed',
  'sign_in_link_created',
  'sign_out',
  'sessions_ended',
  'account_created',
  'account_changed',
  'password_changed',
  'password_link_created',
  'invitation_created',
  'invitation_revoked',
  'person_changed',
  'person_removed',
  'provider_created',
  'provider_changed',
  'provider_deleted',
  'passwords_changed',
  'google_client_changed',
  'identity_linked',
  'identity_removed',
] as const
export type AuditAction = (typeof auditActions)[number]

/** `reports` are several that were deleted or restored at once: the `id` of that object is their number. */
export const auditObjects = [
  'report',
  'reports',
  'website',
  'view',
  'key',
  'link',
  'job',
  'person',
  'invitation',
  'client',
  'provider',
] as const
export type AuditObjectKind = (typeof auditObjects)[number]

/** A person, a service key, a visitor, or a command on the service's own machine. */
export const auditActors = ['person', 'key', 'visitor', 'command'] as const
export type AuditActorKind = (typeof auditActors)[number]

/** The number of days for which the activity log keeps its entries. */
export const auditDays = 400

const AuditObject = z.object({
  kind: z.enum(auditObjects),
  id: z.union([KeyId, z.int()]),
  name: z.string().nullable(),
})

/** IDs of reports, or of one website, by the kind of the entry's object. */
const Restorable = z.object({ ids: z.array(Id), until: Timestamp })

export const AuditRow = z
  .object({
    id: Id,
    at: Timestamp,
    actor: z.object({ kind: z.enum(auditActors), id: z.string().nullable(), name: z.string().nullable() }),
    action: z.enum(auditActions),
    object: AuditObject.nullable(),
    detail: z.string().nullable(),
    restorable: Restorable.nullable(),
  })
  .meta({
    id: 'AuditRow',
    description:
      'An entry of the activity log. Names are as they were at the time. If the kind of the object is `reports`, several reports were deleted or restored at once, and its `id` is their number. `restorable` are the deleted reports, or the website, that can still be restored.',
  })
export type AuditRow = z.infer<typeof AuditRow>

/** An entry as the dashboard shows it, also with actions of a newer service. */
export const AnyAuditRow = AuditRow.extend({
  action: z.string(),
  object: AuditObject.extend({ kind: z.string() }).nullable(),
  restorable: Restorable.nullish(),
})
export type AnyAuditRow = z.infer<typeof AnyAuditRow>

export type AuditQuery = {
  action: AuditAction | null
  /** A key's ID, `person:ID`, `visitor` or `command`. */
  actor: string | null
  /** The first and the last day, in UTC, as YYYY-MM-DD. */
  from: string | null
  to: string | null
  per_page: PageSize
  page: number
}

const actor: QueryParam<string | null> = {
  schema: z.string().regex(/^([A-Za-z0-9]{8}|person:[1-9]\d{0,15}|visitor|command)$/),
  fallback: null,
  allowed: "a key's id, person:ID, visitor or command",
}

const filters = { action: choice(auditActions, null), actor, from: day, to: lastDay }

export const auditParams: QueryParams<AuditQuery> = {
  ...filters,
  ...paging(25),
}

export type AuditFilter = Pick<AuditQuery, 'action' | 'actor' | 'from' | 'to'>
export const auditExportParams: QueryParams<AuditFilter & { bom: '0' | '1' }> = {
  ...filters,
  bom: choice(['0', '1'], '0'),
}
