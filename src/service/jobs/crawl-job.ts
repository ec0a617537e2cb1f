import type { Transaction } from 'kysely'
import { asJudged } from '#analyser/judged-as-production.ts'
import type { PageFacts } from '#analyser/page-facts.ts'
import { isOwnPage, ownAnswer } from '#analyser/page-state.ts'
import { urlKey } from '#contract/url-key.ts'
import { domainOf } from '#contract/websites/website.ts'
import { failures, PageRefused } from '#service/fetcher/failures.ts'
import { findOpenCrawl, recordPage, recordSeen } from '#service/store/crawls/recording.ts'
import { type Claim, endWork, holdLease } from '#service/store/jobs/claims.ts'
import {
  addFoundPages,
  addPagesInBatches,
  type CrawlOfJob,
  crawlOf,
  type FoundPage,
  storePlaces,
  waitForPages,
} from '#service/store/jobs/frontier.ts'
import { knownCollisions, linkTarget, TargetCollision } from '#service/store/pages/link-targets.ts'
import type { ReportRecord } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { storePlaceInCrawl } from '#service/store/websites/site-structure.ts'
import { abandonCrawl, endOfCrawl, isBlamed } from './crawl-end.ts'
import { type CrawlGraph, linksOfReports, readCrawlGraph } from './crawl-graph.ts'
import { crawledUrl, linksOf, outlinksOf, redirectEndOf, seenOf, sortUrls } from './crawl-rules.ts'
import { type CrawlDeps, readCrawlSitemaps } from './crawl-sitemaps.ts'
import { createTrapsOfCrawls } from './crawl-traps.ts'

/** Failures of the last step after which it only ends the wait of the reports. */
const maxFailures = 3

/** Stores more with the report of a page. */
type StorePage = (tx: Transaction<Schema>, report: ReportRecord) => Promise<void>

/**
 * Returns the functions that continue a crawl from its pages. The pages found wait in the job's rows, so a crawl
 * continues after any interruption.
 */
