import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { insertAlert } from '#service/store/alerts/alerts.ts'
import {
  type FaultRecord,
  faultsLookedAt,
  hasUnsettledFaults,
  isLookFinished,
  LookTaken,
  newestOfPage,
  type NewFault,
  openFaults,
  queuedReports,
  reportWithPrevious,
  type Settled,
  settleLook,
  startLook,
  storeSeen,
} from '#service/store/alerts/faults.ts'
import { type AlertRuleRecord, listAlertRules } from '#service/store/alerts/rules.ts'
import { countView, settleCount } from '#service/store/alerts/view-count.ts'
import { isInView } from '#service/store/alerts/view-reports.ts'
import { hasRoomForJob } from '#service/store/jobs/jobs.ts'
import type { Schema } from '#service/store/schema.ts'
import { countFault, faultOf } from './alert-message.ts'
import { faultsBetween, isGone, type Snapshot, snapshotOf } from './page-faults.ts'

export type AlertRunnerOptions = {
  db: Kysely<Schema>
  /** How long a fault must be there before it is told, in milliseconds. */
  confirmMs?: number
  /** Delivers what waits for it. */
  deliver: () => Promise<void>
  /** Called when there is a job to work on. */
  onJob: () => void
  onError: (error: unknown, message: string) => void
}

export type AlertRunner = {
  /** Does everything that is due, which otherwise happens every 15 seconds. */
  run(): Promise<void>
  close(): Promise<void>
}

const pollMs = 15_000
const defaultConfirmMs = 10 * 60_000
const batchSize = 100
/** How often a page is analysed again that gives no report. */
const maxLooks = 3

/** Finds faults in new reports and tells each once, after a second look. Any number of processes can do so. */
export function createAlertRunner({
  db,
  confirmMs = defaultConfirmMs,
  deliver,
  onJob,
  onError,
}: AlertRunnerOptions): AlertRunner {
  let isClosed = false

  async function runAll() {
    const rules = await listAlertRules(db)
    await readQueue(rules)
    for (const { id } of rules) {
      if (isClosed) return
      await runRule(id).catch((error: unknown) => onError(error, `an alert rule failed: ${id}`))
    }
    await deliver()
  }

  async function readQueue(rules: AlertRuleRecord[]) {
    for (let ids = await queuedReports(db, batchSize); ids.length > 0; ids = await queuedReports(db, batchSize)) {
      for (const id of ids) {
        if (isClosed) return
        // One that can't be read keeps no other from being looked at.
        await readReport(rules, id).catch((error: unknown) => {
          onError(error, `report ${id} wasn’t checked for alerts`)
          return storeSeen(db, id, null)
        })
        await nextTurn()
      }
    }
  }

  async function readReport(rules: AlertRuleRecord[], id: number) {
    const found = await reportWithPrevious(db, id)
    if (!found) return storeSeen(db, id, null)
    const { report, before, jobId } = found
    const now = snapshotOf(report)
    const gone = (await openFaults(db, report.pageId)).filter(({ condition, check, baseline }) =>
      isGone(condition, check, JSON.parse(baseline) as Snapshot, now),
    )
    const faults: NewFault[] = []
    if (before) {
      const baseline = snapshotOf(before)
      const text = JSON.stringify(baseline)
      for (const { id: ruleId, conditions, view } of rules) {
        const ofPage = faultsBetween(baseline, now, conditions)
        if (ofPage.length === 0 || !((await isInView(db, view, report)) || (await isInView(db, view, before)))) continue
        faults.push(...ofPage.map(({ condition, check }) => ({ ruleId, condition, check, baseline: text })))
      }
    }
    await storeSeen(db, id, { report, jobId, faults, gone: gone.map((fault) => fault.id) })
  }

  async function runRule(id: number) {
    const [rule] = (await listAlertRules(db)).filter((one) => one.id === id)
    if (!rule) return
    const counts = rule.conditions.includes('count_changed') ? await countView(db, rule, confirmMs) : null
    if (rule.lookJobId !== null) {
      if (await isLookFinished(db, rule.lookJobId)) await settle(rule, counts)
    } else if (await hasUnsettledFaults(db, rule.id)) {
      if (!(await hasRoomForJob(db, 1))) return
      const started = await startLook(db, rule, confirmMs).catch((error: unknown) => {
        if (error instanceof LookTaken) return false
        throw error
      })
      if (started) onJob()
    } else if (counts) {
      await db.transaction().execute(async (tx) => {
        if (await settleCount(tx, rule, counts)) await insertAlert(tx, rule, [countFault(counts)])
      })
    }
  }

  /** Ends the second look of a rule with one alert about everything that it confirmed. */
  async function settle(rule: AlertRuleRecord, counts: { before: number; after: number } | null) {
    const settled: Settled = { confirmed: [], refuted: [], again: [] }
    const told: ReturnType<typeof faultOf>[] = []
    for (const fault of await faultsLookedAt(db, rule.id)) {
      const seen = await lookAt(fault)
      if (typeof seen === 'string') settled[seen].push(fault)
      else {
        settled.confirmed.push(fault)
        told.push(seen)
      }
      await nextTurn()
    }
    await db.transaction().execute(async (tx) => {
      const createAlert = async () => {
        const isCounted = counts !== null && (await settleCount(tx, rule, counts))
        return insertAlert(tx, rule, isCounted ? [...told, countFault(counts)] : told)
      }
      await settleLook(tx, rule, settled, createAlert)
    })
  }

  async function lookAt(fault: FaultRecord) {
    const newest = await newestOfPage(db, fault.pageId)
    if (!newest) return 'refuted'
    if (newest.id <= fault.reportId) return fault.attempts + 1 < maxLooks ? 'again' : 'refuted'
    const baseline = JSON.parse(fault.baseline) as Snapshot
    const found = faultsBetween(baseline, snapshotOf(newest), [fault.condition])
    const same = found.find(({ check }) => check === fault.check)
    return same ? faultOf(same, newest) : 'refuted'
  }

  let running = Promise.resolve()
  const run = () =>
    (running = running
      .then(() => (isClosed ? undefined : runAll()))
      .catch((error: unknown) => {
        onError(error, 'checking for alerts failed')
      }))
  const interval = setInterval(() => void run(), pollMs).unref()
  return {
    run,
    async close() {
      clearInterval(interval)
      isClosed = true
      await running
    },
  }
}
