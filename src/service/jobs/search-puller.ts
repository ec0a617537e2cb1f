import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { dayMs } from '#contract/format/dates.ts'
import type { GoogleProblem } from '#contract/google/search-connection.ts'
import { accessOf, type GoogleDeps } from '#service/google/connect.ts'
import { dayAfter, firstKeptDay, nextPacificDay, pacificDay, pacificMidnight } from '#service/google/pacific-days.ts'
import { GoogleRefused, needsPerson } from '#service/google/refusals.ts'
import { type Access, inspectUrl, queryPages, queryQueries, queryTotals } from '#service/google/search-console.ts'
import { batchesOf } from '#service/store/engine.ts'
import {
  claimPull,
  type ConnectionRecord,
  finishPull,
  findConnection,
  renewPull,
} from '#service/store/google/connections.ts'
import { type Figures, pulledDays, storeDay } from '#service/store/google/days.ts'
import {
  countInspections,
  dayInspections,
  pagesToInspect,
  storeInspections,
} from '#service/store/google/inspections.ts'
import { storeQueries } from '#service/store/google/queries.ts'
import { refreshClicks, windowDays } from '#service/store/google/refresh-clicks.ts'
import { createPoller } from './poller.ts'

export type SearchPuller = {
  /** Pulls what is due, which otherwise happens every 15 seconds. */
  run(): Promise<void>
  close(): Promise<void>
}

type Deps = GoogleDeps & {
  /** Called once when Google refuses what only a person can mend. */
  onFailed: (websiteId: number, problem: GoogleProblem) => Promise<void>
  onError: (error: unknown, message: string) => void
  /** The least time in milliseconds for 10 URL inspections. Google allows 600 a minute for a property. */
  inspectionsMs?: number
}

const pollMs = 15_000
/** Google changes figures for some days after they are final. */
const daysAgain = 5
/** Days of one round. Other websites get a turn between rounds. */
const roundDays = 35
const retryMs = 15 * 60_000
/** URL inspections of one round, and those that run at once. */
const roundInspections = 500
const inspectionsAtOnce = 10
const defaultInspectionsMs = 1_050

/** Another process has the connection, or it was replaced. */
class PullEnded extends Error {}

type Round = { connection: ConnectionRecord; access: Access; property: string }

/**
 * Pulls the figures of connected websites from Google once a day, newest days first, as far back as Google has them,
 * and then asks what Google has of their pages. Any number of processes can do so: one pulls a website at a time.
 */
