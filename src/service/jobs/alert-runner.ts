import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isTextCondition } from '#contract/jobs/alerts.ts'
import { insertAlert } from '#service/store/alerts/alerts.ts'
import {
  type ChangeRecord,
  type EvaluatedReport,
  hasUnsettledChanges,
  isRecheckFinished,
  latestOfPage,
  openChanges,
  queuedReports,
  recheckedChanges,
  RecheckTaken,
  reportWithPrevious,
  type Settled,
  settleRecheck,
  startRecheck,
  storeSeen,
} from '#service/store/alerts/changes.ts'
import { type AlertRuleRecord, findAlertRule, listAlertRules } from '#service/store/alerts/rules.ts'
import { countAll, countListed, isInView, settleCount, storeCount } from '#service/store/alerts/views.ts'
import { databaseFailure } from '#service/store/failures.ts'
import { findNoRoom, type RoomForJobs, unlimitedRoom } from '#service/store/jobs/room.ts'
import { packedParts, readFacts } from '#service/store/reports/report-payloads.ts'
import type { Schema } from '#service/store/schema.ts'
import { type alertChangeOf, countChange } from './alerts/alert-message.ts'
import { compareEndedCrawls } from './alerts/crawl-changes.ts'
import { concernedRules, decide, decideRecheck, type InView, type ReportToCompare } from './alerts/decide.ts'
import type { Delivery } from './alerts/deliver.ts'
import { alertOfGoogle } from './alerts/google-changes.ts'
import { alertInputOf, engineOfBaseline, pageTextsOf, readBaseline } from './alerts/page-changes.ts'
import { createPoller } from './poller.ts'

export type AlertRunnerOptions = {
  db: Kysely<Schema>
  room?: RoomForJobs
  /** The time in milliseconds that a change must last before it is sent. */
  confirmMs?: number
  /** The pace at which the pages of large views are counted. */
  pace?: CountPace
  delivery: Delivery
  /** Called when there is a job to work on. */
  onJob: () => void
  onError: (error: unknown, message: string) => void
}

export type AlertRunner = {
  /** Does everything that is due, which otherwise happens every 15 seconds, and waits until alerts are delivered. */
  run(): Promise<void>
  close(): Promise<void>
}

const pollMs = 15_000
const defaultConfirmMs = 10 * 60_000
const batchSize = 100
/** Safety limit: tries of a queued report that can't be read. */
const maxReads = 5

/**
 * Finds changes in new reports, confirms each by analysing its page again, and sends it once. Runs in any number of
 * processes.
 */
export function createAlertRunner({
  delivery,
  room = unlimitedRoom,
  confirmMs = defaultConfirmMs,
  pace = createCountPace(pollMs),
  ...options
}: AlertRunnerOptions): AlertRunner {
  const failedReads = new Map<number, number>()
  const poller = createPoller(
    async () => {
      await checkRules({ ...options, room, confirmMs, pace, failedReads, signal: poller.signal })
      // Slow recipients don't delay the next run.
      await delivery.start(poller.signal)
    },
    { everyMs: pollMs, onFailure: (error) => options.onError(error, 'checking for alerts failed') },
  )
  return {
    async run() {
      await poller.run()
      await delivery.settled()
    },
    async close() {
      await poller.close()
      await delivery.settled()
    },
  }
}

type Run = Required<Omit<AlertRunnerOptions, 'delivery'>> & {
  /** The number of failed reads of a report, by its ID. */
  failedReads: Map<number, number>
  signal: AbortSignal
}

async function checkRules(run: Run): Promise<void> {
  const { db, signal } = run
  const fail = (error: unknown, message: string) => {
    if (!signal.aborted) run.onError(error, message)
  }
  const rules = await listAlertRules(db)
  await readQueue(run, rules)
  await compareEndedCrawls(db, rules, { signal, onError: fail }).catch((error: unknown) =>
    fail(error, 'crawls couldn’t be compared'),
  )
  await alertOfGoogle(db, rules, run).catch((error: unknown) => fail(error, 'alerts about Google failed'))
  for (const { id } of rules) {
    signal.throwIfAborted()
    await runRule(run, id).catch((error: unknown) => fail(error, `an alert rule failed: ${id}`))
  }
}

async function readQueue(run: Run, rules: AlertRuleRecord[]) {
  const { db, signal } = run
  for (let after = 0; ;) {
    const ids = await queuedReports(db, after, batchSize)
    if (ids.length === 0) return
    for (const id of ids) {
      signal.throwIfAborted()
      await checkReport(db, rules, id).catch((error: unknown) => skip(run, id, error))
      after = id
      await yieldToEventLoop()
    }
  }
}

/** A report that can't be read doesn't stop the others. It stays in the queue for the next runs, but not forever. */
async function skip({ db, failedReads, onError }: Run, id: number, error: unknown) {
  if (databaseFailure(error)) throw error
  onError(error, `report ${id} wasn’t checked for alerts`)
  const failed = (failedReads.get(id) ?? 0) + 1
  if (failed < maxReads) failedReads.set(id, failed)
  else {
    failedReads.delete(id)
    await storeSeen(db, id, null)
  }
}

