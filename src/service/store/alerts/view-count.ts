import type { Kysely } from 'kysely'
import { reportListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import { databaseTime } from '../database-time.ts'
import { cachedUntilChange } from '../lists/query-cache.ts'
import { allReports, listReports } from '../lists/report-list.ts'
import type { Schema } from '../schema.ts'
import type { AlertRuleRecord } from './rules.ts'

/** Says when the pages of large views are counted again, by their rule. */
export type CountPace = { isDue(ruleId: number): boolean; counted(ruleId: number, pages: number): void }

/** The most pages that are counted for a rule in `runMs`, on average. */
const maxPages = 20_000

/** Returns a pace at which counting takes the same work for all views: the larger they are, the less often. */
export function createCountPace(runMs: number, mostPages = maxPages): CountPace {
  const dueAt = new Map<number, number>()
  return {
    isDue: (ruleId) => performance.now() >= (dueAt.get(ruleId) ?? 0),
    counted(ruleId, pages) {
      if (pages <= mostPages) dueAt.delete(ruleId)
      else dueAt.set(ruleId, performance.now() + (pages / mostPages) * runMs)
    },
  }
}

/**
 * Returns the exact number of pages in a view; null if it isn't due. A page counts once, however often it was analysed.
 * Lists stop counting at a limit, because people wait for them. Nobody waits here, and a message with a wrong number would
 * be worse.
 */
async function countPages(
  db: Kysely<Schema>,
  { id, view: { query } }: AlertRuleRecord,
  pace: CountPace,
  signal: AbortSignal,
): Promise<number | null> {
  const { query: list } = readQuery(reportListParams, new URLSearchParams(query))
  const pages = { ...list, latest: '1', sort_by: 'id', sort: 'asc', page: 1, per_page: 10 } as const
  const { total, totalRelation } = await listReports(db, pages, { kind: 'all' })
  if (totalRelation === 'eq') return total
  if (!pace.isDue(id)) return null
  const key = JSON.stringify(['exact count', 'reports', pages])
  const exact = await cachedUntilChange(
    db,
    key,
    async () => (await allReports(db, pages, { kind: 'all' }, signal)).total,
  )
  pace.counted(id, exact)
  return exact
}

/**
 * Counts the pages of a rule's view. A number other than the last one sent must last for `confirmMs`.
 * @returns both numbers once it has; null until then, and while a large view isn't counted
 */
export async function countView(
  db: Kysely<Schema>,
  rule: AlertRuleRecord,
  confirmMs: number,
  pace: CountPace,
  signal: AbortSignal,
): Promise<{ before: number; after: number } | null> {
  const { id, view, count, pending } = rule
  const now = await countPages(db, rule, pace, signal)
  if (now === null) return null
  const time = await databaseTime(db)
  const set = (values: { count?: number; pending_count: number | null; pending_since: string | null }) =>
    db
      .updateTable('alert_rules')
      .set({ query: view.query, ...values })
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
