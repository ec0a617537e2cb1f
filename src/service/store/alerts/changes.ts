import { type Generated, type GeneratedAlways, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { AlertCondition } from '#contract/jobs/alerts.ts'
import { batchesOf, databaseNow, databaseTime } from '../engine.ts'
import { createJob } from '../jobs/jobs.ts'
import { readEvaluation, type StoredEvaluation } from '../reports/report-payloads.ts'
import { type ReportRecord, selectReports } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'
import { type AlertRuleRecord, restartCounts } from './rules.ts'

/**
 * A change of a page: `suspected` by one report, `rechecking` while its page is analysed again,
 * `open` once it was sent.
 */
export type AlertChangesTable = {
  id: GeneratedAlways<number>
  rule_id: number
  page_id: number
  website_id: number
  url: string
  condition: AlertCondition
  /** Empty unless the condition is `new_issue`. */
  check_id: string
  /** The page before the change, as JSON. */
  baseline: string
  state: 'suspected' | 'rechecking' | 'open'
  /** The report that first showed it, and the job of that report. */
  report_id: number
  job_id: number | null
  /** The number of rechecks that gave no report. */
  attempts: Generated<number>
  seen_at: string
  alert_id: number | null
}

/** Rows of one statement. SQLite allows 32,766 values in a statement. */
const batchSize = 1_000

export type EvaluatedReport = ReportRecord & { rescored_at: string | null; results: StoredEvaluation['results'] }

const selectEvaluated = (db: Kysely<Schema>) =>
  selectReports(db)
    .innerJoin('report_payloads as p', 'p.report_id', 'r.id')
    .select(['p.evaluation', 'r.rescored_at'])
    .where('w.deleted_at', 'is', null)

type Row = ReportRecord & { evaluation: Buffer; rescored_at: string | null }

const toEvaluated = ({ evaluation, ...record }: Row): EvaluatedReport => ({
  ...record,
  results: readEvaluation(evaluation).results,
})

/** Returns the reports after an ID that weren't checked for alerts yet, oldest first. */
export async function queuedReports(db: Kysely<Schema>, after: number, limit: number): Promise<number[]> {
  const queued = db.selectFrom('alert_queue').select('report_id').where('report_id', '>', after)
  return (await queued.orderBy('report_id').limit(limit).execute()).map(({ report_id }) => report_id)
}

/**
 * Returns a report, the one before it of the same page that alerts can compare it with, and the previous one however it
 * was made; undefined if the report was deleted. Facts of an older ruleset can't be compared.
 */
export async function reportWithPrevious(db: Kysely<Schema>, id: number) {
  const row = await selectEvaluated(db).where('r.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const before =
    row.rescored_at === null
      ? await selectEvaluated(db)
          .where('r.page_id', '=', row.page_id)
          .where('r.id', '<', id)
          .where('r.engine', '=', row.engine)
          .where('r.ruleset', '=', row.ruleset)
          .where('r.rescored_at', 'is', null)
          .where('r.pending_crawl_id', 'is', null)
          .orderBy('r.id', 'desc')
          .limit(1)
          .executeTakeFirst()
      : undefined
  const previous = await selectReports(db)
    .where('r.page_id', '=', row.page_id)
    .where('r.id', '<', id)
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const job = await db.selectFrom('job_urls').select('job_id').where('report_id', '=', id).executeTakeFirst()
  return { report: toEvaluated(row), before: before && toEvaluated(before), previous, jobId: job?.job_id ?? null }
}

/** Returns the latest report of a page by an engine; undefined if it has none. */
export async function latestOfPage(
  db: Kysely<Schema>,
  pageId: number,
  engine: string,
): Promise<EvaluatedReport | undefined> {
  const row = await selectEvaluated(db)
    .where('r.page_id', '=', pageId)
    .where('r.engine', '=', engine)
    .where('r.pending_crawl_id', 'is', null)
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toEvaluated(row)
}

export type ChangeRecord = Selectable<AlertChangesTable>

export const openChanges = (db: Kysely<Schema>, pageId: number): Promise<ChangeRecord[]> =>
  db.selectFrom('alert_changes').selectAll().where('page_id', '=', pageId).where('state', '=', 'open').execute()

export const recheckedChanges = (db: Kysely<Schema>, ruleId: number): Promise<ChangeRecord[]> =>
  db
    .selectFrom('alert_changes')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .where('state', '=', 'rechecking')
    .orderBy('id')
    .execute()

export type NewChange = Pick<ChangeRecord, 'rule_id' | 'condition' | 'check_id' | 'baseline'>

/**
 * Stores the changes that a report shows, unless another process did. Known changes stay as they are. The pages of the
 * rules of `recount` are counted from the start.
 */
export async function storeSeen(
  db: Kysely<Schema>,
  reportId: number,
  found: {
    report: EvaluatedReport
    job_id: number | null
    changes: NewChange[]
    reverted: number[]
    recount: number[]
  } | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const taken = await tx.deleteFrom('alert_queue').where('report_id', '=', reportId).executeTakeFirst()
    if (taken.numDeletedRows !== 1n || !found) return
    const { report, job_id, changes, reverted, recount } = found
    await restartCounts(tx, recount)
    if (reverted.length > 0) await tx.deleteFrom('alert_changes').where('id', 'in', reverted).execute()
    if (changes.length === 0) return
    const seen_at = await databaseNow(tx)
    const page = { page_id: report.page_id, website_id: report.website_id, url: report.url }
    const rows = changes.map((change) => ({
      ...page,
      ...change,
      state: 'suspected' as const,
      report_id: reportId,
      job_id,
      seen_at,
      alert_id: null,
    }))
    for (const batch of batchesOf(rows, batchSize))
      await tx
        .insertInto('alert_changes')
        .values(batch)
        .onConflict((c) => c.columns(['rule_id', 'page_id', 'condition', 'check_id']).doNothing())
        .execute()
  })
}