/** Reads what is known of a report's page, decides, and stores that. */
async function checkReport(db: Kysely<Schema>, rules: AlertRuleRecord[], id: number) {
  const found = await reportWithPrevious(db, id)
  if (!found) return storeSeen(db, id, null)
  const { report, before, previous, jobId } = withLaterState(found)
  const hasTexts = before !== undefined && rules.some(({ conditions }) => conditions.some(isTextCondition))
  const page = {
    now: await toCompare(db, report, hasTexts),
    before: before && (await toCompare(db, before, hasTexts)),
    previous,
    open: await openChanges(db, report.page_id),
  }
  const concerned = concernedRules(page, rules)
  const inView = new Map<number, InView>()
  for (const { rule, canMove } of concerned) {
    const now = await isInView(db, rule.place, report)
    inView.set(rule.id, {
      now,
      either: now || (before !== undefined && (await isInView(db, rule.place, before))),
      previous: canMove && previous !== undefined && (await isInView(db, rule.place, previous)),
    })
  }
  await storeSeen(db, id, { report, job_id: jobId, ...decide(page, concerned, inView) })
}

/** What a crawl found after a report is compared with that report, as if it were the next one. */
function withLaterState(found: NonNullable<Awaited<ReturnType<typeof reportWithPrevious>>>): typeof found {
  const { report } = found
  const { later_at, later_indexability: indexability, later_issue: main_issue, later_status } = report
  if (later_at === null || report.latest !== 1) return found
  // The facts of both are the same, whichever ruleset evaluated them.
  const before = { ...report, rescored_at: null, latest: 0 as const }
  const status = later_status ?? report.status
  return { ...found, before, report: { ...report, rescored_at: null, indexability, main_issue, status } }
}

async function runRule(run: Run, id: number) {
  const { db, room, confirmMs, pace, signal, onJob } = run
  const rule = await findAlertRule(db, id)
  if (!rule) return
  const isRechecked = rule.recheck_job_id !== null && (await isRecheckFinished(db, rule.recheck_job_id))
  // A count that was due in the meantime wasn't sent.
  const paceNow = isRechecked ? { ...pace, isDue: () => true } : pace
  const pages = rule.conditions.includes('count_changed') ? await countPages(db, rule, paceNow, signal) : null
  const counts = pages === null ? null : await storeCount(db, rule, pages, confirmMs)
  if (isRechecked) await settle(run, rule, counts)
  else if (rule.recheck_job_id !== null) return
  else if (await hasUnsettledChanges(db, rule.id)) {
    if (await findNoRoom(db, { author_id: rule.author_id, urls: 1, bytes: 0 }, room)) return
    const started = await startRecheck(db, rule, confirmMs).catch((error: unknown) => {
      if (error instanceof RecheckTaken) return false
      throw error
    })
    if (started) onJob()
  } else if (counts) {
    await db.transaction().execute(async (tx) => {
      if (await settleCount(tx, rule, counts)) await insertAlert(tx, rule, [countChange(counts)])
    })
  }
}

/** Ends the recheck of a rule with one alert about all changes that it confirmed. */
async function settle({ db, signal }: Run, rule: AlertRuleRecord, counts: { before: number; after: number } | null) {
  const settled: Settled = { open: [], ended: [], again: [] }
  const sent: ReturnType<typeof alertChangeOf>[] = []
  for (const change of await recheckedChanges(db, rule.id)) {
    signal.throwIfAborted()
    const seen = rule.conditions.includes(change.condition) ? await recheck(db, change) : 'ended'
    if (typeof seen === 'string') settled[seen].push(change)
    else {
      // A text that is changed back, or once more, is reported again.
      settled[isTextCondition(change.condition) ? 'ended' : 'open'].push(change)
      sent.push(seen)
    }
    await yieldToEventLoop()
  }
  await db.transaction().execute(async (tx) => {
    const createAlert = async () => {
      const isCounted = counts !== null && (await settleCount(tx, rule, counts))
      return insertAlert(tx, rule, isCounted ? [...sent, countChange(counts)] : sent)
    }
    await settleRecheck(tx, rule, settled, createAlert)
  })
}

/** Reads the latest report of a change's page, and decides about the change. */
async function recheck(db: Kysely<Schema>, change: ChangeRecord) {
  const latest = await latestOfPage(db, change.page_id, engineOfBaseline(readBaseline(change.baseline)))
  const isNewer = latest !== undefined && latest.id > change.report_id
  const hasTexts = isNewer && isTextCondition(change.condition)
  const last = hasTexts ? (await reportWithPrevious(db, latest.id))?.before : undefined
  return decideRecheck(
    change,
    latest && (await toCompare(db, latest, hasTexts)),
    last && (await toCompare(db, last, hasTexts)),
  )
}

/** Texts are read from the facts, which takes longer than the rest. */
async function toCompare(db: Kysely<Schema>, report: EvaluatedReport, hasTexts: boolean): Promise<ReportToCompare> {
  const input = alertInputOf(report)
  if (!hasTexts) return { report, input }
  const facts = (await packedParts(db, [report.id], 'facts')).get(report.id)
  return { report, input: facts ? { ...input, texts: pageTextsOf(readFacts(facts)) } : input }
}

/** Decides on the next count of a large view's pages, by its rule. */
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
  { id, place }: AlertRuleRecord,
  pace: CountPace,
  signal: AbortSignal,
): Promise<number | null> {
  const listed = await countListed(db, place)
  if (listed !== null || !pace.isDue(id)) return listed
  const all = await countAll(db, place, signal)
  pace.counted(id, all)
  return all
}
