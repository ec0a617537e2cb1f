import type { Kysely, Transaction } from 'kysely'
import type { PageFacts } from '#analyser/page-facts.ts'
import type { JobError } from '#contract/jobs/job.ts'
import { deepClicks, domainOf } from '#contract/websites/website.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import { withoutFragment } from '#service/fetcher/page-url.ts'
import type { RobotsFiles } from '#service/fetcher/robots.ts'
import { allowanceOfJob } from '#service/fetcher/sitemaps/urls.ts'
import { createBreaks } from '#service/fetcher/timing.ts'
import { batchesOf } from '#service/store/engine.ts'
import { type Claim, endWork } from '#service/store/jobs/claims.ts'
import {
  addFoundPages,
  crawlOf,
  type CrawlOfJob,
  type FoundPage,
  packedFactsOf,
  type PageOfCrawl,
  pagesOfCrawl,
  setDepths,
  waitForPages,
} from '#service/store/jobs/frontier.ts'
import { readFacts } from '#service/store/reports/report-payloads.ts'
import type { Schema } from '#service/store/schema.ts'
import { endCrawl, type EndedCrawl } from '#service/store/websites/site-structure.ts'
import type { AnalysesOfJobs } from './analysis-queue.ts'
import { allowedUrls, linksOf, sitemapsIn } from './crawl-rules.ts'

type Deps = { db: Kysely<Schema>; owner: string; readSitemap: AnalysesOfJobs['readSitemap']; robotsFiles: RobotsFiles }

/**
 * Returns the functions that continue a crawl from its pages. The pages found wait in the job's rows, so a crawl
 * continues after any interruption.
 */
export function createCrawlWork({ db, owner, readSitemap, robotsFiles }: Deps) {
  return {
    /** Returns a function that adds the pages a page links to, once it is stored. */
    async follow(
      claim: Claim,
      facts: PageFacts,
      signal: AbortSignal,
    ): Promise<(tx: Transaction<Schema>) => Promise<void>> {
      const { start, limits, total } = await crawlOf(db, claim.job_id)
      const depth = claim.depth === null ? null : claim.depth + 1
      const isTooDeep = limits.max_depth !== null && (depth ?? 0) > limits.max_depth
      if (isTooDeep || total >= limits.max_pages) return async () => {}
      const urls = await allowedUrls(linksOf(facts), { start: new URL(start), limits, robotsFiles, signal })
      // A page linked only from one whose own links are unknown can be an orphan too.
      const orphan = claim.orphan === null ? null : 0
      const found = urls.map(({ href, host }): FoundPage => ({ url: href, host, depth, orphan }))
      return async (tx) => void (await addFoundPages(tx, claim, found, limits.max_pages))
    },

    /**
     * Ends a crawl, once all links were followed: corrects the click depths, and adds the pages that only the website's
     * sitemaps name. It is called again if a corrected page must be followed.
     */
    async finish(claim: Claim, signal: AbortSignal): Promise<void> {
      const crawl = await crawlOf(db, claim.job_id)
      const corrected = await findShorterWays(db, claim.job_id, signal)
      const missed = await findMissed(crawl, corrected, signal)
      if (missed.length > 0) {
        await db.transaction().execute(async (tx) => {
          await setDepths(tx, { job_id: claim.job_id, domain: domainOfCrawl(crawl) }, corrected)
          await endWork(tx, claim, owner, { state: 'queued', retryInMs: 0, error: null })
          await waitForPages(tx, claim)
          await addFoundPages(tx, claim, missed, crawl.limits.max_pages)
        })
        return
      }
      const { unlinked, problem } = await readSitemaps(claim.job_id, crawl, signal)
      const error =
        problem === null ? null : unreadable(`Some of the website’s sitemaps couldn’t be read in full: ${problem}.`)
      await db.transaction().execute(async (tx) => {
        await endCrawl(tx, endedCrawl(claim.job_id, crawl))
        await setDepths(tx, { job_id: claim.job_id, domain: domainOfCrawl(crawl) }, corrected)
        await endWork(tx, claim, owner, { state: 'done', report_id: null, error })
        await addFoundPages(tx, claim, unlinked, crawl.limits.max_pages)
      })
    },
  }

  /** Returns the pages linked from those that seemed too deep for their links to be followed. */
  async function findMissed({ start, limits, total }: CrawlOfJob, corrected: CorrectedPage[], signal: AbortSignal) {
    const { max_depth, max_pages } = limits
    const found: FoundPage[] = []
    if (max_depth === null || total >= max_pages) return found
    const unfollowed = corrected.filter(({ depth, before }) => before >= max_depth && depth < max_depth)
    for (const [depth, pages] of Map.groupBy(unfollowed, (page) => page.depth + 1)) {
      const links: string[] = []
      for await (const url of linksOfPages(db, pages, signal)) links.push(url)
      for (const { href, host } of await allowedUrls(links, { start: new URL(start), limits, robotsFiles, signal }))
        found.push({ url: href, host, depth, orphan: 0 })
    }
    return onceEach(found.toSorted((a, b) => Number(a.depth) - Number(b.depth)))
  }

  /**
   * Returns the pages that only sitemaps name, and the reason for missing ones. Orphans are unknown if the crawl has
   * not seen all links.
   */
  async function readSitemaps(jobId: number, crawl: CrawlOfJob, signal: AbortSignal) {
    const { start: startUrl, limits, total } = crawl
    const start = new URL(startUrl)
    if (isLimited(crawl)) return { unlinked: [], problem: null }
    const orphan = isWhole(crawl) ? 1 : null
    const { text } = await robotsFiles(start, signal)
    const named = sitemapsIn(text)
    const known = new Set((await pagesOfCrawl(db, jobId)).map(({ url }) => url))
    const found = new Map<string, FoundPage>()
    const isFull = () => total + found.size >= limits.max_pages
    const allowance = allowanceOfJob()
    let problem: string | null = null
    for (const sitemap of named.length === 0 ? [new URL('/sitemap.xml', start)] : named.slice(0, maxSitemaps)) {
      let isEmpty = true
      const take = async (urls: string[]) => {
        if (urls.length > 0) isEmpty = false
        for (const { href, host } of await allowedUrls(urls, { start, limits, robotsFiles, signal }))
          if (!isFull() && !known.has(href) && !found.has(href))
            found.set(href, { url: href, host, depth: null, orphan })
        return !isFull()
      }
      const options = { signal, namedBy: start, allowance }
      const missing = await readSitemap(sitemap, take, options).catch(problemOf)
      // A website need not have a sitemap at the usual place.
      if (missing !== null && (named.length > 0 || !isEmpty)) problem ??= `${sitemap.href}: ${missing}`
      if (isFull()) break
    }
    if (named.length > maxSitemaps) problem ??= `only the first ${maxSitemaps} sitemaps in robots.txt were read`
    return { unlinked: [...found.values()], problem }
  }
}

