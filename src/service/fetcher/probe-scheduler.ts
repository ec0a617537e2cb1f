import { type Crawl, type Probe, probePurposes, type ProbeRequest, type RobotsFile } from '#analyser/crawl.ts'
import { createBreaks, runWithBreaks } from './breaks.ts'
import { type Failure, failures } from './failures.ts'
import type { Limits } from './limits.ts'
import { normaliseUrl } from './page-url.ts'
import { addResponse, endWithError, probeOf, type RedirectChain, startChain } from './probe-chain.ts'
import { depthOf, headResponse, keyOf, type ProbeJob, type ProbeResponse, type ReadOptions } from './probe-response.ts'
import { missingRobotsFile, robotsFileOf, robotsUrlOf } from './robots.ts'
import { noHosts, readTarget } from './target.ts'

/** Returns whether our own crawler can request a URL of the file's host. */
type MayCrawl = (url: string) => Generator<void, boolean>

/** Reads a robots.txt. It works in steps, so that a long file does not block other requests. */
export type ReadRobots = (robots: RobotsFile) => Generator<void, MayCrawl>

/** The facts of the page that probes need. */
export type CrawledPage = Pick<Crawl, 'finalUrl' | 'status' | 'headers' | 'redirects' | 'robots'>

type Rules = { limits: Limits; allowHosts: ReadonlySet<string>; readRobots: ReadRobots; userAgent: string }
type JobResult = { response: ProbeResponse } | { error: unknown }

/** @property isExpanded whether the sitemaps that it lists have been added, or must not be */
type Entry = { request: ProbeRequest; chain: RedirectChain; isExpanded: boolean }

/** Requests reserved for redirects while sampled links and resources are started and other chains are unfinished. */
const reservedForRedirects = 3
const isSampled = ({ request }: Entry) => probePurposes.indexOf(request.purpose) >= probePurposes.indexOf('link')

/**
 * Tracks the state of every probe request and decides which jobs run next. It sends no request itself. Which URLs are
 * requested depends only on the order of the requests, not on the speed of servers.
 */
export function createScheduler(
  page: CrawledPage,
  requests: ProbeRequest[],
  { limits, allowHosts, readRobots, userAgent }: Rules,
) {
  const breaks = createBreaks()
  const results = rememberResults(page)
  const robots = rememberRobots(page, (file) => runWithBreaks(readRobots(file), breaks))
  /** The request of each URL that reads most, so that one response serves all. */
  const deepest = new Map<string, ProbeRequest>()
  let entries = requests.map((request) => createEntry(request, false))
  let children = 0

  function createEntry(request: ProbeRequest, isExpanded: boolean): Entry {
    const href = normaliseUrl(request.url)
    const chain = startChain(request, href === null ? null : new URL(href))
    const key = keyOf(chain.url, request)
    const known = deepest.get(key)
    if (!known || depthOf(known) < depthOf(request)) deepest.set(key, request)
    return { request, chain, isExpanded }
  }

  function jobFor({ url, options }: RedirectChain): ProbeJob {
    const known = deepest.get(keyOf(url, options))
    return { ...(known && depthOf(known) > depthOf(options) ? known : options), url }
  }

  /** Advances a chain by the results known so far. Returns true if it needs a request, of its own or for robots.txt. */
  async function advance(chain: RedirectChain, obeysRobots: boolean): Promise<boolean> {
    while (!chain.end) {
      try {
        chain.isAllowed = readTarget(chain.url, chain.isAllowed ? allowHosts : noHosts).allowed
      } catch (error) {
        endWithError(chain, error)
        break
      }
      if (obeysRobots) {
        const known = robots.find(chain.url)
        if (!known) return true
        if (!(await runWithBreaks(known.mayCrawl(chain.url.href), breaks))) {
          chain.end = { outcome: 'not-asked', failure: forbiddenBy(known.file) }
          break
        }
      }
      const result = results.find(jobFor(chain))
      if (!result) return true
      if ('error' in result) endWithError(chain, result.error)
      else
        addResponse(chain, result.response, {
          maxRedirects: chain.options.read === 'robots' ? limits.robotsRedirects : limits.redirects,
          userAgent,
        })
    }
    return false
  }

  /**
   * Returns one job for each chain that fits the budget: started chains before new ones, and sampled links and
   * resources from the second round on.
   */
  async function nextJobs(round: number, requestsLeft: number): Promise<ProbeJob[]> {
    const jobs = new Map<string, ProbeJob>()
    /** Keys of pages whose robots.txt is requested first. */
    const reserved = new Set<string>()
    const add = (chain: RedirectChain) => jobs.set(keyOf(chain.url, chain.options), jobFor(chain))

    const schedule = async ({ request, chain }: Entry, available: number) => {
      if (!(await advance(chain, request.obeysRobots))) return
      const key = keyOf(chain.url, chain.options)
      const needsRobots = request.obeysRobots && !robots.find(chain.url)
      const startsRobots = needsRobots && !robots.isStarted(chain.url)
      const needed = (jobs.has(key) || reserved.has(key) ? 0 : 1) + (startsRobots ? 1 : 0)
      if (jobs.size + reserved.size + needed > available) return
      chain.isStarted = true
      if (needsRobots) reserved.add(key)
      else add(chain)
      if (startsRobots) add(robots.start(chain.url))
    }
    for (const chain of robots.chains()) {
      if ((await advance(chain, false)) && jobs.size < requestsLeft) add(chain)
    }
    for (const entry of entries) if (entry.chain.isStarted) await schedule(entry, requestsLeft)
    const reserves = round === 2 || (round > 2 && jobs.size > 0)
    const available = reserves ? requestsLeft - reservedForRedirects : requestsLeft
    for (const entry of entries) {
      if (!entry.chain.isStarted && (round > 1 || !isSampled(entry))) await schedule(entry, available)
    }
    return [...jobs.values()]
  }

  /** Returns entries for the sitemaps that a finished sitemap index lists. */
  function childrenOf(entry: Entry): Entry[] {
    const { request, chain, isExpanded } = entry
    if (isExpanded || request.purpose !== 'sitemap' || !chain.end || !('response' in chain.end)) return []
    entry.isExpanded = true
    const isNew = (url: string) =>
      !entries.some(({ request: { read, url: known } }) => read === 'sitemap' && known === url)
    const urls = chain.end.response.childUrls.filter(isNew).slice(0, Math.max(0, limits.sitemapChildren - children))
    children += urls.length
    return urls.map((url) => {
      const child = createEntry({ ...request, url }, true)
      child.chain.isAllowed = chain.isAllowed
      return child
    })
  }

  return {
    nextJobs,
    addResult: results.add,
    /** Advances every chain as far as the known results allow. Must be called before each `nextJobs`. */
    async advanceAll() {
      for (const chain of robots.chains()) await advance(chain, false)
      await robots.readFinished()
      for (const { request, chain } of entries) await advance(chain, request.obeysRobots)
      entries = entries.flatMap((entry) => [entry, ...childrenOf(entry)])
    },
    /** @param unfinished why requests have no response */
    probes: (unfinished: Failure): Probe[] => entries.map(({ request, chain }) => probeOf(request, chain, unfinished)),
  }
}

