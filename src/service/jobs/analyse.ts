import type { Kysely } from 'kysely'
import type { SiteFacts, StoredFacts } from '#analyser/page-facts.ts'
import { similarity } from '#analyser/facts/fingerprint.ts'
import { createRobotsReader } from '#analyser/facts/own-crawler.ts'
import { ratingOf } from '#contract/rating.ts'
import { createCrawler } from '#service/fetcher/crawl.ts'
import { domainOf } from '#service/fetcher/page-url.ts'
import { createReport, findWholeReport, type ReportRecord } from '#service/store/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { findDuplicates, noDuplicates } from '#service/store/duplicates.ts'
import type { PageIdentity } from '#service/store/pages.ts'
import type { StoredResults } from '#service/store/report-payloads.ts'
import { websiteIdOf } from '#service/store/websites.ts'
import type { AnalyserPool } from './analyser-pool.ts'

export type FinishedReport = { record: ReportRecord; verdict: StoredResults; facts: StoredFacts }

export type AnalyseDeps = {
  db: Kysely<Schema>
  allowHosts: ReadonlySet<string>
  pool: AnalyserPool
}

/**
 * Creates the report of a page: crawls the page and its linked resources, compares it with the website's other pages,
 * judges it, and stores the report in one transaction. Nothing is stored when it throws.
 * @throws PageRefused when the page cannot be analysed; the signal's reason when it is aborted before storing
 */
export async function analyse(
  url: URL,
  { db, allowHosts, pool }: AnalyseDeps,
  signal?: AbortSignal,
): Promise<FinishedReport> {
  const crawler = createCrawler({ allowHosts, readRobots: createRobotsReader(), ...(signal && { signal }) })
  const crawl = await crawler.page(url)
  const { facts: pageFacts, probeRequests, title, fingerprints } = await pool.readPage(crawl)
  const probes = await crawler.probe(crawl, probeRequests)
  const domain = domainOf(url)
  const site = await siteOf(db, domain, { url: crawl.askedUrl, pageUrl: crawl.finalUrl, fingerprints })
  const { facts, verdict, score, ruleset } = await pool.judge({ facts: pageFacts, probes, site })
  signal?.throwIfAborted()
  const record = await createReport(db, {
    url: crawl.askedUrl,
    pageUrl: crawl.finalUrl,
    domain,
    title,
    score,
    result: ratingOf(score),
    engine: 'http',
    ruleset,
    fingerprints,
    verdict,
    facts,
    createdAt: new Date().toISOString(),
  })
  return { record, verdict, facts }
}

/** Reads a report again after it was rescored. Returns the given one if it has been deleted. */
export async function reload(db: Kysely<Schema>, report: FinishedReport): Promise<FinishedReport> {
  const stored = await findWholeReport(db, report.record.id, { kind: 'all' })
  return stored ? { record: stored.record, ...stored.payload } : report
}

async function siteOf(db: Kysely<Schema>, domain: string, page: PageIdentity): Promise<SiteFacts> {
  const websiteId = await websiteIdOf(db, domain)
  return websiteId === undefined ? noDuplicates : findDuplicates(db, websiteId, page, similarity)
}