export async function hasUnsettledChanges(db: Kysely<Schema>, ruleId: number): Promise<boolean> {
  const found = await db
    .selectFrom('alert_changes')
    .select('id')
    .where('rule_id', '=', ruleId)
    .where('state', 'in', ['suspected', 'rechecking'])
    .limit(1)
    .execute()
  return found.length > 0
}

/** A change that was seen this many times `confirmMs` ago is rechecked without waiting for newer ones. */
const maxWaitFactor = 3

/**
 * Starts a job that analyses the pages of a rule's suspected changes again, and returns whether it did. A change is due
 * once it is `confirmMs` old and the job that found it has finished. The recheck waits until all are due, so that one
 * job causes one alert, but not for long. Deletes changes whose condition the rule no longer has.
 */
export async function startRecheck(db: Kysely<Schema>, rule: AlertRuleRecord, confirmMs: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const time = await databaseTime(tx)
    await tx
      .deleteFrom('alert_changes')
      .where('rule_id', '=', rule.id)
      .where('state', '=', 'suspected')
      .where('condition', 'not in', rule.conditions)
      .execute()
    const suspected = await tx
      .selectFrom('alert_changes as c')
      .leftJoin('jobs as j', (on) => on.onRef('j.id', '=', 'c.job_id').on('j.state', 'in', ['queued', 'running']))
      .leftJoin('jobs as found', 'found.id', 'c.job_id')
      .select(['c.id', 'c.url', 'c.seen_at', 'j.id as running', 'found.render'])
      .where('c.rule_id', '=', rule.id)
      .where('c.state', '=', 'suspected')
      .execute()
    const ago = (ms: number) => new Date(time - ms).toISOString()
    const due = suspected.filter(({ seen_at, running }) => seen_at <= ago(confirmMs) && running === null)
    const isLong = due.some(({ seen_at }) => seen_at <= ago(confirmMs * maxWaitFactor))
    if (due.length === 0 || (due.length < suspected.length && !isLong)) return false
    const urls = [...new Set(due.map(({ url }) => url))]
    // Rendered differently, pages would differ.
    const [render = null, ...others] = new Set(due.map((change) => change.render))
    const id = await createJob(tx, {
      kind: 'urls',
      label: [...`Confirm alert: ${rule.place.name}`].slice(0, 100).join(''),
      url: null,
      crawl: null,
      render: others.length === 0 ? render : null,
      author_id: rule.author_id,
      author_name: rule.author_name,
      urls: urls.map((url, at) => ({ line: at + 1, url, host: new URL(url).host })),
    })
    const claimed = await tx
      .updateTable('alert_rules')
      .set({ recheck_job_id: id })
      .where('id', '=', rule.id)
      .where('recheck_job_id', 'is', null)
      .executeTakeFirst()
    if (claimed.numUpdatedRows !== 1n) throw new RecheckTaken()
    for (const batch of batchesOf(due, 500))
      await tx
        .updateTable('alert_changes')
        .set({ state: 'rechecking' })
        .where(
          'id',
          'in',
          batch.map((change) => change.id),
        )
        .execute()
    return true
  })
}

/** Another process started the recheck, so the transaction is rolled back. */
export class RecheckTaken extends Error {
  override name = 'RecheckTaken'
}

export async function isRecheckFinished(db: Kysely<Schema>, jobId: number): Promise<boolean> {
  const job = await db.selectFrom('jobs').select('finished_at').where('id', '=', jobId).executeTakeFirst()
  return !job || job.finished_at !== null
}

/** Changes by their next state. `ended` ones are deleted. */
export type Settled = { open: ChangeRecord[]; ended: ChangeRecord[]; again: ChangeRecord[] }

/** Ends a recheck and creates its alert. Returns false if another process did. */
export async function settleRecheck(
  tx: Transaction<Schema>,
  rule: AlertRuleRecord,
  { open, ended: deleted, again }: Settled,
  createAlert: () => Promise<number | null>,
): Promise<boolean> {
  const ended = await tx
    .updateTable('alert_rules')
    .set({ recheck_job_id: null })
    .where('id', '=', rule.id)
    .where('recheck_job_id', '=', rule.recheck_job_id)
    .executeTakeFirst()
  if (ended.numUpdatedRows !== 1n) return false
  const alertId = await createAlert()
  const seen_at = await databaseNow(tx)
  const eachBatch = async (changes: ChangeRecord[], write: (ids: number[]) => Promise<unknown>) => {
    for (const batch of batchesOf(changes, 500)) await write(batch.map(({ id }) => id))
  }
  await eachBatch(open, (ids) =>
    tx.updateTable('alert_changes').set({ state: 'open', alert_id: alertId }).where('id', 'in', ids).execute(),
  )
  await eachBatch(deleted, (ids) => tx.deleteFrom('alert_changes').where('id', 'in', ids).execute())
  await eachBatch(again, (ids) =>
    tx
      .updateTable('alert_changes')
      .set({ state: 'suspected', attempts: sql`attempts + 1`, seen_at })
      .where('id', 'in', ids)
      .execute(),
  )
  return true
}
