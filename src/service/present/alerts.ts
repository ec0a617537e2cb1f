import type { Alert, AlertRule } from '#contract/jobs/alerts.ts'
import type { AlertRecord } from '#service/store/alerts/alerts.ts'
import type { AlertRuleRecord } from '#service/store/alerts/rules.ts'

export const presentAlertRule = (rule: AlertRuleRecord, webhookSecret: string): AlertRule => ({
  id: rule.id,
  view_id: rule.view.id,
  conditions: rule.conditions,
  mail_to: rule.mail_to,
  webhook_url: rule.webhook_url,
  webhook_secret: rule.webhook_url === null ? null : webhookSecret,
  created_by: rule.key_name,
  created_at: rule.created_at,
  updated_at: rule.updated_at,
})

export const presentAlert = (alert: AlertRecord, url: string): Alert => ({
  id: alert.id,
  view_id: alert.view_id,
  view_name: alert.view_name,
  url,
  total: alert.total,
  changes: alert.changes,
  mail: alert.mail,
  webhook: alert.webhook,
  created_at: alert.created_at,
})
