import { createHmac } from 'node:crypto'
import type { GeneratedAlways, InferResult, Kysely, Transaction } from 'kysely'
import { type AlertCondition, withoutReplaced } from '#contract/jobs/alerts.ts'
import { scopeOfAuthor } from '../access/authors.ts'
import { canReach, isVisible } from '../access/visible.ts'
import { and } from '../lists/list.ts'
import { everyRow, type Scope } from '../lists/scope.ts'
import type { Schema } from '../schema.ts'

export type AlertRulesTable = {
  id: GeneratedAlways<number>
  /** The place: exactly one of them is set. */
  view_id: number | null
  website_id: number | null
  /** Separated by commas, as `mail_to`. */
  conditions: string
  mail_to: string
  webhook_url: string | null
  author_id: string
  author_name: string | null
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
    .leftJoin('views as v', 'v.id', 'a.view_id')
    .leftJoin('websites as w', 'w.id', 'a.website_id')
    .selectAll('a')
    .select(['v.name as view_name', 'v.query as view_query', 'v.person_id as view_person_id', 'w.domain'])
    .where('w.deleted_at', 'is', null)

type Row = InferResult<ReturnType<typeof selectRules>>[number]

/**
 * What a rule watches: the reports of a saved view, or of a website, that its author can see. `query` selects them.
 */
export type AlertPlace = {
  view_id: number | null
  website_id: number | null
  name: string
  query: string
  scope: Scope
}

export type AlertRuleRecord = Omit<
  Row,
  | 'view_id'
  | 'website_id'
  | 'view_name'
  | 'view_query'
  | 'domain'
  | 'query'
  | 'conditions'
  | 'mail_to'
  | 'pending_count'
  | 'pending_since'
> & {
  place: AlertPlace
  conditions: AlertCondition[]
  mail_to: string[]
  /** Null until the pages of the view, by its present query, were counted. */
  count: number | null
  pending: { count: number; since: string } | null
  /** True while its author can’t see its website. */
  isPaused: boolean
}

async function toRecord(db: Kysely<Schema>, row: Row, scope: Scope): Promise<AlertRuleRecord> {
  const { view_id, website_id, view_name, view_query, domain, query, pending_count, pending_since, ...rule } = row
  const place = {
    view_id,
    website_id,
    name: view_name ?? domain ?? '',
    query: view_query ?? `website_id=${website_id}`,
    scope,
  }
  const isCounted = query === place.query
  return {
    ...rule,
    place,
    isPaused: scope.kind === 'none' || (website_id !== null && !(await canReach(db, scope, 'websites', website_id))),
    conditions: withoutReplaced(rule.conditions.split(',')) as AlertCondition[],
    mail_to: rule.mail_to.split(',').filter(Boolean),
    count: isCounted ? rule.count : null,
    pending:
      isCounted && pending_count !== null && pending_since !== null
        ? { count: pending_count, since: pending_since }
        : null,
  }
}

/** Returns the rules, or that of a view or a website. Those of deleted websites are left out. */
export async function listAlertRules(
  db: Kysely<Schema>,
  { view_id, website_id }: Partial<Pick<AlertPlace, 'view_id' | 'website_id'>> = {},
  scope: Scope = everyRow,
): Promise<AlertRuleRecord[]> {
  let rules = selectRules(db)
    .where(and(isVisible(scope, 'alert_rules', 'a')))
    .orderBy('a.id')
  if (view_id) rules = rules.where('a.view_id', '=', view_id)
  if (website_id) rules = rules.where('a.website_id', '=', website_id)
  const rows = await rules.execute()
  const authors = new Map<string, Scope>()
  for (const { author_id } of rows)
    if (!authors.has(author_id)) authors.set(author_id, await scopeOfAuthor(db, author_id))
  return Promise.all(rows.map((row) => toRecord(db, row, authors.get(row.author_id) ?? everyRow)))
}

export async function findAlertRule(db: Kysely<Schema>, id: number): Promise<AlertRuleRecord | undefined> {
  const row = await selectRules(db).where('a.id', '=', id).executeTakeFirst()
  return row && toRecord(db, row, await scopeOfAuthor(db, row.author_id))
}

export type AlertRuleChange = Pick<AlertRuleRecord, 'conditions' | 'mail_to' | 'webhook_url'>

const columnsOf = ({ conditions, mail_to, webhook_url }: AlertRuleChange, now: string) => ({
  conditions: conditions.join(','),
  mail_to: mail_to.join(','),
  webhook_url,
  updated_at: now,
})

/** Creates the rule of a view or a website. Returns undefined if it has one. */
export async function createAlertRule(
  db: Kysely<Schema>,
  { view_id, website_id }: Pick<AlertPlace, 'view_id' | 'website_id'>,
  rule: AlertRuleChange & Pick<AlertRuleRecord, 'author_id' | 'author_name'>,
  now = new Date().toISOString(),
): Promise<number | undefined> {
  const created = await db
    .insertInto('alert_rules')
    .values({
      ...columnsOf(rule, now),
      view_id,
      website_id,
      author_id: rule.author_id,
      author_name: rule.author_name,
      created_at: now,
    })
    .onConflict((c) => c.doNothing())
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

/** Deletes a rule, or that of a view, with its changes. Alerts that were sent stay. Returns false if there is none. */
export async function deleteAlertRule(
  tx: Transaction<Schema>,
  by: { id: number } | { view_id: number },
): Promise<boolean> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['view_id', by.view_id] as const)
  const rule = tx.selectFrom('alert_rules').select('id').where(column, '=', value)
  await tx.deleteFrom('alert_changes').where('rule_id', 'in', rule).execute()
  return (await tx.deleteFrom('alert_rules').where(column, '=', value).executeTakeFirst()).numDeletedRows === 1n
}

/** Queues a new report to be checked for alerts. Call it in the report's transaction. */
export async function queueForAlerts(tx: Transaction<Schema>, reportId: number): Promise<void> {
  const rule = await tx.selectFrom('alert_rules').select('id').limit(1).executeTakeFirst()
  if (rule) await tx.insertInto('alert_queue').values({ report_id: reportId }).execute()
}

/** Returns the secret by which the receiver of a rule's webhook can verify its requests. */
export const webhookSecretOf = (signingSecret: string, ruleId: number) =>
  createHmac('sha256', signingSecret).update(`webhook ${ruleId}`).digest('base64url')
