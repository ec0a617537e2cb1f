import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AlertRuleForm, NewAlertRuleForm } from '#contract/forms/alert-forms.ts'
import { type Alert, alertListParams, type AlertRule, alertRuleListParams } from '#contract/jobs/alerts.ts'
import { viewUrlOf } from '#contract/lists/views.ts'
import type { DeleteResponse, ItemEnvelope, ListEnvelope } from '#contract/responses/envelope.ts'
import { presentAlert, presentAlertRule } from '#service/present/rows.ts'
import { type AlertRecord, findAlert, listAlerts } from '#service/store/alerts/alerts.ts'
import {
  type AlertRuleRecord,
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  findAlertRule,
  listAlertRules,
  webhookSecretOf,
} from '#service/store/alerts/rules.ts'
import { findView } from '#service/store/views.ts'
import { auditedView } from '../audit-recorder.ts'
import { readBody, refuseFields } from '../body.ts'
import type { HttpDeps } from '../deps.ts'
import { alertRuleSentences, newAlertRuleSentences } from '../form-sentences.ts'
import { recordWrite, type Repeat } from '../idempotency.ts'
import { notFound, Problem } from '../problem.ts'
import { readRequestQuery } from '../query.ts'
import { idIn, keyIdOf, keyNameOf, originOf } from '../request.ts'
import { listResponse } from '../responses/lists.ts'

/** Declares alerts, which all keys can read, and the rules of saved views that cause them, which need a full key. */
export function alertRoutes(
  app: FastifyInstance,
  { store: { db }, identify, audit, publicUrl, canMail, webhookFailure, secret }: HttpDeps,
) {
  const present = (alert: AlertRecord, request: FastifyRequest) =>
    presentAlert(alert, viewUrlOf(alert, originOf(request, publicUrl)))

  app.get('/api/v1/alerts', identify.to('list alerts'), async (request): Promise<ListEnvelope<Alert>> => {
    const { query, search } = readRequestQuery(alertListParams, request)
    const alerts = await listAlerts(db, query)
    const rows = alerts.rows.map((alert) => present(alert, request))
    return listResponse(request, publicUrl, query, search, alerts, rows)
  })

  app.get('/api/v1/alerts/:id', identify.to('list alerts'), async (request): Promise<ItemEnvelope<Alert>> => {
    const alert = await findAlert(db, idIn(request))
    if (!alert) throw notFound()
    return { data: present(alert, request), status: 200 }
  })

  const manage = identify.to('manage alert rules')
  const presentRule = (rule: AlertRuleRecord) => presentAlertRule(rule, webhookSecretOf(secret, rule.id))

  app.get('/api/v1/alerts/rules', manage, async (request): Promise<{ data: AlertRule[]; status: 200 }> => {
    const { view_id } = readRequestQuery(alertRuleListParams, request).query
    return { data: (await listAlertRules(db, view_id)).map(presentRule), status: 200 }
  })

  const repeat: Repeat = async ({ id }) => {
    const rule = await findAlertRule(db, Number(id))
    return rule && { data: presentRule(rule), status: 201 }
  }
  app.post(
    '/api/v1/alerts/rules',
    { ...manage, config: { repeat } },
    async (request, reply): Promise<ItemEnvelope<AlertRule>> => {
      const { view_id, ...form } = readBody(request, NewAlertRuleForm, newAlertRuleSentences)
      refuseRecipients(form)
      const view = await findView(db, view_id)
      if (view?.list !== 'reports') throw refuseFields(newAlertRuleSentences, [{ field: 'view_id', code: 'not_found' }])
      const key = { key_id: keyIdOf(request), key_name: keyNameOf(request) }
      const id = await db.transaction().execute(async (tx) => {
        const created = await createAlertRule(tx, view.id, { ...changeOf(form), ...key })
        if (created !== undefined)
          await recordWrite(tx, request, { status: 201, location: locationOf(created), id: created })
        return created
      })
      if (id === undefined)
        throw new Problem('conflict', 'This view has alerts already. Change them with PUT /api/v1/alerts/rules/{id}.')
      const rule = await ruleIn(id)
      await audit.record(request, {
        action: 'alert_rule_created',
        object: auditedView(rule.view),
        detail: detailOf(rule),
      })
      reply.code(201).header('Location', locationOf(id))
      return { data: presentRule(rule), status: 201 }
    },
  )

  app.get('/api/v1/alerts/rules/:id', manage, async (request): Promise<ItemEnvelope<AlertRule>> => {
    return { data: presentRule(await ruleIn(idIn(request))), status: 200 }
  })

  app.put('/api/v1/alerts/rules/:id', manage, async (request): Promise<ItemEnvelope<AlertRule>> => {
    const { id } = await ruleIn(idIn(request))
    const form = readBody(request, AlertRuleForm, alertRuleSentences)
    refuseRecipients(form)
    await changeAlertRule(db, id, changeOf(form))
    const rule = await ruleIn(id)
    await audit.record(request, {
      action: 'alert_rule_changed',
      object: auditedView(rule.view),
      detail: detailOf(rule),
    })
    return { data: presentRule(rule), status: 200 }
  })

  app.delete('/api/v1/alerts/rules/:id', manage, async (request): Promise<DeleteResponse> => {
    const rule = await ruleIn(idIn(request))
    if (!(await db.transaction().execute((tx) => deleteAlertRule(tx, rule.view.id)))) throw notFound()
    await audit.record(request, {
      action: 'alert_rule_deleted',
      object: auditedView(rule.view),
      detail: detailOf(rule),
    })
    return { id: rule.id, object: 'alert_rule', deleted: true, status: 200 }
  })

  function refuseRecipients({ mail_to, webhook_url: url }: Form) {
    const webhookCode = url && webhookFailure(url)
    const problems = [
      ...(!canMail && mail_to.length > 0 ? [{ field: 'mail_to', code: 'not_allowed' } as const] : []),
      ...(webhookCode ? [{ field: 'webhook_url', code: webhookCode }] : []),
    ]
    if (problems.length > 0) throw refuseFields(alertRuleSentences, problems)
  }

  async function ruleIn(id: number): Promise<AlertRuleRecord> {
    const rule = await findAlertRule(db, id)
    if (!rule) throw notFound()
    return rule
  }
}

const locationOf = (id: number) => `/api/v1/alerts/rules/${id}`

type Form = { conditions: AlertRuleRecord['conditions']; mail_to: string[]; webhook_url?: URL | undefined }

const changeOf = ({ conditions, mail_to, webhook_url }: Form) => ({
  conditions: [...new Set(conditions)],
  mail_to,
  webhook_url: webhook_url?.href ?? null,
})

const detailOf = ({ conditions, mail_to, webhook_url }: AlertRuleRecord) =>
  [conditions.join(', '), ...mail_to, ...(webhook_url === null ? [] : [new URL(webhook_url).host])].join('; ')
