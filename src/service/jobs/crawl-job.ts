import type { Transaction } from 'kysely'
import { asJudged } from '#analyser/judged-as-production.ts'
import type { PageFacts } from '#analyser/page-facts.ts'
import { isOwnPage, ownAnswer } from '#analyser/page-state.ts'
import { urlKey } from '#contract/url-key.ts'
import { domainOf } from '#contract/websites/website.ts'
import { failures, PageRefused } from '#service/fetcher/failures.ts'
import {
  findOpenCrawl,
  forgetSkipped,
  hasSkipped,
  recordPage,
  recordSeen,
  skippedUrls,
} from '#service/store/crawls/recording.ts'
import { type Claim, endWork, holdLease } from '#service/store/jobs/claims.ts'
import {
  addFoundPages,
  addPagesInBatches,
  type CrawlAtEnd,
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
import { abandonCrawl, endOfCrawl, hasFailedBefore } from './crawl-end.ts'
import { type CrawlGraph, linksOfReports, readCrawlGraph } from './crawl-graph.ts'
import {
  crawledUrl,
  linksOf,
  outlinksOf,
  redirectEndOf,
  refreshEndsOf,
  type Rules,
  seenOf,
  sortUrls,
} from './crawl-rules.ts'
import { type CrawlDeps, readCrawlSitemaps } from './crawl-sitemaps.ts'
import { type CrawlTraps, createTrapsOfCrawls, held } from './crawl-traps.ts'

/** Failures of the last step after which it only ends the wait of the reports. */
const maxFailures = 3

/** Stores more with the report of a page. */
type StorePage = (tx: Transaction<Schema>, report: ReportRecord) => Promise<void>

/** What the last step of a crawl works with. */
type LastStep = CrawlDeps & { claim: Claim; crawl: CrawlAtEnd; graph: CrawlGraph; signal: AbortSignal }

/** Continues a crawl from its pages. The pages found wait in the job's rows, so it continues after any interruption. */
export class CrawlWork {
  readonly #deps: CrawlDeps
  readonly #traps: ReturnType<typeof createTrapsOfCrawls>

  constructor(deps: CrawlDeps) {
    this.#deps = deps
    this.#traps = createTrapsOfCrawls(deps.db)
  }

  /**
   * Returns a function that stores the place of a page, its answer and links, and adds the pages that it links to, or
   * the end of its redirects. Call it in the transaction that stores its report, after the work on it has ended.
   * @param canRetry the page can be read again later
   * @throws PageRefused if it should be, because robots.txt can't be read now and would block its links
   */
  async follow(claim: Claim, given: PageFacts, signal: AbortSignal, canRetry: boolean): Promise<StorePage> {
    const { db, robotsFilesOf } = this.#deps
    const facts = asJudged(given)
    const crawl = await crawlOf(db, claim.job_id)
    const { limits } = crawl
    const rules = rulesOf(crawl, robotsFilesOf(claim.job_id), signal)
    const redirectEnd = redirectEndOf(facts)
    const ends = redirectEnd === null ? refreshEndsOf(facts) : [redirectEnd]
    const leads = [...ends, ...linksOf(facts)]
    const others = redirectEnd === null ? facts.links.items.flatMap(({ url }) => url ?? []) : []
    const sorted = await sortUrls([...leads, ...others], rules)
    const unknown = sorted.blocked.find(({ rule }) => rule === null)
    if (unknown && canRetry) throw new PageRefused(failures.robots_unavailable(unknown.url.host))
    const keysOf = (urls: string[]) => new Set(urls.map((url) => urlKey(crawledUrl(url, rules)?.href ?? '')))
    const [followed, byRedirect] = [keysOf(leads), keysOf(ends)]
    const pages = sorted.pages.filter(({ href }) => followed.has(urlKey(href)))
    const [redirected = [], linked = []] = [true, false].map((isRedirect) =>
      foundPages(
        pages.filter(({ href }) => byRedirect.has(urlKey(href)) === isRedirect),
        { claim, crawl, isRedirect },
      ),
    )
    const found = [...redirected, ...linked]
    const traps = await this.#traps.trapsOfCrawl(claim.job_id, limits)
    const { chosen, skipped } = await traps.choose(found, claim.url, {
      words: (facts.crawl?.state === 'running' && facts.crawl.words) || [],
      hasSitemaps: (await findOpenCrawl(db, claim.job_id))?.progress.sitemaps !== undefined,
    })
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
  async refuseBlocked({ job_id, depth, url }: Claim, signal: AbortSignal): Promise<void> {
    if (depth === 0) return
    const { db, robotsFilesOf } = this.#deps
    const rules = rulesOf(await crawlOf(db, job_id), robotsFilesOf(job_id), signal)
    const [blocked] = (await sortUrls([url], rules)).blocked
    if (blocked?.rule) throw new PageRefused(failures.robots(blocked.url.host))
  }

  /**
   * The last step of a crawl, once all links were followed: adds the pages that only the website's sitemaps name, asks
   * for the targets of links that are no pages, and completes the reports. Each part is done once, and the step
   * continues after any interruption. It is repeated if pages were added, and after failed pages were retried.
   */
  async finish(claim: Claim, signal: AbortSignal): Promise<void> {
    const deps = this.#deps
    if (claim.failures >= maxFailures) {
      await abandonCrawl({ ...deps, claim, signal })
      return this.#traps.forgetTraps(claim.job_id)
    }
    const hasFullFolder = await hasSkipped(deps.db, claim.job_id, 'folder_limit')
    const crawl = { ...(await crawlOf(deps.db, claim.job_id)), hasFullFolder }
    const graph = await readCrawlGraph(deps.db, claim.job_id, signal)
    const step = { ...deps, claim, crawl, graph, signal }
    if (!crawl.isCancelled) {
      await storeNearerPlaces(step)
      const traps = await this.#traps.trapsOfCrawl(claim.job_id, crawl.limits)
      if ((await addMissedPages(step, traps)) || (await addListedPages(step, traps)) || (await addHeldPages(step)))
        return
    }
    await endOfCrawl(step)
    this.#traps.forgetTraps(claim.job_id)
  }
}

const rulesOf = ({ start, limits }: CrawlOfJob, robotsFiles: Rules['robotsFiles'], signal: AbortSignal): Rules => ({
  start: new URL(start),
  limits,
  robotsFiles,
  signal,
})

/** Returns the pages that a page leads to, with their depth; none if they are too deep, or the crawl is full. */
function foundPages(
  pages: readonly URL[],
  { claim, crawl, isRedirect }: { claim: Claim; crawl: CrawlOfJob; isRedirect: boolean },
): FoundPage[] {
  const { max_depth, max_pages } = crawl.limits
  // Following a redirect is no click.
  const depth = claim.depth === null ? null : claim.depth + (isRedirect ? 0 : 1)
  const isTooDeep = max_depth !== null && (depth ?? 0) > max_depth
  if (isTooDeep || crawl.total >= max_pages) return []
  // A page linked only from one whose own links are unknown can be an orphan too.
  const orphan = claim.orphan === null || isRedirect ? claim.orphan : 0
  return pages.map(({ href, host }) => ({ url: href, host, depth, orphan }))
}

/** Stores the places of the pages that are nearer to the start than when they were found. */
async function storeNearerPlaces({ db, claim, crawl, graph }: LastStep) {
  const nearer = [...graph.urls.values()].flatMap(({ line, depth, before }) =>
    line !== null && depth < (before ?? Infinity)
      ? [{ line, depth, orphan: 0 as const, place: 'linked' as const }]
      : [],
  )
  await storePlaces(db, { job_id: claim.job_id, domain: domainOf(new URL(crawl.start)) }, nearer)
}

/** Adds the pages linked from those that seemed too deep for their links to be followed. Returns true if there are. */
async function addMissedPages(step: LastStep, traps: CrawlTraps): Promise<boolean> {
  const { db, owner, claim, crawl } = step
  const { chosen } = await traps.choose(await findMissed(step), null)
  if (chosen.length === 0) return false
  await db.transaction().execute(async (tx) => {
    await queueAgain(tx, claim, owner)
    await addFoundPages(tx, claim, chosen, crawl.limits.max_pages)
  })
  return true
}

/** Reads the website's sitemaps once, and adds the pages that only they name. Returns true if there are. */
async function addListedPages(step: LastStep, traps: CrawlTraps): Promise<boolean> {
  const { db, owner, claim, crawl, signal } = step
  const open = await findOpenCrawl(db, claim.job_id)
  if (!open || open.progress.sitemaps || hasFailedBefore(claim)) return false
  const { unlinked, blocked, save } = await readCrawlSitemaps(step, step, signal)
  const { chosen, skipped } = await traps.choose(unlinked, null)
  await addPagesInBatches(db, { claim, owner, maxPages: crawl.limits.max_pages }, chosen)
  await db.transaction().execute(async (tx) => {
    await save(tx)
    if (chosen.length > 0) await queueAgain(tx, claim, owner)
    else await holdLease(tx, claim, owner, { isProgress: true })
    await recordSeen(tx, claim.job_id, [...blocked, ...skipped])
  })
  return chosen.length > 0
}

/** Adds the pages of chains that waited for those of the sitemaps. Returns true if there are. */
async function addHeldPages({ db, owner, claim, crawl, graph }: LastStep): Promise<boolean> {
  const waiting = (await skippedUrls(db, claim.job_id)).filter(({ failure }) => failure === held)
  const isFull = crawl.total >= crawl.limits.max_pages
  if (waiting.length === 0 || isFull) return false
  const found = waiting.map(({ url }): FoundPage => {
    const depth = graph.urls.get(linkTarget(db, url))?.depth ?? Infinity
    return { url, host: new URL(url).host, depth: depth < Infinity ? depth : null, orphan: 0 }
  })
  await db.transaction().execute(async (tx) => {
    await queueAgain(tx, claim, owner)
    await addFoundPages(tx, claim, found, crawl.limits.max_pages)
    await forgetSkipped(tx, claim.job_id, held)
  })
  return true
}

/** Repeats the last step after the pages that were added. */
async function queueAgain(tx: Transaction<Schema>, claim: Claim, owner: string) {
  await endWork(tx, claim, owner, { state: 'queued', retryInMs: 0, error: null })
  await waitForPages(tx, claim)
}

async function findMissed({ db, robotsFilesOf, claim, crawl, graph, signal }: LastStep): Promise<FoundPage[]> {
  const { max_depth, max_pages } = crawl.limits
  const found = new Map<number, FoundPage>()
  if (max_depth === null) return []
  const rules = rulesOf(crawl, robotsFilesOf(claim.job_id), signal)
  const unfollowed = [...graph.urls.values()].filter(
    ({ depth, before, report_id }) => report_id !== null && (before ?? Infinity) >= max_depth && depth < max_depth,
  )
  for (const [depth, ofDepth] of [...Map.groupBy(unfollowed, (page) => page.depth + 1)].toSorted(([a], [b]) => a - b)) {
    const ids = ofDepth.flatMap(({ report_id }) => report_id ?? [])
    for await (const links of linksOfReports(db, ids, signal))
      for (const { href, host } of (await sortUrls(links, rules)).pages) {
        const target = linkTarget(db, href)
        if (crawl.total + found.size >= max_pages) return [...found.values()]
        if (!graph.urls.has(target) && !found.has(target)) found.set(target, { url: href, host, depth, orphan: 0 })
      }
  }
  return [...found.values()]
}
