import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { ruleset } from '#analyser/catalogue.ts'
import { targetsOfLinks } from '#analyser/complete-crawl.ts'
import { lacksPlace, linksToOtherPlaces } from '#analyser/facts/fragments.ts'
import type { AmongPages, PageFacts } from '#analyser/page-facts.ts'
import { hasNoPatterns } from '#contract/jobs/job.ts'
import { deepClicks, domainOf } from '#contract/websites/website.ts'
import { createBreaks } from '#service/fetcher/timing.ts'
import {
  answersOf,
  completeReport,
  factsInCrawl,
  leaveUnasked,
  outlinksOfPages,
  type PendingReport,
  pendingReports,
  type PlaceOfUrl,
  releaseReport,
  storeAnswers,
  storeCrawlEnd,
  storePlacesOfUrls,
  storeUnread,
  uncheckedTargets,
} from '#service/store/crawls/ending.ts'
import {
  findOpenCrawl,
  type Outlink,
  readOutlinks,
  recordSeen,
  storeProgress,
} from '#service/store/crawls/recording.ts'
import { databaseFailure } from '#service/store/failures.ts'
import { type Claim, endWork, holdLease, LeaseLost } from '#service/store/jobs/claims.ts'
import { type CrawlAtEnd, failedPages, storePlaces } from '#service/store/jobs/frontier.ts'
import { targetOf } from '#service/store/pages/link-answers.ts'
import { linkTarget } from '#service/store/pages/link-targets.ts'
import { storeListedUnread, storeUnreadPages as storePagesWithoutReport } from '#service/store/pages/page-states.ts'
import { ownBytes, readFacts } from '#service/store/reports/report-payloads.ts'
import type { Schema } from '#service/store/schema.ts'
import { endCrawl } from '#service/store/websites/site-structure.ts'
import { lockWebsite } from '#service/store/websites/website-counters.ts'
import { comparePages } from './compare-pages.ts'
import { Answers } from './crawl-answers.ts'
import { figuresOfCrawl } from './crawl-figures.ts'
import { type CrawlGraph, type CrawledUrl, isOnlyListed, placeOf, readListed } from './crawl-graph.ts'
import { crawledUrl, seenOf, sortUrls } from './crawl-rules.ts'
import { type CrawlDeps, isLimited, unreadable } from './crawl-sitemaps.ts'
import { storeStates } from './crawl-states.ts'
import { pagesOfChains } from './crawl-traps.ts'
import { type FailedPage, tryLater } from './temporary-failures.ts'
import { answerOf, noPages, withoutLinks } from './unread-pages.ts'

/** Reports read by one statement. Those of a batch are completed side by side. */
const batchSize = 8
/** Targets of links that are asked side by side. */
const askedAtOnce = 8
/** Limits for asking the targets of a crawl's links: their number, and the time in milliseconds. */
const maxAsked = 5_000
const maxAskingMs = 10 * 60_000
/** Links to places on other pages, of one page. */
const maxFragments = 20
/** Safety limit: pages whose fragments are kept while reports are completed. Pages often link to the same places. */
const maxKeptFragments = 1_000
/** The pages that were read of URLs without end, by `linkTarget`. */
type TargetsInTraps = ReadonlySet<number>
type FragmentsOfPages = Map<number, PageFacts['fragments']>

/** The last step of a crawl, whose pages were all read, or which was cancelled or failed. */
export type CrawlEnding = Omit<CrawlDeps, 'readSitemap'> & {
  claim: Claim
  crawl: CrawlAtEnd
  graph: CrawlGraph
  signal: AbortSignal
}

/** What several reports of a crawl need. */
type KnownPages = {
  answers: Answers
  fragments: FragmentsOfPages
  /** What pages share with others, by the IDs of their reports. */
  among: ReadonlyMap<number, AmongPages>
  inTraps: TargetsInTraps
}

/**
 * Ends a crawl in these parts, each of which is done once, also after an interruption: pages without a report, targets
 * of links, reports, the places of pages, and the crawl itself.
 */
