import { type Probe, probePurposes, type ProbeRequest } from '#analyser/probe.ts'
import { asOwnUrls } from '#analyser/production-host.ts'
import { isSameUrl } from '#contract/url-key.ts'
import type { Failure } from '../failures.ts'
import { normaliseUrl } from '../page-url.ts'
import { probeOf, type RedirectChain, startChain } from './chain.ts'
import { type ProbedPage, createProgress, type Rules } from './progress.ts'
import { probeResponseKey, type ProbeJob } from './response.ts'

/** @property isExpanded whether the sitemaps that it lists have been added, or must not be */
type Entry = { request: ProbeRequest; chain: RedirectChain; isExpanded: boolean }

/** Requests reserved for redirects while sampled links and resources are started and other chains are unfinished. */
const reservedForRedirects = 3
const isSampled = ({ request }: Entry) => probePurposes.indexOf(request.purpose) >= probePurposes.indexOf('link')

/**
 * Tracks the state of every probe request and decides which jobs run next. It sends no request itself. Which URLs are
 * requested depends only on the order of the requests, not on the speed of servers.
 */
export function createScheduler(page: ProbedPage, requests: ProbeRequest[], rules: Rules) {
  const progress = createProgress(page, rules)
  const { robots, advance } = progress
  let entries = requests.map((request) => createEntry(request, false))
  let children = 0

  function createEntry(request: ProbeRequest, isExpanded: boolean): Entry {
    const href = normaliseUrl(request.url)
    const chain = startChain(request, href === null ? null : new URL(href))
    progress.noteRequest(chain.url, request)
    return { request, chain, isExpanded }
  }

  /**
   * Returns one job for each chain that fits the budget: started chains before new ones, and sampled links and
   * resources from the second round on.
   */
  async function nextJobs(round: number, requestsLeft: number): Promise<ProbeJob[]> {
    const batch = createBatch(progress)
    for (const chain of robots.chains()) {
      if ((await advance(chain, false)) && batch.size() < requestsLeft) batch.add(chain)
    }
    const schedule = async ({ request: { obeysRobots }, chain }: Entry, available: number) => {
      if (await advance(chain, obeysRobots)) batch.addIfFits(chain, obeysRobots, available)
    }
    for (const entry of entries) if (entry.chain.isStarted) await schedule(entry, requestsLeft)
    const reserves = round === 2 || (round > 2 && batch.size() > 0)
    const available = reserves ? requestsLeft - reservedForRedirects : requestsLeft
    for (const entry of entries) {
      if (!entry.chain.isStarted && (round > 1 || !isSampled(entry))) await schedule(entry, available)
    }
    return batch.jobs()
  }

  /** Returns entries for the sitemaps that a finished sitemap index lists. */
  function childrenOf(entry: Entry): Entry[] {
    const { request, chain, isExpanded } = entry
    if (isExpanded || request.purpose !== 'sitemap' || !chain.end || !('response' in chain.end)) return []
    entry.isExpanded = true
    const isNew = (url: string) =>
      !entries.some(({ request: { read, url: known } }) => read === 'sitemap' && isSameUrl(known, url))
    const { productionHost } = request
    const found = chain.end.response.childUrls
    const urls = (productionHost ? found.map(asOwnUrls(productionHost, request.url)) : found)
      .filter(isNew)
      .slice(0, Math.max(0, rules.limits.sitemapChildren - children))
    children += urls.length
    return urls.map((url) => {
      const child = createEntry({ ...request, url }, true)
      child.chain.isAllowed = chain.isAllowed
      return child
    })
  }

  return {
    nextJobs,
    addResult: progress.addResult,
    /** Advances every chain as far as the known results allow. Must be called before each `nextJobs`. */
    async advanceAll() {
      for (const chain of robots.chains()) await advance(chain, false)
      await robots.readFinished()
      for (const { request, chain } of entries) await advance(chain, request.obeysRobots)
      entries = entries.flatMap((entry) => [entry, ...childrenOf(entry)])
    },
    /** @param unfinished the reason for missing responses */
    probes: (unfinished: Failure): Probe[] => entries.map(({ request, chain }) => probeOf(request, chain, unfinished)),
  }
}

/** Collects the jobs of one round, each URL once. */
function createBatch({ robots, jobFor }: ReturnType<typeof createProgress>) {
  const jobs = new Map<string, ProbeJob>()
  /** Keys of pages whose robots.txt is requested first. */
  const reserved = new Set<string>()
  const add = (chain: RedirectChain) => jobs.set(probeResponseKey(chain.url, chain.options), jobFor(chain))
  return {
    jobs: () => [...jobs.values()],
    size: () => jobs.size,
    add,
    /**
     * Adds a chain's next request, or that for the robots.txt that it needs first, if there are enough left for both.
     */
    addIfFits(chain: RedirectChain, obeysRobots: boolean, available: number) {
      const key = probeResponseKey(chain.url, chain.options)
      const needsRobots = obeysRobots && !robots.find(chain.url)
      const startsRobots = needsRobots && !robots.isStarted(chain.url)
      const needed = (jobs.has(key) || reserved.has(key) ? 0 : 1) + (startsRobots ? 1 : 0)
      if (jobs.size + reserved.size + needed > available) return
      chain.isStarted = true
      if (needsRobots) reserved.add(key)
      else add(chain)
      if (startsRobots) add(robots.start(chain.url))
    },
  }
}
