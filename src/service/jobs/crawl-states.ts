import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { RobotsAccess } from '#analyser/facts/robots-rules.ts'
import { createRobotsReader, type RobotsReader } from '#analyser/facts/robots-txt.ts'
import type { LaterFacts } from '#analyser/page-facts.ts'
import { counted } from '#contract/format/numbers.ts'
import { isSameUrl } from '#contract/url-key.ts'
import { createBreaks, runWithBreaks } from '#service/fetcher/timing.ts'
import { actorOfAuthor, insertAuditEvent } from '#service/store/access/audit.ts'
import { findOpenCrawl } from '#service/store/crawls/recording.ts'
import { batchesOf } from '#service/store/engine.ts'
import { databaseFailure } from '#service/store/failures.ts'
import { type Claim, holdLease, LeaseLost } from '#service/store/jobs/claims.ts'
import type { CrawlOfJob } from '#service/store/jobs/frontier.ts'
import { authorOfJob } from '#service/store/jobs/jobs.ts'
import {
  forbiddenUrls,
  foundBefore,
  type PageInCrawl,
  pagesInCrawl,
  setGone,
  storeLater,
  storeUnreadPages,
} from '#service/store/pages/page-states.ts'
import { ownBytes, packedParts } from '#service/store/reports/report-payloads.ts'
import type { Schema } from '#service/store/schema.ts'
import { lockWebsite } from '#service/store/websites/website-counters.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import { crawledUrl } from './crawl-rules.ts'
import type { CrawlDeps } from './crawl-sitemaps.ts'

type EndedCrawl = Omit<CrawlDeps, 'readSitemap'> & { claim: Claim; crawl: CrawlOfJob; signal: AbortSignal }

/** Pages that the crawl no longer found are asked side by side, up to a number and a time in milliseconds. */
const askedAtOnce = 8
const maxAsked = 500
const maxAskingMs = 2 * 60_000

/** Pages that are set apart by one transaction. */
const goneAtOnce = 100

/**
 * Brings the states of the pages that a website has, and that the crawl did not read, up to date with what it found:
 * robots.txt disallows Googlebot or allows it again, or the URL returned an error.
 * @param options.isUnlimited asks for the pages that are no longer found, without reading them. Those that are errors
 *   or redirects now get that state
 * @param options.isWhole sets the others of these apart: the crawl followed all links, and read all pages and sitemaps
 */
export async function storeStates(
  ending: EndedCrawl,
  { isUnlimited, isWhole }: { isUnlimited: boolean; isWhole: boolean },
): Promise<void> {
  const { db, claim, crawl, owner, signal } = ending
  const open = await findOpenCrawl(db, claim.job_id)
  if (!open) return
  const { website_id, started_at } = open
  const ofCrawl = { website_id, job_id: claim.job_id }
  const missing: PageInCrawl[] = []
  const counts = { blocked: 0, lost: 0, asReported: 0, gone: 0 }
  let found = 0
  const accessTo = googleAccess(ending)
  for await (const pages of pagesInCrawl(db, website_id, claim.job_id)) {
    signal.throwIfAborted()
    for (const page of pages) {
      // An earlier try of this step can have stored some.
      if (page.later_facts !== null && page.later_at !== null && page.later_at >= started_at)
        counts[readLater(page.later_facts).status === undefined ? 'blocked' : 'lost'] += 1
      if (page.read_report_id !== null) found += page.status === 200 ? 1 : 0
      else if (page.seen === null && page.is_kept === null && isOfCrawl(page.url, crawl)) missing.push(page)
      if (page.read_report_id === null && page.report_id > 0) await storeState(page, await laterFactsOf(page, accessTo))
    }
    await yieldToEventLoop()
  }
  await storeForbidden()
  const changed = isUnlimited && found > 0 ? await askMissing() : new Set<number>()
  // A website that shows nothing but its start page, or no page at all, tells nothing about the others.
  if (isWhole && found >= 2) await setMissingApart()
  await record(ending, website_id, counts)

  async function setMissingApart() {
    for (const batch of batchesOf(missing, goneAtOnce)) {
      const known = await foundBefore(db, { ...ofCrawl, targets: batch.map(({ target }) => target) })
      const gone = batch.filter(({ id, target }) => known.has(target) && !changed.has(id)).map(({ id }) => id)
      await db.transaction().execute(async (tx) => {
        if (await lockWebsite(tx, website_id)) counts.gone += await setGone(tx, website_id, gone)
        await holdStep(tx)
      })
      await yieldToEventLoop()
    }
  }

  /** The URLs that robots.txt closed before they were read. */
  async function storeForbidden() {
    const forbidden: string[] = []
    for (const url of await forbiddenUrls(db, website_id, claim.job_id))
      if ((await accessTo(url))?.allowed === false) forbidden.push(url)
    await db.transaction().execute(async (tx) => {
      const pages = forbidden.map((url) => ({ url, status: null, failure: 'robots', depth: null }))
      if (await lockWebsite(tx, website_id)) await storeUnreadPages(tx, ofCrawl, pages)
      await holdStep(tx)
    })
  }

  /** Returns the IDs of the pages whose state is another one now. They are shown so once before they are set apart. */
  async function askMissing() {
    const end = performance.now() + maxAskingMs
    // An earlier try of this step can have asked for some.
    const others = new Set(missing.filter(isErrorSince(started_at)).map(({ id }) => id))
    const asked = missing.filter(({ id, report_id }) => report_id > 0 && !others.has(id)).slice(0, maxAsked)
    for (const batch of batchesOf(asked, askedAtOnce)) {
      if (performance.now() > end) break
      const ask = { start: new URL(crawl.start), requester: claim.author_id, signal }
      const answers = await Promise.all(
        batch.map(async (page) => {
          const { redirects, status } = await ending.askLink(claim.job_id, new URL(page.url), ask)
          return { page, status: redirects[0]?.status ?? status }
        }),
      )
      for (const { page, status } of answers)
        if (status !== null && (await storeState(page, status < 200 || status >= 300 ? { status } : null)))
          others.add(page.id)
      // Another process can have the crawl by now. Its batches are then its own.
      await db.transaction().execute(holdStep)
    }
    return others
  }

  /** Returns true if the state is another one now. */
  async function storeState(page: PageInCrawl, later: LaterFacts | null | undefined): Promise<boolean> {
    if (later === undefined || JSON.stringify(later) === (page.later_facts ?? 'null')) return false
    // The report says the same.
    if (later?.status !== undefined && page.later_at === null && later.status === page.own_status) return false
    const report = { website_id, report_id: page.report_id }
    const facts = later && (await packedParts(db, [page.report_id], 'facts')).get(page.report_id)
    if (later === null) {
      await storeLater(db, report, null, holdStep)
      // It can be asked for after that, and has no other state by then.
      page.later_facts = null
      counts.asReported += 1
      return true
    }
    if (!facts) return false
    try {
      const { score, state } = await ending.restatePage({ facts: ownBytes(facts), later })
      await storeLater(db, report, { facts: later, score, state }, holdStep)
      counts[later.robots ? 'blocked' : 'lost'] += 1
      return true
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost || databaseFailure(error)) throw error
      ending.onError(error, `the state of ${page.url} couldn’t be stored`)
      return false
    }
  }

  function holdStep(tx: Transaction<Schema>) {
    return holdLease(tx, claim, owner, { isProgress: true })
  }
}

