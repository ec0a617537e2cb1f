import { type Header, isSuccess } from '#analyser/fetched-page.ts'
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
import { createMemory, createSharedResults, type Memory, type Result, type SharedResults } from './shared-results.ts'
import { SitemapContents } from './sitemaps/contents.ts'

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
  type Kept = { share: CrawlShare; identity: SentIdentity | undefined; forgetting: NodeJS.Timeout }
  const crawls = new Map<number, Kept>()
  const forget = (crawl: number) => {
    const known = crawls.get(crawl)
    if (!known) return
    clearTimeout(known.forgetting)
    known.share.clear()
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
      const sessionOptions = { ...options, identity }
      const share = new CrawlShare({ options: sessionOptions, readRobots, limits, memory, sitemapMemory })
      const forgetting = setTimeout(() => forget(crawl), limits.idleMs).unref()
      crawls.set(crawl, { share, identity, forgetting })
      return share
    },
    forget,
  }
}

type Run = Parameters<RunCached>[2]
type JobResult = { response: ProbeResponse } | { error: PageRefused }

/** A file of a rendered page, as sent. */
type RenderedFile = { status: number; headers: Header[]; body: Uint8Array; isCut: boolean }

type ShareOptions = {
  options: SessionOptions
  readRobots: () => ReadRobots
  limits: CrawlLimits
  memory: Memory
  sitemapMemory: Memory
}

/** What the pages of one crawl share, so that nothing is asked twice. */
export class CrawlShare {
  readonly #options: SessionOptions
  readonly #createReader: () => ReadRobots
  readonly #limits: CrawlLimits
  readonly #robots: SharedResults<ReadFile>
  readonly #pages: SharedResults<FetchResponse>
  readonly #responses: SharedResults<JobResult>
  readonly #sitemaps: SharedResults<SharedSitemap>
  readonly #answers: SharedResults<LinkAnswer>
  readonly #files: SharedResults<RenderedFile>
  /** The hosts of the crawl's pages. */
  readonly #hosts = new Set<string>()
  readonly #asked = { own: 0, other: 0, otherHosts: new Set<string>() }

  constructor({ options, readRobots, limits, memory, sitemapMemory }: ShareOptions) {
    this.#options = options
    this.#createReader = readRobots
    this.#limits = limits
    this.#robots = createSharedResults(memory)
    this.#pages = createSharedResults(memory)
    this.#responses = createSharedResults(memory)
    this.#sitemaps = createSharedResults(sitemapMemory)
    this.#answers = createSharedResults(memory)
    this.#files = createSharedResults(memory)
  }