/** Keeps the results of one crawl. A URL is requested again only if more of its response is needed. */
function rememberResults(page: CrawledPage) {
  const results = new Map<string, JobResult>()
  results.set(page.finalUrl, { response: headResponse(page.status, page.headers) })
  for (const { url, status, location } of page.redirects) {
    if (location !== null) results.set(url, { response: headResponse(status, [['location', location]]) })
  }
  return {
    add: (job: ProbeJob, result: JobResult) => void results.set(keyOf(job.url, job), result),
    find(job: ProbeJob): JobResult | undefined {
      const result = results.get(keyOf(job.url, job))
      return result && 'response' in result && result.response.depth < depthOf(job) ? undefined : result
    },
  }
}

const robotsOptions: ReadOptions = { purpose: 'link', read: 'robots' }

/** Keeps the robots.txt of each host. It is read once per host, for http and https together. */
function rememberRobots(page: CrawledPage, read: (file: RobotsFile) => Promise<MayCrawl>) {
  const unread = new Map<string, RobotsFile>([[new URL(page.finalUrl).host, page.robots]])
  const known = new Map<string, { file: RobotsFile; mayCrawl: MayCrawl }>()
  const chains = new Map<string, RedirectChain>()
  return {
    /** The chains of the files that are being read. */
    chains: () => [...chains.values()],
    find: (url: URL) => known.get(url.host),
    async readFinished() {
      for (const [host, { end, url, redirects }] of chains) {
        if (!end) continue
        unread.set(host, robotsFileAt(end, new URL(redirects[0]?.url ?? url)))
        chains.delete(host)
      }
      for (const [host, file] of unread) {
        unread.delete(host)
        known.set(host, { file, mayCrawl: await read(file) })
      }
    },
    isStarted: (url: URL) => chains.has(url.host),
    start(url: URL): RedirectChain {
      const chain = startChain(robotsOptions, robotsUrlOf(url))
      chains.set(url.host, chain)
      return chain
    },
  }
}

function robotsFileAt(end: NonNullable<RedirectChain['end']>, url: URL): RobotsFile {
  if ('response' in end)
    return end.response.response ? robotsFileOf(url, end.response.response) : missingRobotsFile(url, undefined)
  return missingRobotsFile(url, end.failure.code)
}

function forbiddenBy({ url, outcome }: RobotsFile): Failure {
  const { host } = new URL(url)
  return outcome === 'found' ? failures.robots(host) : failures.robots_unavailable(host)
}
