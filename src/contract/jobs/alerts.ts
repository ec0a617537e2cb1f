import * as z from 'zod'
import { maxId, type PageSize, paging } from '../lists/list-query.ts'
import { type QueryParams, wholeNumber } from '../lists/query-params.ts'
import {
  idOrNull,
  lenientId,
  lenientInteger,
  momentOrNull,
  numberOrNull,
  orElse,
  orNull,
  textOrNull,
} from '../responses/lenient.ts'

/**
 * When an alert is sent: a page is no longer indexable, loses 10 points or more, becomes Bad, has a new issue of high
 * importance, or the number of pages in the view changes.
 */
export const alertConditions = ['not_indexable', 'score_drop', 'becomes_bad', 'new_issue', 'count_changed'] as const
export type AlertCondition = (typeof alertConditions)[number]

/** Points lost by a page for `score_drop`. */
export const minScoreDrop = 10
export const maxMailAddresses = 10
/** The most changes that one alert lists. */
export const maxAlertChanges = 1_000
/** Days for which alerts are kept. */
export const alertDays = 90

/** `none`: the rule has no such recipient. */
export const deliveryStates = ['none', 'pending', 'sent', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** When and where alerts about a saved view are sent. Only for full keys, because the URL of a webhook is a secret. */
export const AlertRule = z.object({
  id: lenientId,
  view_id: lenientId,
  conditions: orElse(z.array(z.enum(alertConditions)), []),
  mail_to: orElse(z.array(z.string()), []),
  webhook_url: textOrNull,
  /** Signs the requests to the webhook. */
  webhook_secret: textOrNull,
  created_by: textOrNull,
  created_at: momentOrNull,
  updated_at: momentOrNull,
})
export type AlertRule = z.infer<typeof AlertRule>
export const AlertRules = z.object({ data: orElse(z.array(AlertRule), []) })

export const AlertChange = z.object({
  condition: z.enum(alertConditions),
  /** The URL of the page; null for `count_changed`. */
  url: textOrNull,
  report_id: idOrNull,
  /** The check of a `new_issue`; null for other conditions. */
  check: textOrNull,
  check_name: textOrNull,
  /** Scores, or numbers of pages. */
  before: numberOrNull,
  after: numberOrNull,
})
export type AlertChange = z.infer<typeof AlertChange>

/** One message about a view. */
export const Alert = z.object({
  id: lenientId,
  /** Null if the view was deleted. */
  view_id: idOrNull,
  view_name: orElse(z.string(), ''),
  /** The URL of the view in the dashboard. */
  url: orElse(z.string(), ''),
  /** `changes` has the first 1,000 of them. */
  total: lenientInteger,
  changes: orElse(z.array(AlertChange), []),
  mail: orNull(z.enum(deliveryStates)),
  webhook: orNull(z.enum(deliveryStates)),
  created_at: momentOrNull,
})
export type Alert = z.infer<typeof Alert>

export type AlertListQuery = { view_id: number | null; newer_than: number | null; per_page: PageSize; page: number }

/** Newest first. */
export const alertListParams: QueryParams<AlertListQuery> = {
  view_id: wholeNumber(maxId, null),
  newer_than: wholeNumber(maxId, null),
  ...paging(),
}
export const alertRuleListParams: QueryParams<{ view_id: number | null }> = { view_id: wholeNumber(maxId, null) }
