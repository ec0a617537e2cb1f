import { type Kysely, sql, type Transaction } from 'kysely'
import { reportListParams } from '#contract/lists/list-query.ts'
import { readQuery } from '#contract/lists/query-params.ts'
import { databaseTime, engineOf } from '../engine.ts'
import { isReportInScope, needsLatest, olderConditions, viewConditions } from '../lists/filters.ts'
import { and } from '../lists/list.ts'
import { allReports, listReports } from '../lists/report-list.ts'
import { type ReportRecord, selectReports } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'
import { type AlertRuleRecord, listAlertRules } from './rules.ts'

type View = Pick<AlertRuleRecord['place'], 'query' | 'scope'>

/**
 * Returns whether a report is in a view, or was before a newer one of its page. Filters that only the latest report of
 * a page can match count as if it were that.
 */
export async function isInView(db: Kysely<Schema>, { query, scope }: View, report: ReportRecord): Promise<boolean> {
  const { query: filters } = readQuery(reportListParams, new URLSearchParams(query))
  // The website is known, so that only its pages are looked up.
  if ((filters.website_id ?? report.website_id) !== report.website_id) return false
  const view = { ...filters, website_id: report.website_id }
  const conditions = (report.latest === 1 ? viewConditions : olderConditions)(view, engineOf(db))
  if (!conditions) return false
  const found = selectReports(db)
    .where('r.id', '=', report.id)
    .where('w.deleted_at', 'is', null)
    .where(and([...conditions, isReportInScope(scope, engineOf(db))]))
  return (await found.executeTakeFirst()) !== undefined
}

/** Returns true if an older report of a page tells by itself that it was in a view. */
export const canTellOfOlder = ({ query }: Pick<View, 'query'>): boolean =>
  !needsLatest(readQuery(reportListParams, new URLSearchParams(query)).query)

const resultFilters = ['result', 'score', 'changed', 'since', 'indexability', 'check'] as const

/** Returns true if a rule counts the pages of a view that a new ruleset can change. */
export function countsResults({ conditions, place }: Pick<AlertRuleRecord, 'conditions' | 'place'>): boolean {
  const { query } = readQuery(reportListParams, new URLSearchParams(place.query))
  return conditions.includes('count_changed') && resultFilters.some((name) => query[name] !== null)
}

function pagesIn({ query }: Pick<View, 'query'>) {
  const { query: list } = readQuery(reportListParams, new URLSearchParams(query))
  return { ...list, latest: '1', sort_by: 'id', sort: 'asc', page: 1, per_page: 10 } as const
}

/** Returns the number of pages in a view, each once, however often it was analysed; null beyond the limit of lists. */
export async function countListed(db: Kysely<Schema>, view: View): Promise<number | null> {
  const { total, totalRelation } = await listReports(db, pagesIn(view), view.scope)
  return totalRelation === 'eq' ? total : null
}

/** Returns the number of pages in a view without that limit, by reading all of their IDs. */
export const countAll = async (db: Kysely<Schema>, view: View, signal: AbortSignal): Promise<number> =>
  (await allReports(db, pagesIn(view), view.scope, signal)).total

/**
 * Stores the number of pages in a rule's view as it is now. One other than the last one sent must last for `confirmMs`.
 * @returns both numbers once it has; null until then
 */
export async function storeCount(
  db: Kysely<Schema>,
  { id, place, count, pending }: AlertRuleRecord,
  now: number,
  confirmMs: number,
): Promise<{ before: number; after: number } | null> {
  const time = await databaseTime(db)
  const set = (values: { count?: number; pending_count: number | null; pending_since: string | null }) =>
    db
      .updateTable('alert_rules')
      .set({ query: place.query, ...values })
      .where('id', '=', id)
      .execute()
  if (count === null) await set({ count: now, pending_count: null, pending_since: null })
  else if (now === count) {
    if (pending) await set({ pending_count: null, pending_since: null })
  } else if (pending?.count !== now) await set({ pending_count: now, pending_since: new Date(time).toISOString() })
  else if (Date.parse(pending.since) <= time - confirmMs) return { before: count, after: now }
  return null
}

/** Stores that a number was sent. Returns false if another process did. Call it in the transaction of the alert. */
export async function settleCount(
  tx: Kysely<Schema>,
  { id, pending }: AlertRuleRecord,
  { before, after }: { before: number; after: number },
): Promise<boolean> {
  const settled = await tx
    .updateTable('alert_rules')
    .set({ count: after, pending_count: null, pending_since: null })
    .where('id', '=', id)
    .where('count', '=', before)
    .where('pending_since', '=', pending?.since ?? '')
    .executeTakeFirst()
  return settled.numUpdatedRows === 1n
}

/**
 * Runs a change that a person makes to the reports of a page. The numbers of pages in views that were last sent change
 * with it, so that nobody is alerted about it.
 */
export async function withoutCountAlerts(
  tx: Transaction<Schema>,
  pageId: number,
  change: () => Promise<void>,
): Promise<void> {
  const rules = (await listAlertRules(tx)).filter(({ count }) => count !== null)
  const before = await rulesWithPage(tx, rules, pageId)
  await change()
  const after = await rulesWithPage(tx, rules, pageId)
  for (const { id } of rules) {
    const by = Number(after.has(id)) - Number(before.has(id))
    if (by !== 0)
      await tx
        .updateTable('alert_rules')
        .set({ count: sql`count + ${by}`, pending_count: sql`pending_count + ${by}` })
        .where('id', '=', id)
        .execute()
  }
}

/** Returns the IDs of the rules whose views show a page. */
async function rulesWithPage(tx: Transaction<Schema>, rules: readonly AlertRuleRecord[], pageId: number) {
  const found = new Set<number>()
  if (rules.length === 0) return found
  const latest = selectReports(tx).where('r.page_id', '=', pageId).where('r.latest', '=', 1)
  const report = await latest.executeTakeFirst()
  for (const { id, place } of report ? rules : []) if (report && (await isInView(tx, place, report))) found.add(id)
  return found
}
