import { createHmac } from 'node:crypto'
import type { GeneratedAlways, InferResult, Kysely, Transaction } from 'kysely'
import type { AlertCondition } from '#contract/jobs/alerts.ts'
import type { ViewList } from '#contract/lists/views.ts'
import type { Schema } from '../schema.ts'

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

/** Reports that weren't checked for alerts yet. */
export type AlertQueueTable = { report_id: number }

const selectRules = (db: Kysely<Schema>) =>
  db
    .selectFrom('alert_rules as a')
    .innerJoin('views as v', 'v.id', 'a.view_id')
    .selectAll('a')
    .select(['v.name as view_name', 'v.list as view_list', 'v.query as view_query'])

type Row = InferResult<ReturnType<typeof selectRules>>[number]

export type AlertRuleRecord = Omit<
  Row,
  | 'view_id'
  | 'view_name'
  | 'view_list'
  | 'view_query'
  | 'query'
  | 'conditions'
  | 'mail_to'
  | 'pending_count'
  | 'pending_since'
> & {
  view: { id: number; name: string; list: ViewList; query: string }
  conditions: AlertCondition[]
  mail_to: string[]
  /** Null until the pages of the view, by its present query, were counted. */
  count: number | null
  pending: { count: number; since: string } | null
}

function toRecord(row: Row): AlertRuleRecord {
  const { view_id, view_name, view_list, view_query, query, pending_count, pending_since, ...rule } = row
  const isCounted = query === view_query
  return {
    ...rule,
    view: { id: view_id, name: view_name, list: view_list, query: view_query },
    conditions: rule.conditions.split(',') as AlertCondition[],
    mail_to: rule.mail_to.split(',').filter(Boolean),
    count: isCounted ? rule.count : null,
    pending:
      isCounted && pending_count !== null && pending_since !== null
        ? { count: pending_count, since: pending_since }
        : null,
  }
}

export async function listAlertRules(db: Kysely<Schema>, viewId: number | null = null): Promise<AlertRuleRecord[]> {
  const rules = selectRules(db).orderBy('a.id')
  return (await (viewId === null ? rules : rules.where('a.view_id', '=', viewId)).execute()).map(toRecord)
}

export async function findAlertRule(db: Kysely<Schema>, id: number): Promise<AlertRuleRecord | undefined> {
  const row = await selectRules(db).where('a.id', '=', id).executeTakeFirst()
  return row && toRecord(row)
}

export type AlertRuleChange = Pick<AlertRuleRecord, 'conditions' | 'mail_to' | 'webhook_url'>

const columnsOf = ({ conditions, mail_to, webhook_url }: AlertRuleChange, now: string) => ({
  conditions: conditions.join(','),
  mail_to: mail_to.join(','),
  webhook_url,
  updated_at: now,
})

/** Creates the rule of a view. Returns undefined if it has one. */
export async function createAlertRule(
  db: Kysely<Schema>,
  viewId: number,
  rule: AlertRuleChange & Pick<AlertRuleRecord, 'key_id' | 'key_name'>,
  now = new Date().toISOString(),
): Promise<number | undefined> {
  const created = await db
    .insertInto('alert_rules')
    .values({
      ...columnsOf(rule, now),
      view_id: viewId,
      key_id: rule.key_id,
      key_name: rule.key_name,
      created_at: now,
    })
    .onConflict((c) => c.column('view_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return created?.id
}

const uncounted = { count: null, pending_count: null, pending_since: null }

/** Lets the pages of rules be counted from the start, so that the next number is only compared with later ones. */
export async function restartCounts(tx: Kysely<Schema>, ruleIds: readonly number[]): Promise<void> {
  if (ruleIds.length === 0) return
  await tx.updateTable('alert_rules').set(uncounted).where('id', 'in', ruleIds).where('count', 'is not', null).execute()
}

/** Changes a rule. Pages that are no longer counted start from a new count if they are again. */
export async function changeAlertRule(
  db: Kysely<Schema>,
  id: number,
  change: AlertRuleChange,
  now = new Date().toISOString(),
): Promise<void> {
  const isCounted = change.conditions.includes('count_changed')
  await db
    .updateTable('alert_rules')
    .set({ ...columnsOf(change, now), ...(isCounted ? {} : uncounted) })
    .where('id', '=', id)
    .execute()
}

/** Deletes the rule of a view with its changes. Alerts that were sent stay. Returns false if there is none. */
export async function deleteAlertRule(tx: Transaction<Schema>, viewId: number): Promise<boolean> {
  const rule = tx.selectFrom('alert_rules').select('id').where('view_id', '=', viewId)
  await tx.deleteFrom('alert_changes').where('rule_id', 'in', rule).execute()
  return (await tx.deleteFrom('alert_rules').where('view_id', '=', viewId).executeTakeFirst()).numDeletedRows === 1n
}

/** Queues a new report to be checked for alerts. Call it in the report's transaction. */
export async function queueForAlerts(tx: Transaction<Schema>, reportId: number): Promise<void> {
  const rule = await tx.selectFrom('alert_rules').select('id').limit(1).executeTakeFirst()
  if (rule) await tx.insertInto('alert_queue').values({ report_id: reportId }).execute()
}

/** Returns the secret by which the receiver of a rule's webhook can verify its requests. */
export const webhookSecretOf = (signingSecret: string, ruleId: number) =>
  createHmac('sha256', signingSecret).update(`webhook ${ruleId}`).digest('base64url')
