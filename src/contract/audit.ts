import * as z from 'zod/mini'
import { lenientInteger, orNull } from './lenient.ts'
import { maxPage, pageSizes, type PageSize } from './list-query.ts'
import { choice, numberChoice, type QueryParam, type QueryParams, wholeNumber } from './query-params.ts'

/** The actions that the activity log records. */
export const auditActions = [
  'report.created',
  'report.deleted',
  'reports.deleted',
  'website.changed',
  'website.deleted',
  'website.unlocked',
  'website.unlock-failed',
  'view.created',
  'view.changed',
  'view.deleted',
  'views.ordered',
  'link.created',
  'link.revoked',
  'link.opened',
  'link.unlocked',
  'link.unlock-failed',
  'key.created',
  'key.revoked',
  'sign-in',
  'sign-in-link.created',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditObjects = ['report', 'reports', 'website', 'view', 'key', 'link'] as const
export type AuditObjectKind = (typeof auditObjects)[number]

/** Someone with a key, someone without a key, or a command on the service's own machine. */
export const auditActors = ['key', 'visitor', 'command'] as const
export type AuditActorKind = (typeof auditActors)[number]

/** The number of days for which the activity log keeps its entries. */
export const auditDays = 400

const Id = z.transform((given): string | number =>
  typeof given === 'number' || typeof given === 'string' ? given : '',
)

/** An entry of the activity log. Names are those of that time. */
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
  /** A key's id, `visitor` or `command`. */
  actor: string | null
  /** The first and the last day, in UTC, as YYYY-MM-DD. */
  from: string | null
  to: string | null
  per_page: PageSize
  page: number
}

/** Refuses days such as the 31st of February, which `Date` reads as a day in March. */
const isDay = (given: string) => !Number.isNaN(Date.parse(given)) && new Date(given).toISOString().startsWith(given)

const day: QueryParam<string | null> = {
  schema: z
    .string()
    .check(
      z.regex(/^\d{4}-\d\d-\d\d$/, { abort: true }),
      z.refine(isDay),
      z.meta({ format: 'date' }),
    ) as unknown as z.ZodMiniType<string | null, string>,
  fallback: null,
  allowed: 'a day as YYYY-MM-DD',
}

const actor: QueryParam<string | null> = {
  schema: z.string().check(z.regex(/^([A-Za-z0-9]{8}|visitor|command)$/)) as unknown as z.ZodMiniType<
    string | null,
    string
  >,
  fallback: null,
  allowed: "a key's id, visitor or command",
}

const filters = { action: choice(auditActions, null), actor, from: day, to: day }

export const auditParams: QueryParams<AuditQuery> = {
  ...filters,
  per_page: numberChoice(pageSizes, 25),
  page: wholeNumber(maxPage, 1),
}

export type AuditFilter = Pick<AuditQuery, 'action' | 'actor' | 'from' | 'to'>
export const auditExportParams: QueryParams<AuditFilter & { bom: '0' | '1' }> = {
  ...filters,
  bom: choice(['0', '1'], '0'),
}
