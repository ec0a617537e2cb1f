import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { AlertRuleForm, NewAlertRuleForm } from '#contract/forms/alert-forms.ts'
import { AlertTest } from '#contract/jobs/alert-test.ts'
import {
  Alert,
  alertDays,
  alertListParams,
  AlertRule,
  alertRuleListParams,
  isGoogleCondition,
} from '#contract/jobs/alerts.ts'
import { placeUrlOf } from '#contract/lists/views.ts'
import { described, paging } from '#contract/openapi/parameters.ts'
import { deletionOf, itemOf, listOf, namedBody, wholeListOf } from '#contract/openapi/schemas.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import { domainOf } from '#contract/websites/website.ts'
import { personIdOf, type Reader, scopeOf } from '#service/access/policy.ts'
import { presentAlert, presentAlertRule } from '#service/present/rows.ts'
import { domainsWithin } from '#service/store/access/authors.ts'
import { canReach } from '#service/store/access/visible.ts'
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
import type { Store } from '#service/store/database.ts'
import { seesClicks } from '#service/store/google/seen.ts'
import type { Scope } from '#service/store/lists/scope.ts'
import type { Schema } from '#service/store/schema.ts'
import { findView, isViewVisibleTo } from '#service/store/views.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import { auditedView, auditedWebsite, type AuditRecorder } from '../audit-recorder.ts'
import { refuseFields } from '../body.ts'
import { recordWrite } from '../idempotency.ts'
import { type RequestLimits, testAlertsPerMinute } from '../limits.ts'
import { permitsChange } from '../permits.ts'
import { notFound, Problem } from '../problem.ts'
import { senderOf, originOf } from '../request.ts'
import { listBody } from '../responses/lists.ts'
import { keyed, keyedForm, keyedFull, keyedWrite, routeUsing } from '../route.ts'

type Deps = {
  db: Store['db']
  audit: AuditRecorder
  limits: RequestLimits
  publicUrl: string | null
  /** Signs webhooks. */
  secret: string
  /** True if alerts can be sent by mail. */
  canMail: boolean
  /** Returns the reason for never contacting a URL, or null. Its host isn’t looked up. */
  urlFailure: (url: URL) => FetchFailure | null
  /** Sends a test to the recipients of a rule, by the origin of the dashboard. */
  sendTestAlert: (rule: AlertRuleRecord, origin: string) => Promise<AlertTest>
}

const route = routeUsing<Deps>()

const RuleItem = itemOf('AlertRuleItem', AlertRule, 200)

const conditions =
  'Conditions: `not_indexable`, a page is no longer indexable; `score_drop`, it loses 10 points or more; `becomes_bad`, it becomes Bad; `new_issue`, a check of high importance has a new issue; `title_changed`, `h1_changed` and `canonical_changed`, its title tag, H1 or canonical URL is another one; `count_changed`, the number of pages in the view changes. Of crawls of the website, each compared with the complete one before: `broken_links`, links are newly broken; `robots_changed`, robots.txt changed; `sitemap_size`, the sitemap has 10% more or fewer URLs; `new_5xx`, more URLs return a server error; `canonical_host`, more canonical tags name another host; `indexable_share`, the share of indexable pages fell by 5 percentage points or more. Of Google, if its figures are known: `google_dropped`, a page with clicks in 28 days was in its index at one inspection and isn’t at the next; `clicks_at_risk`, a page is new in the list of those at risk. `files_changed` is read as `robots_changed` and `sitemap_size`.'

