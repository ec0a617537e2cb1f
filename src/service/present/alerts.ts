import type { Alert, AlertRule } from '#contract/jobs/alerts.ts'
import type { AlertRecord } from '#service/store/alerts/alerts.ts'
import type { AlertRuleRecord } from '#service/store/alerts/rules.ts'

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
