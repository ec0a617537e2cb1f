import type { Probe, ProbeRequest } from '#analyser/probe.ts'
import { failures, PageRefused } from '../failures.ts'
import { contextFor, type FetchSession } from '../fetch-session.ts'
import type { FetchContext } from '../requests/request.ts'
import type { ProbedPage, ReadRobots } from './progress.ts'
import type { RunCached } from './response-cache.ts'
import { type ProbeJob, runJob } from './response.ts'
import { createScheduler } from './scheduler.ts'

/** From this round on, nothing is held back, so a round without jobs is the last one. */
const lastStartingRound = 3

/** Called after each request with the number of requests so far, and of all that are known. */
export type OnProgress = (done: number, total: number) => void

/**
 * Sends probe requests in rounds, with one job per URL in each round. When requests or time run out, the remaining
 * probes have no response. A failed request becomes a probe with a reason.
 */
export async function runProbes(
  page: ProbedPage,
  requests: ProbeRequest[],
  session: FetchSession,
  readRobots: ReadRobots,
  runCached: RunCached,
  onProgress: OnProgress = () => {},
): Promise<Probe[]> {
  const { budget } = session
  const context = contextFor(new URL(page.finalUrl), session)
  const { limits, signal } = context
  const scheduler = createScheduler(page, requests, { ...context, readRobots })
  const allowance = { left: limits.allSitemapsBytes }
  let isTimeUp = false
  let [done, total] = [0, requests.length]
  const runOne: RunOne = async (job, lane) => {
    // Cached responses count too, so that the cache does not change which URLs a report covers.
    budget.left -= 1
    try {
      scheduler.addResult(job, {
        response: await runCached(job, lane, (runFor) => runJob(job, lane, allowance, runFor)),
      })
    } catch (error) {
      if (error instanceof PageRefused && error.code === 'time_up') isTimeUp = true
      else scheduler.addResult(job, { error })
    }
    done += 1
    onProgress(done, total)
  }
  for (let round = 1; !signal.aborted; round += 1) {
    await scheduler.advanceAll()
    if (isTimeUp) break
    const jobs = await scheduler.nextJobs(round, budget.left)
    if (jobs.length === 0 && round >= lastStartingRound) break
    total = Math.max(total, done + jobs.length)
    const byHost = Map.groupBy(jobs, ({ url }) => url.host)
    await inLanes(limits.hostsAtOnce, byHost.values(), context, (jobsOfHost, lane) =>
      inLanes(limits.requestsAtOnce, jobsOfHost.values(), lane, runOne),
    )
  }
  return scheduler.probes(isTimeUp ? failures.time_up(limits.totalMs) : failures.budget(limits.probeRequests))
}

type RunOne = (job: ProbeJob, context: FetchContext) => Promise<void>

/**
 * Works on items in several lanes at once, each one item after the other. Each lane has the time that is left, and the
 * slowest one counts: without waiting, they would run at the same time.
 */
async function inLanes<T>(
  count: number,
  items: IterableIterator<T>,
  context: FetchContext,
  work: (item: T, lane: FetchContext) => Promise<void>,
): Promise<void> {
  const { time, signal } = context
  const lanes = Array.from({ length: count }, () => ({ ...context, time: { ...time } }))
  await Promise.all(
    lanes.map(async (lane) => {
      for (const item of items) if (!signal.aborted) await work(item, lane)
    }),
  )
  time.leftMs = Math.min(...lanes.map((lane) => lane.time.leftMs))
}
