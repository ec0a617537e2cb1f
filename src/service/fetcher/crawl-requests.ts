import { isSuccess } from '#analyser/fetched-page.ts'
import type { LinkAnswer } from '#analyser/link-answers.ts'
import type { SitemapReading } from '#analyser/probe.ts'
import { grouped } from '#contract/format/numbers.ts'
import { domainOf } from '#contract/websites/website.ts'
import { askLink, notAskedLink } from './ask-link.ts'
import { failures, PageRefused } from './failures.ts'
import type { SessionOptions } from './fetch-session.ts'
import type { SentIdentity } from './identity.ts'
import { withoutFragment } from './page-url.ts'
import type { ReadRobots } from './probes/progress.ts'
import { isCacheable, type RunCached, sizeOf } from './probes/response-cache.ts'
import {
  depthOf,
  headResponse,
  partOf,
  probeResponseKey,
  type ProbeJob,
  type ProbeResponse,
} from './probes/response.ts'
import { type FetchResponse, fetchUrl } from './requests/request.ts'
import { hasFailed, type ReadFile, readRobotsFile, type RobotsFiles } from './robots.ts'
import { createMemory, createSharedResults, type Memory, type Result } from './shared-results.ts'
import { SitemapContents } from './sitemaps/contents.ts'

/** What the pages of one crawl share, so that nothing is asked twice. */
export type CrawlShare = {
  robotsFiles: RobotsFiles
  runCached: RunCached
  /** Like {@link fetchUrl}, for pages, of which a probe may have the response. */
  fetchPage: typeof fetchUrl
  /** Returns the response of a sitemap that was read to its end, and its contents. */
  findSitemap(url: URL): FoundSitemap | undefined
  /**
   * Asks for the target of a link, once in the crawl.
   * @param options.start the page that the crawl started from
   * @param options.readRobots decides instead of the usual reader
   * @throws the signal's reason
   */
  askLink(
    url: URL,
    options: { start: URL; requester: string; signal: AbortSignal; readRobots?: ReadRobots },
  ): Promise<LinkAnswer>
}

export type FoundSitemap = SharedSitemap & { response: { response: FetchResponse } }

/** @property response has the reading, but nothing about single pages, and all sitemaps that an index lists */
type SharedSitemap = { response: ProbeResponse; contents: SitemapContents }

export type CrawlRequests = {
  /**
   * Returns what a crawl shares. It is forgotten after ten minutes without use, and when the identity changes that its
   * website gets.
   */
  of(crawl: number, identity?: SentIdentity): CrawlShare
  forget(crawl: number): void
}

type CrawlLimits = typeof defaultLimits

/** Times in milliseconds, sizes in bytes. */
const defaultLimits = {
  /** Of all crawls of the process together: responses, and the contents of sitemaps. */
  maxBytes: 32 * 1024 * 1024,
  sitemapBytes: 96 * 1024 * 1024,
  maxEntries: 50_000,
  idleMs: 10 * 60_000,
  /** After this time, a change of robots.txt is noticed. */
  robotsMs: 10 * 60_000,
  /** A page's response makes its report up to this time later. */
  pageMs: 10 * 60_000,
  /** A host that was away is asked again after this time. */
  failureMs: 30_000,
  /** Targets of links that a crawl asks for, on its website and elsewhere, and the other hosts. */
  ownLinks: 10_000,
  otherLinks: 10_000,
  otherHosts: 1_000,
}

/** @param readRobots creates the reader of a robots.txt */
export function createCrawlRequests(
  options: SessionOptions,
  readRobots: () => ReadRobots,
  given: Partial<CrawlLimits> = {},
): CrawlRequests {
  const limits = { ...defaultLimits, ...given }
  const memory = createMemory(limits)
  const sitemapMemory = createMemory({ ...limits, maxBytes: limits.sitemapBytes })
  type Kept = ReturnType<typeof createShare> & { identity: SentIdentity | undefined; forgetting: NodeJS.Timeout }
  const crawls = new Map<number, Kept>()
  const forget = (crawl: number) => {
    const known = crawls.get(crawl)
    if (!known) return
    clearTimeout(known.forgetting)
    known.clear()
    crawls.delete(crawl)
  }
  return {
    of(crawl, identity) {
      const known = crawls.get(crawl)
      if (known && known.identity?.key === identity?.key) {
        known.forgetting.refresh()
        return known.share
      }
      forget(crawl)
      const created = createShare({ ...options, identity }, readRobots, limits, { memory, sitemapMemory })
      const forgetting = setTimeout(() => forget(crawl), limits.idleMs).unref()
      crawls.set(crawl, { ...created, identity, forgetting })
      return created.share
    },
    forget,
  }
}

