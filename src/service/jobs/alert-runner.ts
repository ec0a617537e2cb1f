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
  type NewChange,
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
import {
  canTellOfOlder,
  countAll,
  countListed,
  countsResults,
  isInView,
  settleCount,
  storeCount,
} from '#service/store/alerts/views.ts'
import { databaseFailure } from '#service/store/failures.ts'
import { findNoRoom, type RoomForJobs, unlimitedRoom } from '#service/store/jobs/room.ts'
import { packedParts, readFacts } from '#service/store/reports/report-payloads.ts'
import type { Schema } from '#service/store/schema.ts'
import { alertChangeOf, countChange } from './alerts/alert-message.ts'
import { compareEndedCrawls } from './alerts/crawl-changes.ts'
import type { Delivery } from './alerts/deliver.ts'
import {
  type AlertInput,
  isComparable,
  alertInputOf,
  changesBetween,
  engineOfBaseline,
  isLasting,
  isRefuted,
  isReverted,
  pageTextsOf,
  readBaseline,
} from './alerts/page-changes.ts'
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
/** Maximum further analyses of a page that gives no report, another text each time, or no result of a check. */
const maxRechecks = { withoutReport: 3, changingText: 3, unclear: 18 }
/** Safety limit: tries of a queued report that can't be read. */
const maxReads = 5

/**
 * Finds changes in new reports, confirms each by analysing its page again, and sends it once. Runs in any number of
 * processes.
 */