/** Alerts, which all keys can read, and the rules of views and websites that cause them, which need a full key. */
export const alertRoutes = [
  route(
    {
      method: 'GET',
      path: '/api/v1/alerts',
      access: 'list alerts',
      id: 'listAlerts',
      summary: 'List alerts',
      query: described(alertListParams, {
        view_id: 'Only alerts of this saved view.',
        website_id: 'Only alerts of the rule of this website.',
        client: 'Only those of the websites and saved views of this client.',
        newer_than: 'Only alerts with a greater ID.',
        ...paging,
      }),
      responses: {
        200: {
          description: `A page of alerts, newest first. Kept for ${alertDays} days.`,
          schema: listOf('AlertList', Alert),
        },
      },
      errors: [...keyed, 422],
    },
    async (input, deps) => {
      const { reader } = input
      const alerts = await listAlerts(deps.db, input.query, personIdOf(reader), scopeOf(reader))
      const rows = (await withinGrants(deps.db, reader, alerts.rows)).map((alert) =>
        present(alert, input.request, deps),
      )
      return listBody(input, deps, alerts, rows)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/alerts/{id}',
      access: 'list alerts',
      id: 'showAlert',
      summary: 'Get an alert',
      responses: { 200: { description: 'The alert.', schema: itemOf('AlertItem', Alert, 200) } },
      errors: [...keyed, 404],
    },
    async ({ params: { id }, reader, request }, deps) => {
      const found = await findAlert(deps.db, id, personIdOf(reader))
      const [alert] = await withinGrants(deps.db, reader, found ? [found] : [])
      if (!alert) throw notFound()
      return { data: present(alert, request, deps), status: 200 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/alerts/rules',
      access: 'manage alert rules',
      id: 'listAlertRules',
      summary: 'List alert rules',
      query: described(alertRuleListParams, {
        view_id: 'Only the rule of this saved view.',
        website_id: 'Only the rule of this website.',
      }),
      responses: { 200: { description: 'The rules.', schema: wholeListOf('AlertRuleList', AlertRule) } },
      errors: [...keyedFull, 422],
    },
    async ({ query, reader }, { db, secret }) => {
      const all = await listAlertRules(db, query, scopeOf(reader, 'edit'))
      const rules = all.filter((rule) => isViewVisibleTo(rule, personIdOf(reader)))
      return { data: rules.map((rule) => presentRule(rule, secret)), status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/alerts/rules',
      access: 'manage alert rules',
      id: 'createAlertRule',
      adds: true,
      summary: 'Create an alert rule',
      description: `${conditions} A page that changed is analysed again after ten minutes. If the change is still there, it is sent once, and not again until it has been reverted. All changes of a run are sent as one alert. Checks that measure times and sizes, sample links and files, or compare pages never cause one.`,
      form: namedBody(
        'NewAlertRule',
        NewAlertRuleForm,
        'Exactly one of `website_id` and `view_id`, each of which can have one rule. `conditions` and `mail_to` are lists separated by commas. The webhook receives JSON by POST, with a `text` for Slack.',
      ),
      example: { view_id: '2', conditions: 'not_indexable' },
      responses: {
        201: {
          description: 'The rule.',
          schema: itemOf('NewAlertRuleItem', AlertRule, 201),
          headers: ['Location'],
        },
      },
      errors: [...keyedForm, 409],
      async repeat({ id }, { db, secret }) {
        const rule = await findAlertRule(db, Number(id))
        return rule && { data: presentRule(rule, secret), status: 201 }
      },
    },
    async ({ form: { view_id = null, website_id = null, ...form }, reader, request, reply }, deps) => {
      const { db, audit, secret } = deps
      refuseRecipients(form, deps)
      const missing = (field: 'view_id' | 'website_id') =>
        refuseFields(NewAlertRuleForm, [{ field, code: 'not_found' }])
      const seesView = view_id === null || (await canReach(db, scopeOf(reader), 'views', view_id))
      const view = view_id === null ? null : await findView(db, view_id, personIdOf(reader))
      if (!seesView || (view_id !== null && view?.list !== 'reports')) throw missing('view_id')
      const canEdit = website_id === null || (await permitsChange(db, reader, 'websites', website_id))
      if (!canEdit || (website_id !== null && !(await findWebsite(db, website_id)))) throw missing('website_id')
      const author = senderOf(request)
      const id = await db.transaction().execute(async (tx) => {
        const created = await createAlertRule(tx, { view_id, website_id }, { ...alertRuleOf(form), ...author })
        if (created !== undefined)
          await recordWrite(tx, request, { status: 201, location: locationOf(created), id: created })
        return created
      })
      if (id === undefined)
        throw new Problem(
          'conflict',
          'This view or website has alerts already. Change them with PUT /api/v1/alerts/rules/{id}.',
        )
      const rule = await ruleIn(db, id, request.reader)
      await audit.record(request, { action: 'alert_rule_created', ...audited(rule) })
      reply.header('Location', locationOf(id))
      return { data: presentRule(rule, secret), status: 201 }
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/v1/alerts/rules/{id}',
      access: 'manage alert rules',
      id: 'showAlertRule',
      summary: 'Get an alert rule',
      responses: { 200: { description: 'The rule.', schema: RuleItem } },
      errors: [...keyedFull, 404],
    },
    async ({ params: { id }, reader }, { db, secret }) => ({
      data: presentRule(await ruleIn(db, id, reader), secret),
      status: 200,
    }),
  ),

  route(
    {
      method: 'PUT',
      path: '/api/v1/alerts/rules/{id}',
      access: 'manage alert rules',
      id: 'changeAlertRule',
      summary: 'Change an alert rule',
      find: ({ params: { id }, reader }, { db }) => ruleIn(db, id, reader),
      form: namedBody('AlertRuleChange', AlertRuleForm, 'The whole rule. Missing fields are cleared.'),
      example: { conditions: 'becomes_bad' },
      responses: { 200: { description: 'The rule.', schema: RuleItem } },
      errors: [...keyedForm, 404],
    },
    async ({ params: { id }, form, request }, deps) => {
      const { db, audit, secret } = deps
      refuseRecipients(form, deps)
      await changeAlertRule(db, id, alertRuleOf(form))
      const rule = await ruleIn(db, id, request.reader)
      await audit.record(request, { action: 'alert_rule_changed', ...audited(rule) })
      return { data: presentRule(rule, secret), status: 200 }
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/v1/alerts/rules/{id}',
      access: 'manage alert rules',
      id: 'deleteAlertRule',
      summary: 'Delete an alert rule',
      responses: {
        200: { description: 'The rule is deleted.', schema: deletionOf('AlertRuleDeletion', 'alert_rule') },
      },
      errors: [...keyedWrite, 404],
    },
    async ({ params: { id }, request }, { db, audit }) => {
      const rule = await ruleIn(db, id, request.reader)
      if (!(await db.transaction().execute((tx) => deleteAlertRule(tx, { id: rule.id })))) throw notFound()
      await audit.record(request, { action: 'alert_rule_deleted', ...audited(rule) })
      return { id, object: 'alert_rule', deleted: true, status: 200 }
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/v1/alerts/rules/{id}/test',
      access: 'manage alert rules',
      id: 'testAlertRule',
      summary: 'Send a test alert',
      description: `Sends a mail and calls the webhook of the rule, once, with a message that says it is a test. The body of the webhook has \`"test": true\` and an alert without changes, and is signed as others are. At most ${testAlertsPerMinute} times a minute.`,
      responses: {
        200: { description: 'The results.', schema: itemOf('AlertTestItem', AlertTest, 200) },
      },
      errors: [...keyedWrite, 404, 415, 422],
    },
    async ({ params: { id }, request }, { db, audit, limits, publicUrl, sendTestAlert }) => {
      const rule = await ruleIn(db, id, request.reader)
      await limits.countTestAlert(request)
      const data = await sendTestAlert(rule, originOf(request, publicUrl))
      const detail = `mail: ${data.mail}, webhook: ${data.webhook}`
      await audit.record(request, { action: 'alert_test_sent', object: auditedPlace(rule), detail })
      return { data, status: 200 }
    },
  ),
]

const locationOf = (id: number) => `/api/v1/alerts/rules/${id}`

/** Returns alerts with their changes on websites that the reader can see now. */
async function withinGrants(db: Kysely<Schema>, reader: Reader, alerts: AlertRecord[]): Promise<AlertRecord[]> {
  const scope = scopeOf(reader)
  if (scope.kind === 'all') return alerts
  const domainIn = (url: string) => domainOf({ host: URL.parse(url)?.host ?? '' })
  const urls = alerts.flatMap(({ changes }) => changes.flatMap(({ url }) => url ?? []))
  const domains = await domainsWithin(db, scope, [...new Set(urls.map(domainIn))])
  const seen = await websitesWithClicks(db, scope, alerts)
  const isShown = ({ url, condition, website_id }: AlertRecord['changes'][number]) =>
    (url === null || domains.has(domainIn(url))) && (!isGoogleCondition(condition) || seen.has(website_id))
  return alerts.map((alert) => ({ ...alert, changes: alert.changes.filter(isShown) }))
}

/** Returns the websites of changes about Google whose clicks the reader sees. */
async function websitesWithClicks(db: Kysely<Schema>, scope: Scope, alerts: readonly AlertRecord[]) {
  const changes = alerts.flatMap((alert) => alert.changes).filter(({ condition }) => isGoogleCondition(condition))
  const seen = new Set<number | null>()
  for (const id of new Set(changes.map(({ website_id }) => website_id)))
    if (await seesClicks(db, scope, id)) seen.add(id)
  return seen
}

const present = (alert: AlertRecord, request: FastifyRequest, { publicUrl }: Deps) =>
  presentAlert(alert, placeUrlOf(alert, originOf(request, publicUrl)))

const presentRule = (rule: AlertRuleRecord, secret: string) => presentAlertRule(rule, webhookSecretOf(secret, rule.id))

async function ruleIn(db: Kysely<Schema>, id: number, reader: Reader): Promise<AlertRuleRecord> {
  const rule = await findAlertRule(db, id)
  if (!rule || !isViewVisibleTo(rule, personIdOf(reader))) throw notFound()
  return rule
}

type Form = { conditions: AlertRuleRecord['conditions']; mail_to: string[]; webhook_url?: URL | undefined }

function refuseRecipients({ mail_to, webhook_url: url }: Form, { canMail, urlFailure }: Deps) {
  const webhookCode = url && urlFailure(url)
  const problems = [
    ...(!canMail && mail_to.length > 0 ? [{ field: 'mail_to', code: 'not_allowed' } as const] : []),
    ...(webhookCode ? [{ field: 'webhook_url', code: webhookCode }] : []),
  ]
  if (problems.length > 0) throw refuseFields(AlertRuleForm, problems)
}

const alertRuleOf = ({ conditions: given, mail_to, webhook_url }: Form) => ({
  conditions: [...new Set(given)],
  mail_to,
  webhook_url: webhook_url?.href ?? null,
})

const auditedPlace = ({ place: { view_id, website_id, name } }: AlertRuleRecord) =>
  website_id !== null ? auditedWebsite({ id: website_id, domain: name }) : auditedView({ id: view_id ?? 0, name })

/** Names the place of a rule in the audit log, and describes the rule. */
const audited = (rule: AlertRuleRecord) => ({
  object: auditedPlace(rule),
  detail: [
    rule.conditions.join(', '),
    ...rule.mail_to,
    ...(rule.webhook_url === null ? [] : [new URL(rule.webhook_url).host]),
  ].join('; '),
})