export async function endOfCrawl(ending: CrawlEnding): Promise<void> {
  const { db, owner, claim, crawl, forgetCrawl } = ending
  const open = await findOpenCrawl(db, claim.job_id)
  const error = errorOf(claim, open?.progress.sitemaps?.problem ?? null)
  // Without a single report, there is nothing to complete.
  let lost: FailedPage[] = []
  if (open) {
    lost = await storeUnreadPages(ending, open.website_id)
    if (!open.progress.asked) await askTargets(ending)
    const { sitemaps } = open.progress
    if (sitemaps) await readListed(db, claim.job_id, ending.graph, sitemaps.problem === null)
    const inTraps = await pagesOfTraps(ending)
    const isWholeWebsite = isWhole(crawl) && lost.length === 0
    await completeReports(ending, { websiteId: open.website_id, isWhole: isWholeWebsite, inTraps })
    await storeStructure(ending, inTraps)
    const problem = sitemaps?.problem
    if (!crawl.isCancelled && !hasFailedBefore(claim))
      await storeStates(ending, {
        isUnlimited: isWhole(crawl),
        isWhole: isWhole(crawl) && lost.length === 0 && problem === null,
      })
    await storeListedUnread(db, { website_id: open.website_id, job_id: claim.job_id }, holdStep(ending))
  }
  const ended = { crawl, hasFailed: hasFailedBefore(claim), links: ending.graph.links }
  const figures = open && (await figuresOfCrawl(db, claim.job_id, ended))
  await db.transaction().execute(async (tx) => {
    await endCrawl(tx, { ...endedCrawl(claim, crawl), hasReadAll: isWhole(crawl) && lost.length === 0 })
    const state = crawl.isCancelled ? 'cancelled' : hasFailedBefore(claim) ? 'failed' : 'done'
    if (figures) await storeCrawlEnd(tx, claim.job_id, { state, figures: JSON.stringify(figures), ruleset })
    await endWork(tx, claim, owner, { state: 'done', report_id: null, error })
    if (!crawl.isCancelled) await tryLater(tx, claim.job_id, lost)
  })
  forgetCrawl(claim.job_id)
}

/** Ends a crawl whose last step failed again and again, so that its reports are shown as they are. */
export async function abandonCrawl({ db, owner, claim, signal, forgetCrawl }: Omit<CrawlEnding, 'crawl' | 'graph'>) {
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const reports = await pendingReports(db, claim.job_id, after, batchSize)
    const last = reports.at(-1)
    if (!last) break
    after = last.id
    for (const report of reports) await releaseReport(db, claim.job_id, report)
  }
  await leaveRest(db, claim.job_id, crawlFailed)
  await db.transaction().execute(async (tx) => {
    await storeCrawlEnd(tx, claim.job_id, { state: 'failed', figures: null, ruleset })
    await endWork(tx, claim, owner, { state: 'failed', error: failed })
  })
  forgetCrawl(claim.job_id)
}

const holdStep =
  ({ claim, owner }: Pick<CrawlEnding, 'claim' | 'owner'>) =>
  (tx: Transaction<Schema>) =>
    holdLease(tx, claim, owner, { isProgress: true })

/**
 * Stores the pages without a report, and of those that robots.txt forbids by now, the line that does. Returns those
 * that can lead to other pages, since they failed only for a time.
 */
async function storeUnreadPages({ db, claim, crawl, graph, robotsFilesOf, signal }: CrawlEnding, website_id: number) {
  const { job_id } = claim
  const { start, limits } = crawl
  const rules = { start: new URL(start), limits, robotsFiles: robotsFilesOf(job_id), signal }
  const lost: FailedPage[] = []
  for await (const batch of failedPages(db, job_id)) {
    signal.throwIfAborted()
    for (const { url, error } of batch)
      if (!withoutLinks.has(error?.code ?? '')) lost.push({ url, error: error ?? failed })
    const forbidden = batch.filter(({ error }) => error?.code === 'robots').map(({ url }) => url)
    const { blocked } = await sortUrls(forbidden, rules)
    // Their links work, or are broken, whatever they are. The crawl asks for them like other files.
    const files = batch.flatMap(({ url, error }) => (noPages.has(error?.code ?? '') ? [new URL(url)] : []))
    const seen = seenOf({ pages: [], files, external: [], skipped: [], blocked })
    const known = new Set(seen.map(({ url }) => linkTarget(db, url)))
    const unread = batch.filter(({ url }) => !known.has(linkTarget(db, url)))
    const depths = new Map(
      batch.map(({ url }) => {
        const seenUrl = graph.urls.get(linkTarget(db, url))
        return [url, seenUrl ? depthOf(seenUrl) : null]
      }),
    )
    await db.transaction().execute(async (tx) => {
      if (await lockWebsite(tx, website_id))
        await storePagesWithoutReport(
          tx,
          { website_id, job_id },
          batch
            .filter(({ error }) => !noPages.has(error?.code ?? ''))
            .map(({ url, error }) => ({
              url,
              status: error?.answered ?? null,
              failure: error?.code ?? 'internal_error',
              depth: depths.get(url) ?? null,
            })),
        )
      await recordSeen(tx, job_id, seen)
      await storeUnread(
        tx,
        job_id,
        unread.map(({ url, error }) => ({ url, ...answerOf(error) })),
      )
    })
    await yieldToEventLoop()
  }
  return lost
}

