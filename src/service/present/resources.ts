import type { Alert, AlertRule } from '#contract/alerts.ts'
import type { AuditRow } from '#contract/audit.ts'
import type { Brand } from '#contract/brand.ts'
import type { ApiKey } from '#contract/keys.ts'
import type { Link } from '#contract/links.ts'
import type { Schedule } from '#contract/schedules.ts'
import type { View } from '#contract/views.ts'
import type { Website } from '#contract/website.ts'
import type { AlertRecord } from '#service/store/alerts/alerts.ts'
import type { AlertRuleRecord } from '#service/store/alerts/rules.ts'
import type { ApiKeyRecord } from '#service/store/api-keys.ts'
import type { AuditRecord } from '#service/store/audit.ts'
import type { BrandRecord } from '#service/store/brand.ts'
import type { ScheduleRecord } from '#service/store/schedules/schedules.ts'
import type { LinkRecord } from '#service/store/share-links/share-links.ts'
import type { ViewRecord } from '#service/store/views.ts'
import type { WebsiteRecord } from '#service/store/websites.ts'

export function presentWebsite(website: WebsiteRecord): Website {
  return {
    id: website.id,
    domain: website.domain,
    privacy: website.privacy,
    has_password: website.passwordHash !== null,
    findable: website.findable === 1,
    reports_count: website.reportsCount,
    reports_avg_score: withTwoDecimals(website.averageScore),
    pages_count: website.pagesCount,
    pages_avg_score: withTwoDecimals(website.pagesAverage),
    pages_good: website.pagesGood,
    pages_decent: website.pagesDecent,
    pages_bad: website.pagesBad,
    pages_blocked: website.pagesBlocked,
    created_at: website.createdAt,
    updated_at: website.updatedAt,
  }
}

export function withTwoDecimals(average: number): number
export function withTwoDecimals(average: number | null): number | null
export function withTwoDecimals(average: number | null) {
  return average === null ? null : Math.round(average * 100) / 100
}

export function presentView(view: ViewRecord): View {
  return {
    id: view.id,
    name: view.name,
    list: view.list,
    query: view.query,
    position: view.position,
    created_at: view.createdAt,
    updated_at: view.updatedAt,
  }
}

export function presentLink(link: LinkRecord): Link {
  return {
    id: link.id,
    kind: link.kind,
    mode: link.mode,
    layout: link.layout,
    compare_id: link.compareId,
    label: link.label,
    report_id: link.reportId,
    website_id: link.websiteId,
    list: link.list,
    query: link.query,
    title: link.title,
    created_by: link.createdBy,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
    has_password: link.passwordHash !== null,
    can_check: link.canCheck,
    revoked_at: link.revokedAt,
    gone: link.isTargetDeleted,
    opens_count: link.visitsCount,
    last_opened_at: link.lastVisitAt,
  }
}

/** `currentId` is the ID of the key that sends the request. */
export function presentKey(key: ApiKeyRecord, currentId: string | null): ApiKey {
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
    current: key.id === currentId,
  }
}

export function presentAuditRow({ id, at, actor, action, object, detail }: AuditRecord): AuditRow {
  return {
    id,
    at,
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    action,
    object: object && {
      kind: object.kind,
      id: object.kind === 'key' ? object.id : Number(object.id),
      name: object.name,
    },
    detail,
  }
}

export function presentBrand({ logo, updatedAt, ...brand }: BrandRecord): Brand {
  return {
    name: brand.name,
    color: brand.color,
    intro: brand.intro,
    footer: brand.footer,
    sections: brand.sections,
    paper: brand.paper,
    logo: logo && `data:${logo.type};base64,${logo.bytes.toString('base64')}`,
    updated_at: updatedAt,
  }
}

export const presentAlertRule = (rule: AlertRuleRecord, webhookSecret: string): AlertRule => ({
  id: rule.id,
  view_id: rule.view.id,
  conditions: rule.conditions,
  mail_to: rule.mailTo,
  webhook_url: rule.webhookUrl,
  webhook_secret: rule.webhookUrl === null ? null : webhookSecret,
  created_by: rule.keyName,
  created_at: rule.createdAt,
  updated_at: rule.updatedAt,
})

export const presentAlert = (alert: AlertRecord, url: string): Alert => ({
  id: alert.id,
  view_id: alert.viewId,
  view_name: alert.viewName,
  url,
  total: alert.total,
  changes: alert.changes,
  mail: alert.mail,
  webhook: alert.webhook,
  created_at: alert.createdAt,
})

export const presentSchedule = (schedule: ScheduleRecord): Schedule => ({
  id: schedule.id,
  website_id: schedule.websiteId,
  view_id: schedule.viewId,
  ...schedule.times,
  paused: schedule.isPaused,
  next_run_at: schedule.isPaused ? null : schedule.nextRunAt,
  last_run_at: schedule.lastRunAt,
  last_outcome: schedule.lastOutcome,
  last_job_id: schedule.lastJobId,
  created_by: schedule.keyName,
  created_at: schedule.createdAt,
  updated_at: schedule.updatedAt,
})
