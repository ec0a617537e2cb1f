import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { RobotsAccess } from '#analyser/facts/robots-rules.ts'
import { createRobotsReader, type RobotsReader } from '#analyser/facts/robots-txt.ts'
import type { LaterFacts } from '#analyser/page-facts.ts'
import { createBreaks, runWithBreaks } from '#service/fetcher/timing.ts'
import { findOpenCrawl } from '#service/store/crawls/recording.ts'
import { batchesOf } from '#service/store/engine.ts'
import { type Claim, holdLease } from '#service/store/jobs/claims.ts'
import { foundBefore, type PageInCrawl, pagesInCrawl, setGone, storeLater } from '#service/store/pages/page-states.ts'
import { ownBytes, packedParts } from '#service/store/reports/report-payloads.ts'
import type { Schema } from '#service/store/schema.ts'
import { lockWebsite } from '#service/store/websites/website-counters.ts'
import type { CrawlDeps } from './crawl-sitemaps.ts'

type EndedCrawl = Omit<CrawlDeps, 'readSitemap'> & { claim: Claim; signal: AbortSignal }

/** Pages that are set apart by one transaction. */
const goneAtOnce = 100

/**
 * Brings the states of the pages that a website has, and that the crawl did not read, up to date with what it found:
 * robots.txt disallows Googlebot or allows it again, or the URL returned an error. Sets pages apart that are no longer
 * found, if `isWhole`: then the crawl followed all links, and read all pages and sitemaps.
 */
export async function storeStates(ending: EndedCrawl, isWhole: boolean): Promise<void> {
  const { db, claim, owner, signal } = ending
  const open = await findOpenCrawl(db, claim.job_id)
  if (!open) return
  const website_id = open.website_id
  const ofCrawl = { website_id, job_id: claim.job_id }
  const missing: PageInCrawl[] = []
  let found = 0
  for await (const pages of pagesInCrawl(db, website_id, claim.job_id)) {
    signal.throwIfAborted()
    const accessTo = googleAccess(ending)
    for (const page of pages) {
      if (page.read_report_id !== null) found += page.status === 200 ? 1 : 0
      else if (page.seen === null && page.is_kept === null) missing.push(page)
      if (page.read_report_id === null && page.report_id > 0) await storeState(page, accessTo)
    }
    await yieldToEventLoop()
  }
  // A website that shows nothing but its start page, or no page at all, tells nothing about the others.
  if (!isWhole || found < 2) return
  for (const batch of batchesOf(missing, goneAtOnce)) {
    const known = await foundBefore(db, { ...ofCrawl, targets: batch.map(({ target }) => target) })
    const gone = batch.filter(({ target }) => known.has(target)).map(({ id }) => id)
    await db.transaction().execute(async (tx) => {
      if (await lockWebsite(tx, website_id)) await setGone(tx, website_id, gone)
      await holdStep(tx)
    })
    await yieldToEventLoop()
  }

  async function storeState(page: PageInCrawl, accessTo: GoogleAccess) {
    const later = await laterFactsOf(page, accessTo)
    if (later === undefined || JSON.stringify(later) === (page.later_facts ?? 'null')) return
    const report = { website_id, report_id: page.report_id }
    if (later === null) return storeLater(db, report, null, holdStep)
    const facts = (await packedParts(db, [page.report_id], 'facts')).get(page.report_id)
    if (!facts) return
    try {
      const { score, state } = await ending.restatePage({ facts: ownBytes(facts), later })
      await storeLater(db, report, { facts: later, score, state }, holdStep)
    } catch (error) {
      signal.throwIfAborted()
      ending.onError(error, `the state of ${page.url} couldn’t be stored`)
    }
  }

  function holdStep(tx: Transaction<Schema>) {
    return holdLease(tx, claim, owner, { isProgress: true })
  }
}

/**
 * Returns what a crawl found of a page that it did not read; null if its report is right again, undefined if nothing is
 * known.
 */
async function laterFactsOf(
  { url, status, failure, indexability, indexing_code, later_facts }: PageInCrawl,
  accessTo: GoogleAccess,
): Promise<LaterFacts | null | undefined> {
  if (failure !== null && status !== null && (status < 200 || status >= 300)) return { status }
  const before = later_facts === null ? null : (JSON.parse(later_facts) as LaterFacts)
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