/** Asks the targets of links that are no pages of the crawl, each once. */
async function askTargets(ending: CrawlEnding) {
  const { db, claim, crawl, askLink, signal } = ending
  const { job_id, author_id } = claim
  const start = new URL(crawl.start)
  const end = performance.now() + maxAskingMs
  let asked = 0
  while (!crawl.isCancelled && !hasFailedBefore(claim) && asked < maxAsked && performance.now() < end) {
    const targets = await uncheckedTargets(db, job_id, askedAtOnce)
    if (targets.length === 0) break
    const answers = await Promise.all(
      targets.map(async ({ target, url }) => ({
        target,
        ...(await askLink(job_id, new URL(url), { start, requester: author_id, signal })),
      })),
    )
    await db.transaction().execute(async (tx) => {
      await storeAnswers(tx, job_id, answers)
      await holdStep(ending)(tx)
    })
    asked += targets.length
  }
  await leaveRest(db, job_id, unaskedReason(claim, crawl))
  await db.transaction().execute(async (tx) => {
    const open = await findOpenCrawl(tx, job_id)
    if (open) await storeProgress(tx, job_id, { ...open.progress, asked: true })
    await holdStep(ending)(tx)
  })
}

/** Stores the reason for not asking the other targets of links. */
async function leaveRest(db: Kysely<Schema>, jobId: number, reason: typeof crawlFailed) {
  while (await db.transaction().execute((tx) => leaveUnasked(tx, jobId, reason))) await yieldToEventLoop()
}

/** Completes the reports that wait for the crawl, each in a transaction of its own. */
async function completeReports(
  ending: CrawlEnding,
  website: { websiteId: number; isWhole: boolean; inTraps: TargetsInTraps },
) {
  const { db, claim, signal } = ending
  const among = await comparePages(db, { crawlId: claim.job_id, ...website }, signal)
  const known: KnownPages = { answers: new Answers(), fragments: new Map(), among, inTraps: website.inTraps }
  // The reports in work when processes were killed come first again.
  let isSkipping = claim.kills > 1
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const reports = await pendingReports(db, claim.job_id, after, batchSize)
    const last = reports.at(-1)
    if (!last) return
    after = last.id
    if (isSkipping) for (const report of reports) await releaseReport(db, claim.job_id, report)
    else await Promise.all(reports.map((report) => completeOne(ending, report, known)))
    isSkipping = false
  }
}

async function completeOne(ending: CrawlEnding, report: PendingReport, known: KnownPages) {
  const { db, crawl, graph, completePage, onError } = ending
  const { id, website_id, url, facts } = report
  const { job_id } = ending.claim
  const own = linkTarget(db, url)
  const links = (await outlinksOfPages(db, job_id, [own])).flatMap((packed) => [...readOutlinks(packed)])
  const targets = links.length > 0 ? links.map(({ target }) => target) : targetsOfReport(ending, facts)
  const answers = await known.answers.of(targets, (missing) => answersOf(db, job_id, missing))
  const isOfTrap = known.inTraps.has(own)
  const seen = graph.urls.get(own)
  const depth = isOfTrap ? Infinity : (seen?.depth ?? Infinity)
  const ofCrawl = {
    ignoredParameters: crawl.limits.ignore_parameters,
    clicks: depth < Infinity ? depth : null,
    answers,
    missingFragments: await missingFragments(ending, report, links, known.fragments),
    amongPages: known.among.get(id),
    isOfTrap,
    isOnlyListed: seen !== undefined && placeOf(seen, followedAllLinks(crawl)) === 'sitemap_only',
  }
  try {
    const completed = await completePage({ facts: ownBytes(facts), ofCrawl })
    await completeReport(db, job_id, { id, website_id, url, ...completed }, holdStep(ending))
  } catch (error) {
    if (error instanceof LeaseLost || databaseFailure(error)) throw error
    onError(error, `the links of report ${id} couldn’t be checked`)
    await releaseReport(db, job_id, report)
  }
}

/**
 * Returns the targets of the links in a report whose URL has none of its own: that of a redirect has those of the page
 * at its end, and that of an error page those of the error page.
 */
const targetsOfReport = ({ db, crawl }: CrawlEnding, facts: Buffer): number[] =>
  targetsOfLinks(readFacts(facts)).flatMap(({ url }) => {
    const target = crawledUrl(url, { start: new URL(crawl.start), limits: crawl.limits })
    return target ? [linkTarget(db, target.href)] : []
  })

