import type { Probe, ProbeRequest } from '#analyser/crawl.ts'
import { contextFor, type CrawlSession } from './crawl-session.ts'
import { failures } from './failures.ts'
import { PageRefused } from './page-refused.ts'
import { type ProbeJob, runJob } from './probe-response.ts'
import { type CrawledPage, createScheduler, type ReadRobots } from './probe-scheduler.ts'
import type { FetchContext } from './request.ts'
import type { RunCached } from './response-cache.ts'

/** From this round on, nothing is held back, so a round without jobs is the last one. */
const lastStartingRound = 3

/**
 * Sends probe requests in rounds, with one job per URL in each round. When requests or time run out, the remaining
 * probes have no response. A failed request becomes a probe with a reason.
 */
export async function runProbes(
  page: CrawledPage,
  requests: ProbeRequest[],
  session: CrawlSession,
  readRobots: ReadRobots,
  runCached: RunCached,
): Promise<Probe[]> {
  const { budget } = session
  const context = contextFor(new URL(page.finalUrl), session)
  const { limits, signal } = context
  const scheduler = createScheduler(page, requests, { ...context, readRobots })
  const allowance = { left: limits.sitemapBytes }
  let isTimeUp = false
  const runOne: RunOne = async (job, lane) => {
    // Cached responses count too, so that the cache does not change which URLs a report covers.
    budget.left -= 1
    try {
      scheduler.addResult(job, { response: await runCached(job, lane, () => runJob(job, lane, allowance)) })
    } catch (error) {
      if (error instanceof PageRefused && error.code === 'time_up') isTimeUp = true
      else scheduler.addResult(job, { error })
    }
  }
  for (let round = 1; !signal.aborted; round += 1) {
    await scheduler.advanceAll()
    if (isTimeUp) break
    const jobs = await scheduler.nextJobs(round, budget.left)
    if (jobs.length === 0 && round >= lastStartingRound) break
    await runByHost(jobs, runOne, context)
  }
  return scheduler.probes(isTimeUp ? failures.time_up(limits.totalMs) : failures.budget(limits.extraRequests))
}

type RunOne = (job: ProbeJob, context: FetchContext) => Promise<void>

/**
 * Runs the jobs of several hosts concurrently, and those of each host one after the other. Each lane has the time that
 * is left, and the slowest one counts: without waiting, they would run at the same time.
 */
async function runByHost(jobs: ProbeJob[], runOne: RunOne, context: FetchContext): Promise<void> {
  const { limits, time, signal } = context
  const hosts = Map.groupBy(jobs, ({ url }) => url.host).values()
  const lanes = Array.from({ length: limits.hostsAtOnce }, () => ({ ...context, time: { ...time } }))
  await Promise.all(
    lanes.map(async (lane) => {
      for (const jobsOfHost of hosts) for (const job of jobsOfHost) if (!signal.aborted) await runOne(job, lane)
    }),
  )
  time.leftMs = Math.min(...lanes.map((lane) => lane.time.leftMs))
}
