import type { Generated, GeneratedAlways } from 'kysely'
import type { AlertCondition, DeliveryState } from '#contract/jobs/alerts.ts'

export type AlertRulesTable = {
  id: GeneratedAlways<number>
  view_id: number
  /** Separated by commas, as `mail_to`. */
  conditions: string
  mail_to: string
  webhook_url: string | null
  key_id: string
  key_name: string | null
  /** The job that analyses pages with suspected changes again. */
  recheck_job_id: number | null
  /** The query of the view when `count` was taken. */
  query: string | null
  /** The number of pages that was last sent, and a different one seen since. */
  count: number | null
  pending_count: number | null
  pending_since: string | null
  created_at: string
  updated_at: string
}

/**
 * A change of a page: `suspected` by one report, `rechecking` while its page is analysed again,
 * `open` once it was sent.
 */
export type AlertChangesTable = {
  id: GeneratedAlways<number>
  rule_id: number
  page_id: number
  website_id: number
  url: string
  condition: AlertCondition
  /** Empty unless the condition is `new_issue`. */
  check_id: string
  /** The page before the change, as JSON. */
  baseline: string
  state: 'suspected' | 'rechecking' | 'open'
  /** The report that first showed it, and the job of that report. */
  report_id: number
  job_id: number | null
  /** The number of rechecks that gave no report. */
  attempts: Generated<number>
  seen_at: string
  alert_id: number | null
}

export type AlertsTable = {
  id: GeneratedAlways<number>
  view_id: number | null
  view_name: string
  query: string
  total: number
  /** The changes as JSON. */
  changes: string
  mail_to: string
  webhook_url: string | null
  rule_id: number
  mail: DeliveryState
  webhook: DeliveryState
  attempts: Generated<number>
  /** When it is delivered, or delivered again if a process was killed. */
  deliver_after: string
  created_at: string
}

/** Reports that weren't checked for alerts yet. */
export type AlertQueueTable = { report_id: number }
