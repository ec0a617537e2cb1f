import { AlertRuleForm, NewAlertRuleForm } from '../forms/alert-forms.ts'
import { Alert, alertDays, alertListParams, AlertRule, alertRuleListParams } from '../jobs/alerts.ts'
import type { Paths } from './operation.ts'
import { parametersOf } from './parameters.ts'
import { deletionOf, itemOf, listOf, namedBody, wholeListOf } from './schemas.ts'

const alerts = { tag: 'Extensions', extension: 'alerts' } as const

const RuleItem = itemOf('AlertRuleItem', AlertRule, 200)

const conditions =
  'Conditions: `not_indexable`, a page is no longer indexable; `score_drop`, it loses 10 points or more; `becomes_bad`, it becomes Bad; `new_issue`, a check of high importance has a new issue; `count_changed`, the number of pages in the view changes.'

/** Alerts on saved views. */
export const alertPaths: Paths = {
  '/api/v1/alerts': {
    get: {
      ...alerts,
      id: 'listAlerts',
      summary: 'List alerts',
      access: 'read',
      parameters: parametersOf(alertListParams, {
        view_id: 'Only alerts of this saved view.',
        newer_than: 'Only alerts with a greater ID.',
        per_page: 'Rows per page.',
        page: 'A page past the end is empty.',
      }),
      responses: {
        200: {
          description: `A page of alerts, newest first. Kept for ${alertDays} days.`,
          schema: listOf('AlertList', Alert),
        },
      },
    },
  },
  '/api/v1/alerts/{id}': {
    get: {
      ...alerts,
      id: 'showAlert',
      summary: 'Get an alert',
      access: 'read',
      responses: { 200: { description: 'The alert.', schema: itemOf('AlertItem', Alert, 200) } },
    },
  },
  '/api/v1/alerts/rules': {
    get: {
      ...alerts,
      id: 'listAlertRules',
      summary: 'List alert rules',
      access: 'full',
      parameters: parametersOf(alertRuleListParams, { view_id: 'Only the rule of this saved view.' }),
      responses: { 200: { description: 'The rules.', schema: wholeListOf('AlertRuleList', AlertRule) } },
    },
    post: {
      ...alerts,
      id: 'createAlertRule',
      repeatable: true,
      summary: 'Create an alert rule',
      description: `${conditions} A page that changed is analysed again after ten minutes. If the change is still there, it is sent once, and not again until it has been reverted. All changes of a run are sent as one alert. Checks that measure times and sizes, sample links and files, or compare pages never cause one.`,
      access: 'full',
      form: namedBody(
        'NewAlertRule',
        NewAlertRuleForm,
        '`conditions` and `mail_to` are lists separated by commas. The webhook receives JSON by POST, with a `text` for Slack.',
      ),
      refusals: [409],
      responses: {
        201: {
          description: 'The rule.',
          schema: itemOf('NewAlertRuleItem', AlertRule, 201),
          headers: ['Location'],
        },
      },
    },
  },
  '/api/v1/alerts/rules/{id}': {
    get: {
      ...alerts,
      id: 'showAlertRule',
      summary: 'Get an alert rule',
      access: 'full',
      responses: { 200: { description: 'The rule.', schema: RuleItem } },
    },
    put: {
      ...alerts,
      id: 'changeAlertRule',
      summary: 'Change an alert rule',
      access: 'full',
      form: namedBody('AlertRuleChange', AlertRuleForm, 'The whole rule. Missing fields are cleared.'),
      responses: { 200: { description: 'The rule.', schema: RuleItem } },
    },
    delete: {
      ...alerts,
      id: 'deleteAlertRule',
      summary: 'Delete an alert rule',
      access: 'full',
      responses: {
        200: { description: 'The rule is deleted.', schema: deletionOf('AlertRuleDeletion', 'alert_rule') },
      },
    },
  },
}