  readonly robotsFiles: RobotsFiles = async (url, signal) => (await this.#readRobotsOf(url, signal)).file

  /** Shares the files of rendered pages, which are the same for all of them, unless a server says otherwise. */
  readonly shareFile = (key: string, signal: AbortSignal, run: () => Promise<RenderedFile>): Promise<RenderedFile> =>
    this.#files.share(key, signal, async () => {
      const value = await run()
      const { status, headers, body } = value
      const isOwn = headers.some(
        ([name, text]) =>
          name === 'set-cookie' ||
          (name === 'cache-control' && /no-store|private/i.test(text)) ||
          (name === 'vary' && /\*|cookie|referer/i.test(text)),
      )
      const keptMs = isSuccess(status) && !isOwn ? this.#limits.pageMs : 0
      return { value, bytes: sizeOf(key, headResponse(status, headers)) + body.byteLength, keptMs }
    })

  /** Like {@link fetchUrl}, for pages, of which a probe may have the response. */
  readonly fetchPage: typeof fetchUrl = (url, options, context) => {
    this.#hosts.add(url.host)
    const run = async () => this.#pageResult(await fetchUrl(url, options, context))
    return this.#pages.share(url.href, context.signal, run)
  }

  readonly runCached: RunCached = async (job, context, run) => {
    if (job.read === 'sitemap') return this.#readSitemap(job, context, run)
    const page = await this.#pageFor(job, run, context.signal)
    if (page) return partOf(page, job, context.limits)
    const result = await this.#responses.share(
      probeResponseKey(job.url, job),
      context.signal,
      () => this.#runJob(job, run),
      (known) => 'error' in known || known.response.depth >= depthOf(job),
    )
    if ('error' in result) throw result.error
    return result.response
  }

  /** Returns the response of a sitemap that was read to its end, and its contents. */
  findSitemap({ href }: URL): FoundSitemap | undefined {
    const known = this.#sitemaps.find(href)
    const response = known?.response.response
    if (!known || !response || (isSuccess(response.status) && !isWhole(known.response.sitemap))) return undefined
    return { ...known, response: { ...known.response, response } }
  }

  /**
   * Asks for the target of a link, once in the crawl.
   * @param options.start the page that the crawl started from
   * @param options.readRobots decides instead of the usual reader
   * @throws the signal's reason
   */
  askLink(
    link: URL,
    {
      readRobots = this.#createReader(),
      ...options
    }: { start: URL; requester: string; signal: AbortSignal; readRobots?: ReadRobots },
  ): Promise<LinkAnswer> {
    const url = withoutFragment(link)
    return this.#answers.share(url.href, options.signal, async () => {
      const limit = this.#countTarget(url, options.start)
      if (limit !== null) return { value: notAskedLink(url, failures.crawl_limit(limit)), bytes: 0, keptMs: 0 }
      const value = await askLink(url, {
        ...this.#options,
        ...options,
        readRobots,
        readRobotsOf: (target, signal) => this.#readRobotsOf(target, signal),
      })
      const keptMs = value.outcome === 'failed' ? this.#limits.failureMs : Infinity
      return { value, bytes: bytesOf(value, url), keptMs }
    })
  }

  clear(): void {
    for (const results of [this.#robots, this.#pages, this.#responses, this.#sitemaps, this.#answers, this.#files])
      results.clear()
  }

  #readRobotsOf(url: URL, signal: AbortSignal): Promise<ReadFile> {
    return this.#robots.share(url.origin, signal, async () => {
      const value = await readRobotsFile(url, { ...this.#options, signal })
      const keptMs = hasFailed(value.file) ? this.#limits.failureMs : this.#limits.robotsMs
      return { value, bytes: value.file.text.length, keptMs }
    })
  }

  #pageResult(value: FetchResponse): Result<FetchResponse> {
    const response = { ...headResponse(value.status, value.headers), response: value }
    return { value, bytes: sizeOf('', response), keptMs: isCacheable(response) ? this.#limits.pageMs : 0 }
  }

  /** Returns the response of a page of the crawl: a known one, or the page's own if the job names a page. */
  async #pageFor({ url, purpose, read }: ProbeJob, run: Run, signal: AbortSignal) {
    if (read !== 'nothing' && read !== 'start' && read !== 'all') return undefined
    const known = this.#pages.find(url.href)
    if (known || !this.#hosts.has(url.host) || (purpose !== 'canonical' && purpose !== 'alternate')) return known
    const runPage = async () => {
      const { response } = await run({ isPage: true })
      if (!response) throw new PageRefused(failures.unreadable)
      return this.#pageResult(response)
    }
    return this.#pages.share(url.href, signal, runPage).catch((error: unknown) => {
      // The job may not need the body.
      if (error instanceof PageRefused && contentFailures.has(error.code)) return undefined
      throw error
    })
  }

  async #readSitemap(
    { url, lookFor = [] }: ProbeJob,
    { limits: { sitemapUrls, sitemapChildren }, signal }: Parameters<RunCached>[1],
    run: Run,
  ): Promise<ProbeResponse> {
    const { response, contents } = await this.#sitemaps.share(url.href, signal, async () => {
      const filled = new SitemapContents(sitemapUrls)
      const read = await run({ contents: filled })
      const keptMs = isCacheable(read) ? Infinity : this.#limits.failureMs
      return { value: { response: read, contents: filled }, bytes: sizeOf('', read) + filled.bytes, keptMs }
    })
    const sitemap = response.sitemap && contents.readingFor(response.sitemap, lookFor)
    return { ...response, sitemap, childUrls: response.childUrls.slice(0, sitemapChildren) }
  }

  async #runJob({ read }: ProbeJob, run: Run): Promise<Result<JobResult>> {
    const { robotsMs, failureMs } = this.#limits
    try {
      const response = await run()
      const keptMs = isCacheable(response) ? (read === 'robots' ? robotsMs : Infinity) : failureMs
      return { value: { response }, bytes: sizeOf('', response), keptMs }
    } catch (error) {
      if (!(error instanceof PageRefused) || error.code === 'time_up') throw error
      return { value: { error }, bytes: 0, keptMs: failureMs }
    }
  }

  /** Counts a target of a link, or returns the limit that the crawl has reached. */
  #countTarget(url: URL, start: URL): string | null {
    const { ownLinks, otherLinks, otherHosts } = this.#limits
    const asked = this.#asked
    if (domainOf(url) === domainOf(start)) {
      if (asked.own >= ownLinks) return `${grouped(ownLinks)} files of its website`
      asked.own += 1
      return null
    }
    if (asked.other >= otherLinks || (asked.otherHosts.size >= otherHosts && !asked.otherHosts.has(url.host)))
      return `${grouped(otherLinks)} external URLs on ${grouped(otherHosts)} hosts`
    asked.other += 1
    asked.otherHosts.add(url.host)
    return null
  }
}

const bytesOf = ({ redirects }: LinkAnswer, url: URL): number =>
  redirects.reduce((sum, hop) => sum + hop.url.length + (hop.location ?? '').length, url.href.length)

/** The body can't be decoded, which only matters to those that need it. */
const contentFailures: ReadonlySet<PageRefused['code']> = new Set([
  'compression_bomb',
  'too_many_encodings',
  'unsupported_encoding',
  'corrupt_encoding',
])

const isWhole = (reading: SitemapReading | null) => reading !== null && !reading.cut