/** Returns the links of a page to places that their pages lack. */
async function missingFragments(
  { db, claim }: CrawlEnding,
  { url, facts }: PendingReport,
  links: readonly Outlink[],
  known: FragmentsOfPages,
) {
  if (!links.some(({ hasFragment }) => hasFragment)) return []
  const missing: { url: string }[] = []
  for (const link of linksToOtherPlaces(readFacts(facts).links, url).slice(0, maxFragments)) {
    const target = targetOf(db, link.url)
    let fragments = known.get(target)
    if (!known.has(target)) {
      const page = await factsInCrawl(db, claim.job_id, target)
      fragments = page && readFacts(page).fragments
      if (known.size >= maxKeptFragments) known.clear()
      known.set(target, fragments)
      await yieldToEventLoop()
    }
    if (lacksPlace(fragments, link.url)) missing.push({ url: link.url })
  }
  return missing
}

/** A page that a sitemap lists is meant to be found. */
async function pagesOfTraps({ db, claim, graph }: CrawlEnding): Promise<TargetsInTraps> {
  const inChains = await pagesOfChains(db, claim.job_id)
  return new Set([...inChains].filter((target) => !graph.urls.get(target)?.isListed))
}

/** Stores the places of all URLs in the crawl, and those of its pages in their website. */
async function storeStructure(ending: CrawlEnding, inTraps: TargetsInTraps) {
  const { db, claim, crawl, graph, signal } = ending
  const { job_id } = claim
  // Places within the patterns of the crawl. A page keeps the place that a crawl of the whole website gave it.
  const hasAllLinks = followedAllLinks(crawl)
  const knowsAll = isWhole(crawl)
  const breaks = createBreaks()
  const places: PlaceOfUrl[] = []
  const ofPages: Parameters<typeof storePlaces>[2][number][] = []
  for (const [target, url] of graph.urls) {
    const { inlinks, isListed, line, report_id, isByScript } = url
    const place = placeOf(url, hasAllLinks)
    // Nobody clicks through a chain without end.
    const depth = inTraps.has(target) ? null : depthOf(url)
    const in_sitemap = isListed === null ? null : isListed ? 1 : 0
    places.push({ target, depth, inlinks, orphan: place, in_sitemap, by_script: isByScript ? 1 : null })
    const ofPage = placeOf(url, knowsAll)
    if (line !== null && report_id !== null && (ofPage !== null || knowsAll))
      ofPages.push({ line, depth, orphan: isOnlyListed(url) ? 1 : 0, place: ofPage })
    if (breaks.isDue()) await breaks.take()
  }
  signal.throwIfAborted()
  await storePlacesOfUrls(db, job_id, places, holdStep(ending))
  await storePlaces(db, { job_id, domain: domainOf(new URL(crawl.start)) }, ofPages)
}

/** Returns true if the last step failed, or processes were killed during it, so that only what is known is stored. */
export const hasFailedBefore = ({ failures, kills }: Claim) => failures > 0 || kills > 1

const depthOf = ({ depth }: CrawledUrl) => (depth < Infinity ? depth : null)

/** Returns true if the crawl has read the links of all pages of the website that could be read. */
const isWhole = (crawl: CrawlAtEnd) => followedAllLinks(crawl) && hasNoPatterns(crawl.limits)

const followedAllLinks = (crawl: CrawlAtEnd) => !crawl.isCancelled && !isLimited(crawl) && !crawl.hasFullFolder

function endedCrawl({ job_id }: Claim, crawl: CrawlAtEnd) {
  const { max_depth } = crawl.limits
  const knowsDeep = !crawl.isCancelled && (max_depth === null || max_depth > deepClicks)
  return { job_id, domain: domainOf(new URL(crawl.start)), knowsDeep, isWhole: isWhole(crawl) }
}

const failed = unreadable('The end of the crawl failed, so some of its results are missing.')

function errorOf(claim: Claim, problem: string | null) {
  if (hasFailedBefore(claim)) return failed
  return problem === null ? null : unreadable(`Some of the website’s sitemaps couldn’t be read in full: ${problem}.`)
}

/** One code for both, as the reason tells them apart. */
const crawlFailed = { failure: 'crawl_cancelled', reason: 'the crawl failed' }

function unaskedReason(claim: Claim, { isCancelled }: CrawlAtEnd) {
  if (isCancelled) return { failure: 'crawl_cancelled', reason: 'the crawl was cancelled' }
  return hasFailedBefore(claim)
    ? crawlFailed
    : { failure: 'crawl_limit', reason: 'the crawl checks a limited number of links' }
}
