import { type Kysely, sql, type Transaction } from 'kysely'
import type { Rating } from '#contract/reports/rating.ts'
import { listAlertRules, restartCounts } from '../alerts/rules.ts'
import { countsResults } from '../alerts/views.ts'
import { separatingTransaction } from '../pages/link-targets.ts'
import { laterValues, stateColumns, type PageState, ReportChanges, writePageState } from '../pages/pages.ts'
import type { Schema } from '../schema.ts'
import {
  addLatest,
  addReport,
  changeCounters,
  type CounterChanges,
  lockWebsite,
  noChanges,
} from '../websites/website-counters.ts'
import { type OutcomeChange, RulesetDifferences } from './ruleset-changes.ts'

/** A report with everything needed to rescore it. Payloads are packed. */
export type RescorableReport = {
  id: number
  website_id: number
  ruleset: number
  evaluation: Buffer
  facts: Buffer
  /** JSON of what a crawl found since; null without it. */
  later_facts: string | null
}

/** A position in the list of reports with outdated rulesets. */
export type RescorePosition = { ruleset: number; id: number }

/** The position before the first report. */
export const firstToRescore: RescorePosition = { ruleset: 0, id: 0 }

const selectRescorable = (db: Kysely<Schema>) =>
  db
    .selectFrom('reports as r')
    .innerJoin('report_payloads as p', 'p.report_id', 'r.id')
    .innerJoin('websites as w', 'w.id', 'r.website_id')
    .where('w.deleted_at', 'is', null)
    .select(['r.id', 'r.website_id', 'r.ruleset', 'r.later_facts', 'p.evaluation', 'p.facts'])

/** Returns reports with rulesets older than `ruleset`, oldest first, after the position. */
export async function reportsToRescore(
  db: Kysely<Schema>,
  ruleset: number,
  after: RescorePosition,
  limit: number,
): Promise<RescorableReport[]> {
  const rows = await selectRescorable(db)
    .where('r.ruleset', '<', ruleset)
    // The end of their crawl evaluates them.
    .where('r.pending_crawl_id', 'is', null)
    .where(sql<boolean>`(r.ruleset, r.id) > (${after.ruleset}, ${after.id})`)
    .orderBy('r.ruleset')
    .orderBy('r.id')
    .limit(limit)
    .execute()
  return rows.map(toRescorable)
}

export async function countToRescore(db: Kysely<Schema>, ruleset: number): Promise<number> {
  const deleted = db.selectFrom('websites').select('id').where('deleted_at', 'is not', null)
  const older = db
    .selectFrom('reports')
    .where('ruleset', '<', ruleset)
    .where('pending_crawl_id', 'is', null)
    .where('website_id', 'not in', deleted)
  return (await older.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRescorable>['execute']>>[number]

const toRescorable = (row: Row): RescorableReport => ({
  id: row.id,
  website_id: row.website_id,
  ruleset: row.ruleset,
  evaluation: row.evaluation,
  facts: row.facts,
  later_facts: row.later_facts,
})

export type NewEvaluation = {
  id: number
  website_id: number
  score: number
  result: Rating
  ruleset: number
  /** Packed. */
  evaluation: Buffer
  changes: OutcomeChange[]
  state: PageState
  /** What a crawl found of the page since, by the newer ruleset. */
  later?: { score: number; state: PageState } | null
}

/**
 * Replaces the evaluations of reports by those of a newer ruleset, and adjusts pages and counters, in one transaction.
 * Skips reports that were deleted, or were rescored meanwhile. The first score stays with the report. Returns the
 * number of replaced evaluations.
 */
export async function storeEvaluations(
  db: Kysely<Schema>,
  evaluations: readonly NewEvaluation[],
  now: string,
): Promise<number> {
  return separatingTransaction(db, async (tx) => {
    let stored = 0
    // Sorted by ID, as everywhere, so that concurrent writers wait for each other without a deadlock.
    const perWebsite = [...Map.groupBy(evaluations, (evaluation) => evaluation.website_id)].toSorted(
      ([a], [b]) => a - b,
    )
    for (const [websiteId, ofWebsite] of perWebsite) {
      const counters = noChanges()
      const reports = new ReportChanges(tx)
      const differences = new RulesetDifferences(websiteId)
      if (!(await lockWebsite(tx, websiteId))) continue
      const website = { counters, reports, differences, now }
      for (const evaluation of ofWebsite) if (await replaceEvaluation(tx, evaluation, website)) stored += 1
      await changeCounters(tx, websiteId, counters)
      await reports.finish()
      await differences.store(tx)
    }
    if (stored > 0) {
      const rules = (await listAlertRules(tx)).filter(countsResults)
      await restartCounts(
        tx,
        rules.map(({ id }) => id),
      )
    }
    return stored
  })
}

async function replaceEvaluation(
  tx: Transaction<Schema>,
  { id, score, result, ruleset, evaluation, changes, state, later = null }: NewEvaluation,
  website: { counters: CounterChanges; reports: ReportChanges; differences: RulesetDifferences; now: string },
): Promise<boolean> {
  const current = await tx
    .selectFrom('reports')
    .select([...stateColumns, 'ruleset', 'first_score'])
    .where('id', '=', id)
    .where('pending_crawl_id', 'is', null)
    .executeTakeFirst()
  if (!current || current.ruleset >= ruleset) return false
  const { counters, reports, differences, now } = website
  const rescored = { ruleset, first_score: current.first_score ?? current.score, rescored_at: now }
  await reports.apply(current, () => writePageState(tx, current, { score, result, state, later }, rescored))
  await tx.updateTable('report_payloads').set({ evaluation }).where('report_id', '=', id).execute()
  addReport(counters, current, -1)
  addReport(counters, { result, score }, 1)
  if (current.latest !== 1) return true
  addLatest(counters, current, -1)
  addLatest(counters, { ...current, ...state, result, score, ...laterValues(later) }, 1)
  differences.add(ruleset, { before: current.result, after: result }, changes)
  return true
}
