import type { Kysely, Transaction } from 'kysely'
import type { PageFacts } from '#analyser/page-facts.ts'
import type { JobError } from '#contract/jobs/job.ts'
import { deepClicks, domainOf } from '#contract/websites/website.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import { allowanceOfJob } from '#service/fetcher/sitemaps/urls.ts'
import { type Claim, endWork } from '#service/store/jobs/claims.ts'
import {
  addFoundPages,
  addPagesInBatches,
  crawlOf,
  type CrawlOfJob,
  type FoundPage,
  storePlaces,
  waitForPages,
} from '#service/store/jobs/frontier.ts'
import { linkTarget } from '#service/store/pages/page-links.ts'
import type { Schema } from '#service/store/schema.ts'
import { endCrawl, type EndedCrawl } from '#service/store/websites/site-structure.ts'
import type { AnalysesOfJobs } from './analysis-queue.ts'
import { correctDepths, type CrawledPage, type CrawledPages, linksOfPages } from './crawl-depths.ts'
import { linksOf, redirectEndOf, sitemapsIn, sortUrls } from './crawl-rules.ts'

type Deps = { db: Kysely<Schema>; owner: string } & Pick<AnalysesOfJobs, 'readSitemap' | 'robotsFilesOf'>

/**
 * Returns the functions that continue a crawl from its pages. The pages found wait in the job's rows, so a crawl
 * continues after any interruption.
 */
export function createCrawlWork({ db, owner, readSitemap, robotsFilesOf }: Deps) {
  return {
    /** Returns a function that adds the pages a page links to, or the end of its redirects, once it is stored. */
    async follow(
      claim: Claim,
      facts: PageFacts,
      signal: AbortSignal,
    ): Promise<(tx: Transaction<Schema>) => Promise<void>> {
      const { start, limits, total } = await crawlOf(db, claim.job_id)
      const end = redirectEndOf(facts)
      // Following a redirect is no click.
      const clicks = end === null ? 1 : 0
      const depth = claim.depth === null ? null : claim.depth + clicks
      const isTooDeep = limits.max_depth !== null && (depth ?? 0) > limits.max_depth
      if (isTooDeep || total >= limits.max_pages) return async () => {}
      const leads = end === null ? linksOf(facts) : [end]
      const { pages } = await sortUrls(leads, {
        start: new URL(start),
        limits,
        robotsFiles: robotsFilesOf(claim.job_id),
        signal,
      })
      // A page linked only from one whose own links are unknown can be an orphan too.
      const orphan = claim.orphan === null || end !== null ? claim.orphan : 0
      const found = pages.map(({ href, host }): FoundPage => ({ url: href, host, depth, orphan }))
      return async (tx) => void (await addFoundPages(tx, claim, found, limits.max_pages))
    },

    /**
     * Ends a crawl, once all links were followed: corrects the click depths, and adds the pages that only the website's
     * sitemaps name. It is called again if a corrected page must be followed, and after failed pages were retried.
     */
    async finish(claim: Claim, signal: AbortSignal): Promise<void> {
      const crawl = await crawlOf(db, claim.job_id)
      const place = { job_id: claim.job_id, domain: domainOf(new URL(crawl.start)) }
      const { pages, corrected } = await correctDepths(db, claim.job_id, signal)
      await storePlaces(db, place, corrected)
      const missed = await findMissed(claim, crawl, pages, corrected, signal)
      if (missed.length > 0) {
        await db.transaction().execute(async (tx) => {
          await endWork(tx, claim, owner, { state: 'queued', retryInMs: 0, error: null })
          await waitForPages(tx, claim)
          await addFoundPages(tx, claim, missed, crawl.limits.max_pages)
        })
        return
      }
      const { unlinked, known, problem } = await readSitemaps(claim, crawl, pages, signal)
      await storePlaces(db, place, known)
      const error =
        problem === null ? null : unreadable(`Some of the website’s sitemaps couldn’t be read in full: ${problem}.`)
      await addPagesInBatches(db, { claim, owner, maxPages: crawl.limits.max_pages }, unlinked)
      await db.transaction().execute(async (tx) => {
        await endCrawl(tx, endedCrawl(place, crawl))
        await endWork(tx, claim, owner, { state: 'done', report_id: null, error })
      })
    },
  }

  /** Returns the pages linked from those that seemed too deep for their links to be followed. */
  async function findMissed(
    { job_id }: Claim,
    crawl: CrawlOfJob,
    pages: CrawledPages,
    corrected: CrawledPage[],
    signal: AbortSignal,
  ) {
    const robotsFiles = robotsFilesOf(job_id)
    const { start, limits } = crawl
    const { max_depth } = limits
    const finds = new Finds(crawl, pages)
    if (max_depth === null) return finds.all
    const unfollowed = corrected.filter(({ depth, before }) => (before ?? Infinity) >= max_depth && depth < max_depth)
    for (const [depth, ofDepth] of [...Map.groupBy(unfollowed, (page) => page.depth + 1)].toSorted(([a], [b]) => a - b))
      for await (const links of linksOfPages(db, ofDepth, signal)) {
        if (finds.isFull) return finds.all
        for (const url of (await sortUrls(links, { start: new URL(start), limits, robotsFiles, signal })).pages)
          finds.add({ url: url.href, host: url.host, depth, orphan: 0 })
      }
    return finds.all
  }

  /**
   * Returns the pages that only sitemaps name, the places of those found before, and the reason for missing ones.
   * Orphans are unknown if the crawl has not seen all links.
   */
  async function readSitemaps({ job_id, key_id }: Claim, crawl: CrawlOfJob, pages: CrawledPages, signal: AbortSignal) {
    const robotsFiles = robotsFilesOf(job_id)
    const { start: startUrl, limits } = crawl
    const start = new URL(startUrl)
    if (isLimited(crawl)) return { unlinked: [], known: [], problem: null }
    const orphan = isWhole(crawl) ? 1 : null
    const { text } = await robotsFiles(start, signal)
    const listed = sitemapsIn(text)
    const finds = new Finds(crawl, pages)
    const allowance = allowanceOfJob()
    let problem: string | null = null
    for (const sitemap of listed.length === 0 ? [new URL('/sitemap.xml', start)] : listed.slice(0, maxSitemaps)) {
      let isEmpty = true
      const take = async (urls: string[]) => {
        if (urls.length > 0) isEmpty = false
        for (const url of (await sortUrls(urls, { start, limits, robotsFiles, signal })).pages)
          finds.add({ url: url.href, host: url.host, depth: null, orphan })
        return !finds.isFull
      }
      const missing = await readSitemap(sitemap, take, {
        signal,
        namedBy: start,
        allowance,
        requester: key_id,
        crawl: job_id,
      }).catch(problemOf)
      // A website need not have a sitemap at the usual place.
      if (missing !== null && (listed.length > 0 || !isEmpty)) problem ??= `${sitemap.href}: ${missing}`
      if (finds.isFull) break
    }
    if (listed.length > maxSitemaps) problem ??= `only the first ${maxSitemaps} sitemaps in robots.txt were read`
    const known = isWhole(crawl) && problem === null && !finds.isFull ? finds.placesOfUnlinked() : []
    return { unlinked: finds.all, known, problem }
  }
}

