import { withProblems } from '#analyser/describe-checks.ts'
import type { AuditAction, AuditObjectKind, AuditRow } from '#contract/access/audit.ts'
import type { ApiKey } from '#contract/access/keys.ts'
import type { Grant } from '#contract/access/people.ts'
import type { Alert, AlertRule } from '#contract/jobs/alerts.ts'
import type { Job, JobUrl } from '#contract/jobs/job.ts'
import type { UnnamedPage } from '#contract/jobs/redirects.ts'
import type { Run } from '#contract/jobs/runs.ts'
import type { Schedule } from '#contract/jobs/schedules.ts'
import type { Link } from '#contract/sharing/links.ts'
import type { NamedApiKey } from '#service/store/access/api-keys.ts'
import type { AuditRecord } from '#service/store/access/audit.ts'
import type { AlertRecord } from '#service/store/alerts/alerts.ts'
import type { AlertRuleRecord } from '#service/store/alerts/rules.ts'
import type { Logo } from '#service/store/brand.ts'
import type { JobRecord, JobUrlRecord } from '#service/store/jobs/jobs.ts'
import type { UnnamedRecord } from '#service/store/lists/redirect-list.ts'
import type { ScheduleRecord } from '#service/store/schedules/schedules.ts'
import type { LinkRecord } from '#service/store/share-links/share-links.ts'

// Rows leave as they are stored. The names taken out of a row below are hidden, or used to compute another field.

/** `currentId` is the ID of the key that sends the request. */
/** `grants` are those stored of it. */
export function presentKey(key: NamedApiKey, currentId: string | null, grants: readonly Grant[]): ApiKey {
  const { id, name, role, created_at, expires_at, last_used_at, revoked_at, person_id, person_name } = key
  const person = person_id === null ? null : { id: person_id, name: person_name ?? '' }
  const isLimited = key.is_limited === 1
  const shown = { id, name, role, created_at, expires_at, last_used_at, revoked_at, person }
  return { ...shown, current: id === currentId, grants: isLimited ? [...grants] : null }
}

export function presentLink(link: LinkRecord): Link {
  const {
    password_hash,
    snapshot_at,
    visits_count,
    last_visit_at,
    is_target_deleted,
    is_limited,
    person_id,
    shows_clicks,
    ...shown
  } = link
  return {
    ...shown,
    can_check: link.can_check === 1,
    clicks: shows_clicks === 1,
    has_password: password_hash !== null,
    gone: is_target_deleted === 1,
    opens_count: visits_count,
    last_opened_at: last_visit_at,
  }
}

export function presentSchedule(schedule: ScheduleRecord): Schedule {
  const { author_id, author_name, target_name, view_person_id, kept_job_id, ...shown } = schedule
  const paused = schedule.paused === 1
  return {
    ...shown,
    paused,
    next_run_at: paused ? null : schedule.next_run_at,
    last_job_id: kept_job_id,
    created_by: author_name,
  }
}

export function presentAlertRule(rule: AlertRuleRecord, webhookSecret: string): AlertRule {
  const { place, author_id, author_name, view_person_id, recheck_job_id, count, pending, isPaused, ...shown } = rule
  return {
    ...shown,
    view_id: place.view_id,
    website_id: place.website_id,
    webhook_secret: rule.webhook_url === null ? null : webhookSecret,
    paused: isPaused,
    created_by: author_name,
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

/** `brand` is that of the team, or of a client. */
export const presentBrand = <Fields>({
  logo,
  ...brand
}: Fields & { logo: Logo | null }): Omit<Fields, 'logo'> & { logo: string | null } => ({
  ...brand,
  logo: logo && `data:${logo.type};base64,${logo.bytes.toString('base64')}`,
})

export function presentJob(job: JobRecord): Job {
  const { single, author_id, author_name, outcome, ...shown } = job
  return {
    ...shown,
    urls_kept: job.urls_kept === 1,
    report_id: single?.report_id ?? null,
    attempts: single?.attempts ?? null,
    // The error of a URL that is tried again is no error of the job yet.
    error: job.error ?? (single?.state === 'failed' ? single.error : null),
    created_by: { id: author_id, name: author_name },
  }
}

export const presentUnnamed = ({ latest_report_id, ...page }: UnnamedRecord): UnnamedPage => ({
  ...page,
  report_id: latest_report_id || null,
})

export const presentRun = (run: JobRecord): Run => ({ ...presentJob(run), state: run.outcome ?? run.state })

export const presentJobUrl = ({ orphan, ...url }: JobUrlRecord): JobUrl => ({
  ...url,
  orphan: orphan === null ? null : orphan === 1,
})
