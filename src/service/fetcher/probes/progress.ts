import type { FetchedPage, RobotsFile } from '#analyser/fetched-page.ts'
import type { Probe, ProbeRequest } from '#analyser/probe.ts'
import { noHosts, readTarget } from '../connection/target.ts'
import { type Failure, failures } from '../failures.ts'
import type { FetchLimits } from '../limits.ts'
import { missingRobotsFile, robotsFileOf, robotsUrlOf } from '../robots.ts'
import { createBreaks, runWithBreaks } from '../timing.ts'
import { addResponse, endWithError, type RedirectChain, startChain } from './chain.ts'
import {
  depthOf,
  headResponse,
  probeResponseKey,
  type ProbeJob,
  type ProbeResponse,
  type ReadOptions,
} from './response.ts'

/** The access of our own crawler to a URL of the file's host, and Google's, which is null if it can't be read. */
type RobotsReading = {
  canCrawl: (url: string) => Generator<void, boolean>
  googleAccess: (url: string, agent: string) => Generator<void, Omit<NonNullable<Probe['google']>, 'robotsUrl'> | null>
}

/** Reads a robots.txt. It works in steps, so that a long file does not block other requests. */
export type ReadRobots = (robots: RobotsFile) => Generator<void, RobotsReading>

/** The facts of the page that probes need. */
export type ProbedPage = Pick<FetchedPage, 'finalUrl' | 'status' | 'headers' | 'redirects' | 'robots'>

export type Rules = { limits: FetchLimits; allowHosts: ReadonlySet<string>; readRobots: ReadRobots; userAgent: string }
export type JobResult = { response: ProbeResponse } | { error: unknown }

/** The state of a page's probes: the results of its jobs, the robots.txt files, and the depth of each URL's request. */
export function createProgress(page: ProbedPage, { limits, allowHosts, readRobots, userAgent }: Rules) {
  const breaks = createBreaks()
  const results = rememberResults(page)
  const robots = rememberRobots(page, (file) => runWithBreaks(readRobots(file), breaks))
  /** The request of each URL that reads most, so that one response serves all. */
  const deepest = new Map<string, ProbeRequest>()

  function jobFor({ url, options }: RedirectChain): ProbeJob {
    const known = deepest.get(probeResponseKey(url, options))
    return { ...(known && depthOf(known) > depthOf(options) ? known : options), url }
  }

  /** Ends the chain if its next URL is a blocked address. */
  function checkTarget(chain: RedirectChain) {
    try {
      chain.isAllowed = readTarget(chain.url, chain.isAllowed ? allowHosts : noHosts).allowed
    } catch (error) {
      endWithError(chain, error)
    }
  }

  /** Ends the chain if robots.txt forbids its next URL. Returns false if the file is not known yet. */
  async function checkRobots(chain: RedirectChain): Promise<boolean> {
    const known = robots.find(chain.url)
    if (!known) return false
    await noteGoogleAccess(chain, known)
    if (!(await runWithBreaks(known.canCrawl(chain.url.href), breaks)))
      chain.end = { outcome: 'not-asked', failure: forbiddenBy(known.file) }
    return true
  }

  /** Keeps Google's access to a resource. Of its redirects, the first blocked one decides. */
  async function noteGoogleAccess(chain: RedirectChain, { file, googleAccess }: KnownRobots): Promise<void> {
    const { url, options, google } = chain
    if (options.purpose !== 'resource' || google?.allowed === false || chain.accessUrl === url.href) return
    const agent = options.read === 'start' ? 'googlebot-image' : 'googlebot'
    const access = await runWithBreaks(googleAccess(url.href, agent), breaks)
    chain.accessUrl = url.href
    chain.google = access && { robotsUrl: file.url, ...access }
  }

  /** Adds the result of the chain's next URL. Returns false if it is not known yet. */
  function followResult(chain: RedirectChain): boolean {
    const result = results.find(jobFor(chain))
    if (!result) return false
    if ('error' in result) endWithError(chain, result.error)
    else {
      const maxRedirects = chain.options.read === 'robots' ? limits.robotsRedirects : limits.redirects
      addResponse(chain, result.response, { maxRedirects, userAgent })
    }
    return true
  }

  return {
    robots,
    jobFor,
    addResult: results.add,
    noteRequest(url: URL, request: ProbeRequest) {
      const key = probeResponseKey(url, request)
      const known = deepest.get(key)
      if (!known || depthOf(known) < depthOf(request)) deepest.set(key, request)
    },
    /**
     * Advances a chain by the results known so far. Returns true if it needs a request, of its own or for robots.txt.
     */
    async advance(chain: RedirectChain, obeysRobots: boolean): Promise<boolean> {
      while (!chain.end) {
        checkTarget(chain)
        if (chain.end) break
        if (obeysRobots && !(await checkRobots(chain))) return true
        if (chain.end) break
        if (!followResult(chain)) return true
      }
      return false
    },
  }
}

/** Keeps the results of one page. A URL is requested again only if more of its response is needed. */
function rememberResults(page: ProbedPage) {
  const results = new Map<string, JobResult>()
  results.set(page.finalUrl, { response: headResponse(page.status, page.headers) })
  for (const { url, status, location } of page.redirects) {
    if (location !== null) results.set(url, { response: headResponse(status, [['location', location]]) })
  }
  return {
    add: (job: ProbeJob, result: JobResult) => void results.set(probeResponseKey(job.url, job), result),
    find(job: ProbeJob): JobResult | undefined {
      const result = results.get(probeResponseKey(job.url, job))
      return result && 'response' in result && result.response.depth < depthOf(job) ? undefined : result
    },
  }
}

type KnownRobots = RobotsReading & { file: RobotsFile }

const robotsOptions: ReadOptions = { purpose: 'link', read: 'robots' }

/** Keeps the robots.txt of each host. It is read once per host, for http and https together. */
function rememberRobots(page: ProbedPage, read: (file: RobotsFile) => Promise<RobotsReading>) {
  const unread = new Map<string, RobotsFile>([[new URL(page.finalUrl).host, page.robots]])
  const known = new Map<string, KnownRobots>()
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
        known.set(host, { file, ...(await read(file)) })
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

export function forbiddenBy({ url, outcome }: RobotsFile): Failure {
  const { host } = new URL(url)
  return outcome === 'found' ? failures.robots(host) : failures.robots_unavailable(host)
}
