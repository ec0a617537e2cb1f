import type { Kysely } from 'kysely'
import type { StoredFacts } from '#analyser/page-facts.ts'
import { createRobotsReader } from '#analyser/facts/own-crawler.ts'
import { ratingOf } from '#contract/rating.ts'
import { createCrawler } from '#service/fetcher/crawl.ts'
import { domainOf } from '#service/fetcher/page-url.ts'
import { createReport, type ReportRecord } from '#service/store/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import type { StoredEvaluation } from '#service/store/report-payloads.ts'
import type { AnalyserPool } from './analyser-pool.ts'

export type FinishedReport = { record: ReportRecord; evaluation: StoredEvaluation; facts: StoredFacts }

export type AnalyseDeps = {
  db: Kysely<Schema>
  allowHosts: ReadonlySet<string>
  pool: AnalyserPool
}

/**
 * Creates the report of a page: crawls the page and its linked resources, judges it, and stores the report in one
 * transaction. Nothing is stored when it throws.
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
  const { facts, evaluation, score, ruleset } = await pool.evaluatePage({ facts: pageFacts, probes })
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
    evaluation,
    facts,
    createdAt: new Date().toISOString(),
  })
  return { record, evaluation, facts }
}