export function createSearchPuller(deps: Deps): SearchPuller {
  const { db, onFailed, onError, inspectionsMs = defaultInspectionsMs } = deps
  const owner = randomUUID()
  /** Websites whose newest days were pulled, and older ones or inspections are missing. */
  const unfinished = new Set<number>()
  const poller = createPoller(pullDue, {
    everyMs: pollMs,
    onFailure: (error) => onError(error, "figures couldn't be pulled from Google"),
  })
  const { signal } = poller

  async function pullDue() {
    while (!signal.aborted) {
      const connection = await claimPull(db, owner)
      if (!connection) return
      await pullOne(connection).catch((error: unknown) => {
        if (!signal.aborted && !(error instanceof PullEnded))
          onError(error, `figures of website ${connection.website_id} couldn't be pulled`)
      })
    }
  }

  async function pullOne(connection: ConnectionRecord) {
    const { website_id, property, state } = connection
    if (property === null) return
    const began = new Date()
    try {
      const access = await accessOf(connection, deps, signal)
      const round = { connection, access, property }
      const isWhole = (await pullRound(round, began)) && (await inspectRound(round, began))
      if (isWhole) unfinished.delete(website_id)
      else unfinished.add(website_id)
      const due = isWhole ? began.getTime() + dayMs : Date.now()
      await finish(website_id, { state: isWhole ? 'ready' : 'pulling', due, pulled_at: began.toISOString() })
    } catch (error) {
      unfinished.delete(website_id)
      if (signal.aborted) return void (await finish(website_id, { state: 'pulling', due: Date.now() }))
      if (!(error instanceof GoogleRefused)) throw error
      await refuse(connection, state, error.problem)
    }
  }

  async function refuse({ website_id }: ConnectionRecord, before: ConnectionRecord['state'], problem: GoogleProblem) {
    const state = needsPerson(problem) ? 'failed' : 'waiting'
    const isOurs = await finish(website_id, { state, due: nextTry(problem, new Date()), problem })
    if (isOurs && state === 'failed' && before !== 'failed') await onFailed(website_id, problem)
  }

  const finish = (websiteId: number, { due, problem, ...outcome }: Outcome): Promise<boolean> =>
    finishPull(db, websiteId, owner, {
      ...outcome,
      problem: problem ? JSON.stringify(problem) : null,
      due_at: new Date(due).toISOString(),
    })

  /** Returns true if nothing is missing any longer. What was stored before a refusal is shown too. */
  async function pullRound(round: Round, began: Date): Promise<boolean> {
    const { website_id } = round.connection
    const isFirst = !unfinished.has(website_id)
    const today = pacificDay(began)
    const period = { first_day: firstKeptDay(today), last_day: dayAfter(today, -1) }
    const totals = await queryTotals(round.access, round.property, period)
    const known = [...totals.keys()].toSorted()
    const [first, last] = [known[0], known.at(-1)]
    if (first === undefined || last === undefined) throw new GoogleRefused('no_data')
    const days = await missingDays(website_id, first, last, isFirst)
    if (days.length === 0) return true
    try {
      for (const day of days.slice(0, roundDays)) await pullDay(round, day, totals.get(day) ?? null)
      if (isFirst) await pullQueries(round, last)
    } finally {
      if (!signal.aborted && (await isStillOurs(website_id))) await refreshClicks(db, website_id)
    }
    return days.length <= roundDays
  }

  /** Returns the days to pull, the newest first. */
  async function missingDays(websiteId: number, first: string, last: string, isFirst: boolean): Promise<string[]> {
    const pulled = new Set((await pulledDays(db, websiteId)).days)
    const again = isFirst ? dayAfter(last, 1 - daysAgain) : dayAfter(last, 1)
    const days: string[] = []
    for (let day = last; day >= first; day = dayAfter(day, -1)) if (day >= again || !pulled.has(day)) days.push(day)
    return days
  }

  async function pullDay({ connection, access, property }: Round, day: string, total: Figures | null) {
    await renew(connection)
    // Without a total, Google had nothing of any page.
    const pages = total ? await queryPages(access, property, day) : []
    await renew(connection)
    await storeDay(db, connection.website_id, { source: 'api', day, days: 1, total, pages })
  }

  async function pullQueries({ connection, access, property }: Round, last_day: string) {
    await renew(connection)
    const period = { first_day: dayAfter(last_day, 1 - windowDays), last_day }
    const rows = await queryQueries(access, property, period)
    await renew(connection)
    await storeQueries(db, connection.website_id, period, rows)
  }

  /** Inspects pages until the day's are done. Returns true if they are. */
  async function inspectRound({ connection, access, property }: Round, began: Date): Promise<boolean> {
    const { website_id } = connection
    const today = pacificMidnight(began).toISOString()
    const left = dayInspections - (await countInspections(db, property, today))
    const limit = Math.min(left, roundInspections)
    if (limit <= 0) return true
    const pages = await pagesToInspect(db, { website_id, property }, { today, limit })
    for (const batch of batchesOf(pages, inspectionsAtOnce)) {
      await renew(connection)
      const [inspected] = await Promise.all([
        Promise.all(batch.map(async ({ id, url }) => ({ id, state: await inspectUrl(access, property, url) }))),
        wait(inspectionsMs, undefined, { signal }),
      ])
      await renew(connection)
      await storeInspections(db, website_id, inspected, new Date().toISOString())
    }
    return pages.length < roundInspections
  }

  async function renew({ website_id }: ConnectionRecord) {
    signal.throwIfAborted()
    if (!(await renewPull(db, website_id, owner))) throw new PullEnded()
  }

  const isStillOurs = async (websiteId: number) => (await findConnection(db, websiteId))?.lease_owner === owner

  return poller
}

type Outcome = {
  state: ConnectionRecord['state']
  /** In milliseconds. */
  due: number
  problem?: GoogleProblem
  pulled_at?: string
}

/** Returns the time in milliseconds at which a refused pull is tried again. */
function nextTry(problem: GoogleProblem, now: Date): number {
  if (problem.code === 'quota_day') return nextPacificDay(now).getTime() + retryMs
  return now.getTime() + (needsPerson(problem) || problem.code === 'no_data' ? dayMs : retryMs)
}
