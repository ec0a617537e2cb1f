import pLimit from 'p-limit'
import type { Probe, ProbeRequest } from '#analyser/crawl.ts'
import type { CrawlSession } from './crawl-session.ts'
import { failures } from './failures.ts'
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
  { limits, budget, run }: CrawlSession,
  readRobots: ReadRobots,
  runCached: RunCached,
): Promise<Probe[]> {
  return run(async (context) => {
    const { signal, allowHosts } = context
    const scheduler = createScheduler(page, requests, { limits, allowHosts, readRobots })
    const allowance = { left: limits.sitemapBytes }
    const runOne = async (job: ProbeJob) => {
      // Cached responses count too, so that the cache does not change which URLs a report covers.
      budget.left -= 1
      try {
        scheduler.addResult(job, { response: await runCached(job, context, () => runJob(job, context, allowance)) })
      } catch (error) {
        if (!signal.aborted) scheduler.addResult(job, { error })
      }
    }
    for (let round = 1; ; round += 1) {
      await scheduler.advanceAll()
      if (signal.aborted) break
      const jobs = await scheduler.nextJobs(round, budget.left)
      if (jobs.length === 0 && round >= lastStartingRound) break
      await runByHost(jobs, runOne, context)
    }
    return scheduler.probes(signal.aborted ? failures.time_up(limits.totalMs) : failures.budget(limits.extraRequests))
  })
}

/** Runs the jobs of several hosts concurrently, and those of each host one after the other. */
async function runByHost(
  jobs: ProbeJob[],
  runOne: (job: ProbeJob) => Promise<void>,
  { limits, signal }: FetchContext,
): Promise<void> {
  const hosts = Map.groupBy(jobs, ({ url }) => url.host)
  await pLimit(limits.hostsAtOnce).map(hosts.values(), async (jobsOfHost) => {
    for (const job of jobsOfHost) {
      if (signal.aborted) return
      await runOne(job)
    }
  })
}