/** Returns false for a page that the crawl reads under another URL, without the parameters that it ignores. */
function isOfCrawl(url: string, { start, limits }: CrawlOfJob): boolean {
  const read = crawledUrl(url, { start: new URL(start), limits })
  return read !== null && isSameUrl(read.href, url)
}

type Counts = { blocked: number; lost: number; asReported: number; gone: number }

/** Records what a crawl changed, as one entry in the name of who started it. */
async function record({ db, claim }: EndedCrawl, websiteId: number, counts: Counts) {
  const { blocked, lost, asReported, gone } = counts
  if (blocked + lost + asReported + gone === 0) return
  const author = await authorOfJob(db, claim.job_id)
  const website = await findWebsite(db, websiteId)
  const detail = [
    ...(blocked > 0 ? [`${counted(blocked, 'page')} blocked by robots.txt`] : []),
    ...(lost > 0 ? [`${counted(lost, 'page')} with an error or a redirect`] : []),
    ...(asReported > 0 ? [`${counted(asReported, 'page')} as last analysed`] : []),
    ...(gone > 0 ? [`${counted(gone, 'page')} gone`] : []),
  ].join(', ')
  await insertAuditEvent(db, actorOfAuthor(author), {
    action: 'pages_changed',
    ...(website && { object: { kind: 'website', id: websiteId, name: website.domain } }),
    detail,
  })
}

/** Returns a function that is true for a page whose state is an error that was found since a time. */
const isErrorSince =
  (time: string) =>
  ({ later_at, later_facts }: PageInCrawl): boolean =>
    later_at !== null && later_at >= time && later_facts !== null && readLater(later_facts).status !== undefined

const readLater = (facts: string) => JSON.parse(facts) as LaterFacts

/**
 * Returns what a crawl found of a page that it did not read; null if its report is right again, undefined if nothing is
 * known.
 */
async function laterFactsOf(
  { url, status, failure, indexability, indexing_code, later_facts }: PageInCrawl,
  accessTo: GoogleAccess,
): Promise<LaterFacts | null | undefined> {
  if (failure !== null && status !== null && (status < 200 || status >= 300)) return { status }
  const before = later_facts === null ? null : readLater(later_facts)
  // The URL itself has a redirect, whatever robots.txt says.
  if (indexability === 'redirect') return undefined
  const access = await accessTo(url)
  if (!access || access.allowed === null) return undefined
  const isKnown = indexing_code === 'robots'
  if (access.allowed || isKnown || !access.rule) return before?.robots ? null : undefined
  return { robots: access.rule }
}

type GoogleAccess = (url: string) => Promise<RobotsAccess | null>

/** Returns a function that reads Googlebot's access to URLs from robots.txt; null if that can't be read now. */
function googleAccess({ claim, robotsFilesOf, signal }: EndedCrawl): GoogleAccess {
  const files = robotsFilesOf(claim.job_id)
  const breaks = createBreaks()
  const read = createRobotsReader()
  const readers = new Map<string, Promise<RobotsReader>>()
  const readerOf = async (url: URL) => runWithBreaks(read(await files(url, signal)), breaks)
  return async (text) => {
    const url = new URL(text)
    const reader = readers.get(url.origin) ?? readerOf(url)
    readers.set(url.origin, reader)
    return runWithBreaks((await reader).googleAccess(text, 'googlebot'), breaks)
  }
}