const maxSitemaps = 10

/** Returns true if a limit stops the crawl. Links to a page that it did not find can then be further down. */
const isLimited = ({ limits, total }: CrawlOfJob) => limits.max_depth !== null || total >= limits.max_pages

/** Returns true if the crawl has read the links of all pages of the website. */
const isWhole = (crawl: CrawlOfJob) =>
  !isLimited(crawl) && crawl.failed === 0 && crawl.limits.include.length === 0 && crawl.limits.exclude.length === 0

const domainOfCrawl = ({ start }: CrawlOfJob) => domainOf(new URL(start))

function endedCrawl(jobId: number, crawl: CrawlOfJob): EndedCrawl {
  const { max_depth } = crawl.limits
  const knowsDeep = max_depth === null || max_depth > deepClicks
  return { job_id: jobId, domain: domainOfCrawl(crawl), knowsDeep, isWhole: isWhole(crawl) }
}

/** Keeps the first of equal URLs. */
const onceEach = (pages: readonly FoundPage[]) =>
  [...new Map(pages.toReversed().map((page) => [page.url, page])).values()].toReversed()

/** A sitemap that can't be read doesn't fail the crawl. */
function problemOf(error: unknown): string {
  if (error instanceof PageRefused) return error.clause
  throw error
}

/** A page whose click depth was too high before. */
export type CorrectedPage = PageOfCrawl & { depth: number; before: number }

/** Reports read by one statement. */
const batchSize = 50

/**
 * Returns the pages of a crawl whose click depth is too high, with the right one. Pages are analysed side by side, and
 * those that failed or were interrupted come later, so a page can be found by a longer way first. Only the pages that
 * can offer a shorter way are read, and each once.
 */
export async function findShorterWays(
  db: Kysely<Schema>,
  jobId: number,
  signal: AbortSignal,
): Promise<CorrectedPage[]> {
  const pages = (await pagesOfCrawl(db, jobId)).flatMap(({ depth, ...page }) =>
    depth === null ? [] : [{ ...page, depth, before: depth }],
  )
  const byUrl = new Map(pages.map((page) => [page.url, page]))
  for (let next = 1; pages.some(({ depth }) => depth > next); next += 1) {
    const level = pages.filter(({ depth }) => depth === next - 1)
    for await (const url of linksOfPages(db, level, signal)) {
      const page = byUrl.get(url)
      if (page && page.depth > next) page.depth = next
    }
  }
  return pages.filter(({ depth, before }) => depth < before)
}

/** Yields the URLs to which pages lead, as crawls store them. Pages without a report are left out. */
export async function* linksOfPages(
  db: Kysely<Schema>,
  pages: readonly PageOfCrawl[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const breaks = createBreaks()
  const ids = pages.flatMap(({ report_id }) => (report_id === null ? [] : [report_id]))
  for (const batch of batchesOf(ids, batchSize)) {
    signal.throwIfAborted()
    for (const packed of await packedFactsOf(db, batch)) {
      for (const text of linksOf(readFacts(packed))) {
        const url = URL.parse(text)
        if (url) yield withoutFragment(url).href
      }
      if (breaks.isDue()) await breaks.take()
    }
  }
}

/** The error of a job whose sitemaps can't be read, or only in part. */
export const unreadable = (message: string): JobError => ({ status: 422, code: 'unreadable', message, errors: null })
