import { withProblems } from '#analyser/describe-checks.ts'
import type { AuditAction, AuditObjectKind, AuditRow } from '#contract/access/audit.ts'
import type { ApiKey } from '#contract/access/keys.ts'
import type { Alert, AlertRule } from '#contract/jobs/alerts.ts'
import type { Job, JobUrl } from '#contract/jobs/job.ts'
import type { Run } from '#contract/jobs/runs.ts'
import type { Schedule } from '#contract/jobs/schedules.ts'
import type { Brand } from '#contract/sharing/client-document.ts'
import type { Link } from '#contract/sharing/links.ts'
import type { ApiKeyRecord } from '#service/store/access/api-keys.ts'
import type { AuditRecord } from '#service/store/access/audit.ts'
import type { AlertRecord } from '#service/store/alerts/alerts.ts'
import type { AlertRuleRecord } from '#service/store/alerts/rules.ts'
import type { BrandRecord } from '#service/store/brand.ts'
import type { JobRecord, JobUrlRecord } from '#service/store/jobs/jobs.ts'
import type { ScheduleRecord } from '#service/store/schedules/schedules.ts'
import type { LinkRecord } from '#service/store/share-links/share-links.ts'

// Rows leave as they are stored. The names taken out of a row below are hidden, or used to compute another field.

/** `currentId` is the ID of the key that sends the request. */
export function presentKey(key: ApiKeyRecord, currentId: string | null): ApiKey {
  const { secret_hash, renewed_for_days, ...shown } = key
  return { ...shown, current: key.id === currentId }
}

export function presentLink(link: LinkRecord): Link {
  const { password_hash, snapshot_at, visits_count, last_visit_at, is_target_deleted, ...shown } = link
  return {
    ...shown,
    can_check: link.can_check === 1,
    has_password: password_hash !== null,
    gone: is_target_deleted === 1,
    opens_count: visits_count,
    last_opened_at: last_visit_at,
  }
}

export function presentSchedule(schedule: ScheduleRecord): Schedule {
  const { key_id, key_name, target_name, kept_job_id, ...shown } = schedule
  const paused = schedule.paused === 1
  return {
    ...shown,
    paused,
    next_run_at: paused ? null : schedule.next_run_at,
    last_job_id: kept_job_id,
    created_by: key_name,
  }
}

export function presentAlertRule(rule: AlertRuleRecord, webhookSecret: string): AlertRule {
  const { place, key_id, key_name, recheck_job_id, count, pending, ...shown } = rule
  return {
    ...shown,
    view_id: place.view_id,
    website_id: place.website_id,
    webhook_secret: rule.webhook_url === null ? null : webhookSecret,
    created_by: key_name,
  }
}

/** `url` is that of the view, in the dashboard. */
export function presentAlert(alert: AlertRecord, url: string): Alert {
  const { rule_id, query, mail_to, webhook_url, attempts, deliver_after, changes, ...shown } = alert
  return { ...shown, changes: withProblems(changes), url }
}

export const presentAuditRow = ({ action, object, ...row }: AuditRecord): Omit<AuditRow, 'restorable'> => ({
  ...row,
  action: action as AuditAction,
  object: object && {
    ...object,
    kind: object.kind as AuditObjectKind,
    id: object.kind === 'key' ? object.id : Number(object.id),
  },
})

export const presentBrand = ({ logo, ...brand }: BrandRecord): Brand => ({
  ...brand,
  logo: logo && `data:${logo.type};base64,${logo.bytes.toString('base64')}`,
})

export function presentJob(job: JobRecord): Job {
  const { single, key_id, key_name, outcome, ...shown } = job
  return {
    ...shown,
    urls_kept: job.urls_kept === 1,
    report_id: single?.report_id ?? null,
    attempts: single?.attempts ?? null,
    // The error of a URL that is tried again is no error of the job yet.
    error: job.error ?? (single?.state === 'failed' ? single.error : null),
    created_by: { id: key_id, name: key_name },
  }
}

export const presentRun = (run: JobRecord): Run => ({ ...presentJob(run), state: run.outcome ?? run.state })

export const presentJobUrl = ({ orphan, ...url }: JobUrlRecord): JobUrl => ({
  ...url,
  orphan: orphan === null ? null : orphan === 1,
})
