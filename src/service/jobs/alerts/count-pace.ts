import type { Kysely } from 'kysely'
import type { AlertRuleRecord } from '#service/store/alerts/rules.ts'
import { countAll, countListed } from '#service/store/alerts/views.ts'
import type { Schema } from '#service/store/schema.ts'

/** Says when the pages of large views are counted again, by their rule. */
export type CountPace = { isDue(ruleId: number): boolean; counted(ruleId: number, pages: number): void }

/** The most pages that are counted for a rule in `runMs`, on average. */
const defaultMaxPages = 20_000

/** Returns a pace at which counting takes the same work for all views: the larger they are, the less often. */
export function createCountPace(runMs: number, maxPages = defaultMaxPages): CountPace {
  const dueAt = new Map<number, number>()
  return {
    isDue: (ruleId) => performance.now() >= (dueAt.get(ruleId) ?? 0),
    counted(ruleId, pages) {
      if (pages <= maxPages) dueAt.delete(ruleId)
      else dueAt.set(ruleId, performance.now() + (pages / maxPages) * runMs)
    },
  }
}

/**
 * Returns the exact number of pages in the view of a rule; null if it isn't due. Lists stop counting at a limit,
 * because people wait for them. Nobody waits here, and a message with a wrong number would be worse.
 */
export async function countPages(
  db: Kysely<Schema>,
  { id, view }: AlertRuleRecord,
  pace: CountPace,
  signal: AbortSignal,
): Promise<number | null> {
  const listed = await countListed(db, view)
  if (listed !== null || !pace.isDue(id)) return listed
  const all = await countAll(db, view, signal)
  pace.counted(id, all)
  return all
}