export function createAlertRunner({
  db,
  room = unlimitedRoom,
  confirmMs = defaultConfirmMs,
  pace = createCountPace(pollMs),
  delivery,
  onJob,
  onError,
}: AlertRunnerOptions): AlertRunner {
  const poller = createPoller(runAll, {
    everyMs: pollMs,
    onFailure: (error) => onError(error, 'checking for alerts failed'),
  })
  const { signal } = poller
  /** The number of failed reads of a report, by its ID. */
  const failedReads = new Map<number, number>()

  async function runAll() {
    const rules = await listAlertRules(db)
    await readQueue(rules)
    await compareEndedCrawls(db, rules, { signal, onError: fail }).catch((error: unknown) =>
      fail(error, 'crawls couldn’t be compared'),
    )
    for (const { id } of rules) {
      signal.throwIfAborted()
      await runRule(id).catch((error: unknown) => fail(error, `an alert rule failed: ${id}`))
    }
    // Slow recipients don't delay the next run.
    await delivery.start(signal)
  }

  async function readQueue(rules: AlertRuleRecord[]) {
    for (let after = 0; ;) {
      const ids = await queuedReports(db, after, batchSize)
      if (ids.length === 0) return
      for (const id of ids) {
        signal.throwIfAborted()
        await readReport(rules, id).catch((error: unknown) => skip(id, error))
        after = id
        await yieldToEventLoop()
      }
    }
  }

  /** A report that can't be read doesn't stop the others. It stays in the queue for the next runs, but not forever. */
  async function skip(id: number, error: unknown) {
    if (databaseFailure(error)) throw error
    onError(error, `report ${id} wasn’t checked for alerts`)
    const failed = (failedReads.get(id) ?? 0) + 1
    if (failed < maxReads) failedReads.set(id, failed)
    else {
      failedReads.delete(id)
      await storeSeen(db, id, null)
    }
  }

  async function readReport(rules: AlertRuleRecord[], id: number) {
    const found = await reportWithPrevious(db, id)
    if (!found) return storeSeen(db, id, null)
    const { report, before, previous, jobId } = found
    const hasTexts = before !== undefined && rules.some(({ conditions }) => conditions.some(isTextCondition))
    const now = await inputOf(report, hasTexts)
    const baseline = before && (await inputOf(before, hasTexts))
    /** A change under an earlier ruleset, whose end can't be seen, that two later reports show again. */
    const isAgain = ({ condition, check_id, report_id, baseline: sent }: ChangeRecord) =>
      before !== undefined &&
      baseline !== undefined &&
      before.id > report_id &&
      !isComparable(readBaseline(sent), now) &&
      changesBetween(baseline, now, [condition]).some(({ check }) => check === check_id)
    const reverted = (await openChanges(db, report.page_id)).filter(
      (change) => isReverted(change.condition, change.check_id, readBaseline(change.baseline), now) || isAgain(change),
    )
    const changes: NewChange[] = []
    if (before && baseline) {
      const text = JSON.stringify(baseline)
      for (const { id: rule_id, conditions, view } of rules) {
        const ofPage = changesBetween(baseline, now, conditions)
        if (ofPage.length === 0 || !((await isInView(db, view, report)) || (await isInView(db, view, before)))) continue
        changes.push(...ofPage.map(({ condition, check }) => ({ rule_id, condition, check_id: check, baseline: text })))
      }
    }
    const recount: number[] = []
    // Another engine or ruleset can move a page into a view, or out of it. Views of latest reports were counted again
    // by rescoring.
    if (previous && previous.id !== before?.id)
      for (const rule of rules.filter(countsResults))
        if (
          (previous.engine !== report.engine || canTellOfOlder(rule.view)) &&
          (await isInView(db, rule.view, report)) !== (await isInView(db, rule.view, previous))
        )
          recount.push(rule.id)
    await storeSeen(db, id, { report, job_id: jobId, changes, reverted: reverted.map((one) => one.id), recount })
  }

  async function runRule(id: number) {
    const rule = await findAlertRule(db, id)
    if (!rule) return
    const isRechecked = rule.recheck_job_id !== null && (await isRecheckFinished(db, rule.recheck_job_id))
    // A count that was due in the meantime wasn't sent.
    const paceNow = isRechecked ? { ...pace, isDue: () => true } : pace
    const pages = rule.conditions.includes('count_changed') ? await countPages(db, rule, paceNow, signal) : null
    const counts = pages === null ? null : await storeCount(db, rule, pages, confirmMs)
    if (isRechecked) await settle(rule, counts)
    else if (rule.recheck_job_id !== null) return
    else if (await hasUnsettledChanges(db, rule.id)) {
      if (await findNoRoom(db, { key_id: rule.key_id, urls: 1, bytes: 0 }, room)) return
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
  async function settle(rule: AlertRuleRecord, counts: { before: number; after: number } | null) {
    const settled: Settled = { open: [], ended: [], again: [] }
    const sent: ReturnType<typeof alertChangeOf>[] = []
    for (const change of await recheckedChanges(db, rule.id)) {
      signal.throwIfAborted()
      const seen = rule.conditions.includes(change.condition) ? await recheck(change) : 'ended'
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

  async function recheck(change: ChangeRecord) {
    const baseline = readBaseline(change.baseline)
    const latest = await latestOfPage(db, change.page_id, engineOfBaseline(baseline))
    if (!latest) return 'ended'
    const tries = change.attempts + 1
    if (latest.id <= change.report_id) return tries < maxRechecks.withoutReport ? 'again' : 'ended'
    const hasTexts = isTextCondition(change.condition)
    const now = await inputOf(latest, hasTexts)
    const last = hasTexts ? (await reportWithPrevious(db, latest.id))?.before : undefined
    const found = { condition: change.condition, check: change.check_id }
    if (isLasting(found, baseline, now, last && (await inputOf(last, hasTexts))))
      return alertChangeOf(found, baseline, now, latest)
    const isClear = isRefuted(change.condition, change.check_id, baseline, now)
    return !isClear && tries < maxRechecks[hasTexts ? 'changingText' : 'unclear'] ? 'again' : 'ended'
  }

  /** Texts are read from the facts, which takes longer than the rest. */
  async function inputOf(report: EvaluatedReport, hasTexts: boolean): Promise<AlertInput> {
    const input = alertInputOf(report)
    if (!hasTexts) return input
    const facts = (await packedParts(db, [report.id], 'facts')).get(report.id)
    return facts ? { ...input, texts: pageTextsOf(readFacts(facts)) } : input
  }

  function fail(error: unknown, message: string) {
    if (!signal.aborted) onError(error, message)
  }

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