function createShare(
  options: SessionOptions,
  readRobots: () => ReadRobots,
  { robotsMs, pageMs, failureMs, ...limits }: CrawlLimits,
  { memory, sitemapMemory }: { memory: Memory; sitemapMemory: Memory },
) {
  const robots = createSharedResults<ReadFile>(memory)
  const pages = createSharedResults<FetchResponse>(memory)
  const responses = createSharedResults<{ response: ProbeResponse } | { error: PageRefused }>(memory)
  const sitemaps = createSharedResults<SharedSitemap>(sitemapMemory)
  const answers = createSharedResults<LinkAnswer>(memory)
  /** The hosts of the crawl's pages. */
  const hosts = new Set<string>()
  const asked = { own: 0, other: 0, hosts: new Set<string>() }

  const readRobotsOf = (url: URL, signal: AbortSignal) =>
    robots.share(url.origin, signal, async () => {
      const value = await readRobotsFile(url, { ...options, signal })
      return { value, bytes: value.file.text.length, keptMs: hasFailed(value.file) ? failureMs : robotsMs }
    })

  const pageResult = (value: FetchResponse): Result<FetchResponse> => {
    const response = { ...headResponse(value.status, value.headers), response: value }
    return { value, bytes: sizeOf('', response), keptMs: isCacheable(response) ? pageMs : 0 }
  }

  /** Returns the response of a page of the crawl: a known one, or the page's own if the job names a page. */
  async function pageFor(job: ProbeJob, run: Parameters<RunCached>[2], signal: AbortSignal) {
    const { url, purpose, read } = job
    if (read !== 'nothing' && read !== 'start' && read !== 'all') return undefined
    const known = pages.find(url.href)
    if (known || !hosts.has(url.host) || (purpose !== 'canonical' && purpose !== 'alternate')) return known
    const runPage = async () => {
      const { response } = await run({ isPage: true })
      if (!response) throw new PageRefused(failures.unreadable)
      return pageResult(response)
    }
    return pages.share(url.href, signal, runPage).catch((error: unknown) => {
      // The job may not need the body.
      if (error instanceof PageRefused && contentFailures.has(error.code)) return undefined
      throw error
    })
  }

  async function readSitemap(
    { url, lookFor = [] }: ProbeJob,
    { limits: { sitemapUrls, sitemapChildren }, signal }: Parameters<RunCached>[1],
    run: Parameters<RunCached>[2],
  ): Promise<ProbeResponse> {
    const { response, contents } = await sitemaps.share(url.href, signal, async () => {
      const filled = new SitemapContents(sitemapUrls)
      const read = await run({ contents: filled })
      const keptMs = isCacheable(read) ? Infinity : failureMs
      return { value: { response: read, contents: filled }, bytes: sizeOf('', read) + filled.bytes, keptMs }
    })
    const sitemap = response.sitemap && contents.readingFor(response.sitemap, lookFor)
    return { ...response, sitemap, childUrls: response.childUrls.slice(0, sitemapChildren) }
  }

  const share: CrawlShare = {
    robotsFiles: async (url, signal) => (await readRobotsOf(url, signal)).file,
    fetchPage(url, fetchOptions, context) {
      hosts.add(url.host)
      return pages.share(url.href, context.signal, async () => pageResult(await fetchUrl(url, fetchOptions, context)))
    },
    async runCached(job, context, run) {
      if (job.read === 'sitemap') return readSitemap(job, context, run)
      const page = await pageFor(job, run, context.signal)
      if (page) return partOf(page, job, context.limits)
      const runOnce = async () => {
        try {
          const response = await run()
          const keptMs = isCacheable(response) ? (job.read === 'robots' ? robotsMs : Infinity) : failureMs
          return { value: { response }, bytes: sizeOf('', response), keptMs }
        } catch (error) {
          if (!(error instanceof PageRefused) || error.code === 'time_up') throw error
          return { value: { error }, bytes: 0, keptMs: failureMs }
        }
      }
      const result = await responses.share(
        probeResponseKey(job.url, job),
        context.signal,
        runOnce,
        (known) => 'error' in known || known.response.depth >= depthOf(job),
      )
      if ('error' in result) throw result.error
      return result.response
    },
    findSitemap({ href }) {
      const known = sitemaps.find(href)
      const response = known?.response.response
      if (!known || !response || (isSuccess(response.status) && !isWhole(known.response.sitemap))) return undefined
      return { ...known, response: { ...known.response, response } }
    },
    askLink(link, { start, requester, signal, readRobots: reader = readRobots() }) {
      const url = withoutFragment(link)
      return answers.share(url.href, signal, async () => {
        const isOwn = domainOf(url) === domainOf(start)
        const isOver = isOwn
          ? asked.own >= limits.ownLinks
          : asked.other >= limits.otherLinks || (asked.hosts.size >= limits.otherHosts && !asked.hosts.has(url.host))
        if (isOver) {
          const what = isOwn
            ? `${grouped(limits.ownLinks)} files of its website`
            : `${grouped(limits.otherLinks)} external URLs on ${grouped(limits.otherHosts)} hosts`
          return { value: notAskedLink(url, failures.crawl_limit(what)), bytes: 0, keptMs: 0 }
        }
        if (isOwn) asked.own += 1
        else {
          asked.other += 1
          asked.hosts.add(url.host)
        }
        const value = await askLink(url, {
          ...options,
          start,
          requester,
          signal,
          readRobotsOf,
          readRobots: reader,
        })
        const bytes = value.redirects.reduce(
          (sum, hop) => sum + hop.url.length + (hop.location ?? '').length,
          url.href.length,
        )
        return { value, bytes, keptMs: value.outcome === 'failed' ? failureMs : Infinity }
      })
    },
  }
  return {
    share,
    clear() {
      for (const results of [robots, pages, responses, sitemaps, answers]) results.clear()
    },
  }
}

/** The body can't be decoded, which only matters to those that need it. */
const contentFailures: ReadonlySet<PageRefused['code']> = new Set([
  'compression_bomb',
  'too_many_encodings',
  'unsupported_encoding',
  'corrupt_encoding',
])

const isWhole = (reading: SitemapReading | null) => reading !== null && !reading.cut