export function createCrawlWork(deps: CrawlDeps) {
  const { db, owner, robotsFilesOf } = deps
  const { trapsOfCrawl, forgetTraps } = createTrapsOfCrawls(db)

  /**
   * Returns a function that stores the place of a page, its answer and links, and adds the pages that it links to, or
   * the end of its redirects. Call it in the transaction that stores its report, after the work on it has ended.
   * @param canRetry the page can be read again later
   * @throws PageRefused if it should be, because robots.txt can't be read now and would block its links
   */
  async function follow(claim: Claim, given: PageFacts, signal: AbortSignal, canRetry: boolean): Promise<StorePage> {
    const facts = asJudged(given)
    const { start: startUrl, limits, total } = await crawlOf(db, claim.job_id)
    const rules = { start: new URL(startUrl), limits, robotsFiles: robotsFilesOf(claim.job_id), signal }
    const redirectEnd = redirectEndOf(facts)
    const leads = redirectEnd === null ? linksOf(facts) : [redirectEnd]
    const others = redirectEnd === null ? facts.links.items.flatMap(({ url }) => url ?? []) : []
    const sorted = await sortUrls([...leads, ...others], rules)
    const unknown = sorted.blocked.find(({ rule }) => rule === null)
    if (unknown && canRetry) throw new PageRefused(failures.robots_unavailable(unknown.url.host))
    // Following a redirect is no click.
    const depth = claim.depth === null ? null : claim.depth + (redirectEnd === null ? 1 : 0)
    const isTooDeep = limits.max_depth !== null && (depth ?? 0) > limits.max_depth
    const isFull = isTooDeep || total >= limits.max_pages
    const followed = new Set(isFull ? [] : leads.map((lead) => urlKey(crawledUrl(lead, rules)?.href ?? '')))
    // A page linked only from one whose own links are unknown can be an orphan too.
    const orphan = claim.orphan === null || redirectEnd !== null ? claim.orphan : 0
    const found = sorted.pages
      .filter(({ href }) => followed.has(urlKey(href)))
      .map(({ href, host }): FoundPage => ({ url: href, host, depth, orphan }))
    const { chosen, skipped } = await (await trapsOfCrawl(claim.job_id, limits)).choose(found, claim.url)
    const collisions = knownCollisions(db)
    const links = await outlinksOf(db, facts, rules)
    const cut = isOwnPage(facts) ? facts.links.total - facts.links.items.length : 0
    const answer = { ...ownAnswer(facts), end_status: facts.response.status, cut_links: cut > 0 ? cut : null }
    return async (tx, { id, page_id, website_id }) => {
      // The numbers of its links may be those of other URLs.
      if (knownCollisions(db) !== collisions) throw new TargetCollision()
      await storePlaceInCrawl(tx, page_id, claim)
      await addFoundPages(tx, claim, chosen, limits.max_pages)
      await recordPage(tx, claim.job_id, { url: claim.url, ...answer, report_id: id, website_id, links })
      await recordSeen(tx, claim.job_id, [...seenOf(sorted), ...skipped])
    }
  }

  /**
   * Refuses a page that robots.txt forbids by now, because it can change after the page was found. The page that the
   * crawl starts from is read anyway.
   * @throws PageRefused
   */
  async function refuseBlocked({ job_id, depth, url }: Claim, signal: AbortSignal): Promise<void> {
    if (depth === 0) return
    const { start, limits } = await crawlOf(db, job_id)
    const rules = { start: new URL(start), limits, robotsFiles: robotsFilesOf(job_id), signal }
    const [blocked] = (await sortUrls([url], rules)).blocked
    if (blocked?.rule) throw new PageRefused(failures.robots(blocked.url.host))
  }

  /**
   * The last step of a crawl, once all links were followed: adds the pages that only the website's sitemaps name, asks
   * for the targets of links that are no pages, and completes the reports. Each part is done once, and the step
   * continues after any interruption. It is repeated if pages were added, and after failed pages were retried.
   */
  async function finish(claim: Claim, signal: AbortSignal): Promise<void> {
    if (claim.failures >= maxFailures) {
      await abandonCrawl({ ...deps, claim, signal })
      return forgetTraps(claim.job_id)
    }
    const crawl = await crawlOf(db, claim.job_id)
    const place = { job_id: claim.job_id, domain: domainOf(new URL(crawl.start)) }
    const graph = await readCrawlGraph(db, claim.job_id, signal)
    if (!crawl.isCancelled) {
      const nearer = [...graph.urls.values()].flatMap(({ line, depth, before }) =>
        line !== null && depth < (before ?? Infinity)
          ? [{ line, depth, orphan: 0 as const, place: 'linked' as const }]
          : [],
      )
      await storePlaces(db, place, nearer)
      const traps = await trapsOfCrawl(claim.job_id, crawl.limits)
      const { chosen: missed } = await traps.choose(await findMissed(claim, crawl, graph, signal), null)
      if (missed.length > 0) return repeatAfter(claim, crawl, missed)
      const open = await findOpenCrawl(db, claim.job_id)
      if (open && !open.progress.sitemaps && !isBlamed(claim)) {
        const { unlinked, blocked, save } = await readCrawlSitemaps(deps, { claim, crawl, graph }, signal)
        const { chosen, skipped } = await traps.choose(unlinked, null)
        await addPagesInBatches(db, { claim, owner, maxPages: crawl.limits.max_pages }, chosen)
        await db.transaction().execute(async (tx) => {
          await save(tx)
          if (chosen.length > 0) await queueAgain(tx, claim)
          else await holdLease(tx, claim, owner, { isProgress: true })
          await recordSeen(tx, claim.job_id, [...blocked, ...skipped])
        })
        if (chosen.length > 0) return
      }
    }
    await endOfCrawl({ ...deps, claim, crawl, graph, signal })
    forgetTraps(claim.job_id)
  }

  /** Adds pages, after which the last step is repeated. */
  async function repeatAfter(claim: Claim, { limits }: CrawlOfJob, pages: readonly FoundPage[]) {
    await db.transaction().execute(async (tx) => {
      await queueAgain(tx, claim)
      await addFoundPages(tx, claim, pages, limits.max_pages)
    })
  }

  async function queueAgain(tx: Transaction<Schema>, claim: Claim) {
    await endWork(tx, claim, owner, { state: 'queued', retryInMs: 0, error: null })
    await waitForPages(tx, claim)
  }

  /** Returns the pages linked from those that seemed too deep for their links to be followed. */
  async function findMissed(
    { job_id }: Claim,
    { start, limits, total }: CrawlOfJob,
    graph: CrawlGraph,
    signal: AbortSignal,
  ) {
    const { max_depth, max_pages } = limits
    const found = new Map<number, FoundPage>()
    if (max_depth === null) return []
    const rules = { start: new URL(start), limits, robotsFiles: robotsFilesOf(job_id), signal }
    const unfollowed = [...graph.urls.values()].filter(
      ({ depth, before, report_id }) => report_id !== null && (before ?? Infinity) >= max_depth && depth < max_depth,
    )
    for (const [depth, ofDepth] of [...Map.groupBy(unfollowed, (page) => page.depth + 1)].toSorted(
      ([a], [b]) => a - b,
    )) {
      const ids = ofDepth.flatMap(({ report_id }) => report_id ?? [])
      for await (const links of linksOfReports(db, ids, signal))
        for (const { href, host } of (await sortUrls(links, rules)).pages) {
          const target = linkTarget(db, href)
          if (total + found.size >= max_pages) return [...found.values()]
          if (!graph.urls.has(target) && !found.has(target)) found.set(target, { url: href, host, depth, orphan: 0 })
        }
    }
    return [...found.values()]
  }

  return { follow, refuseBlocked, finish }
}