const maxSitemaps = 10

/** Collects the pages that a crawl lacks, each once and no more than it can still have. */
class Finds {
  readonly #found = new Map<number, FoundPage>()
  readonly #named = new Set<CrawledPage>()
  readonly #pages: CrawledPages
  readonly #room: number

  constructor({ limits, total }: CrawlOfJob, pages: CrawledPages) {
    this.#pages = pages
    this.#room = limits.max_pages - total
  }

  get isFull() {
    return this.#found.size >= this.#room
  }

  get all() {
    return [...this.#found.values()]
  }

  add(page: FoundPage): void {
    const target = linkTarget(page.url)
    const known = this.#pages.get(target)
    if (known) this.#named.add(known)
    else if (!this.isFull && !this.#found.has(target)) this.#found.set(target, page)
  }

  /** Returns the places of known pages to which no link leads from the start. Those added are orphans. */
  placesOfUnlinked() {
    const unknown = [...this.#pages.values()].filter(({ depth, orphan }) => depth === Infinity && orphan === null)
    return unknown.map((page) => ({ line: page.line, depth: null, orphan: this.#named.has(page) ? 1 : 0 }) as const)
  }
}

/** Returns true if a limit stops the crawl. Links to a page that it did not find can then be further down. */
const isLimited = ({ limits, total, isCut }: CrawlOfJob) =>
  limits.max_depth !== null || total >= limits.max_pages || isCut

/** Returns true if the crawl has read the links of all pages of the website. */
const isWhole = (crawl: CrawlOfJob) =>
  !isLimited(crawl) && crawl.failed === 0 && crawl.limits.include.length === 0 && crawl.limits.exclude.length === 0

function endedCrawl(place: Pick<EndedCrawl, 'job_id' | 'domain'>, crawl: CrawlOfJob): EndedCrawl {
  const { max_depth } = crawl.limits
  const knowsDeep = max_depth === null || max_depth > deepClicks
  return { ...place, knowsDeep, isWhole: isWhole(crawl) }
}

/** A sitemap that can't be read doesn't fail the crawl. */
function problemOf(error: unknown): string {
  if (error instanceof PageRefused) return error.clause
  throw error
}

/** The error of a job whose sitemaps can't be read, or only in part. */
export const unreadable = (message: string): JobError => ({ status: 422, code: 'unreadable', message, errors: null })
