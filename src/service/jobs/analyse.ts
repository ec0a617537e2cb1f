import type { Kysely } from 'kysely'
import { createRobotsReader } from '#analyser/facts/robots-txt.ts'
import type { PageFacts } from '#analyser/page-facts.ts'
import type { PlanOptions } from '#analyser/probes/plan.ts'
import type { OnStage } from '#contract/reports/analysis.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import { domainOf } from '#contract/websites/website.ts'
import type { CrawlShare } from '#service/fetcher/crawl-requests.ts'
import type { SessionOptions } from '#service/fetcher/fetch-session.ts'
import { type PageFetcher, createPageFetcher } from '#service/fetcher/page-fetcher.ts'
import type { StoredEvaluation } from '#service/store/reports/report-payloads.ts'
import { createReport, type ReportRecord, type WithReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import type { AnalyserPool } from './analyser-pool.ts'

export type FinishedReport = { record: ReportRecord; evaluation: StoredEvaluation; facts: PageFacts }

/** Called with all facts of a page. Returns a step for the transaction of its report. */
export type BeforeStoring = (facts: PageFacts) => Promise<WithReport>

export type AnalyseDeps = {
  db: Kysely<Schema>
  pool: AnalyserPool
  onStage?: OnStage
  /** For a page of a crawl, its ID and what its pages share. */
  crawl?: { id: number; share: CrawlShare }
} & Pick<SessionOptions, 'allowHosts' | 'hostPaces' | 'requester'>

/**
 * Creates the report of a page: fetches the page, sends its probe requests, evaluates it, and stores the report in one
 * transaction, to which `beforeStoring` can add. Nothing is stored when it throws.
 * @throws PageRefused when the page cannot be analysed; the signal's reason when it is aborted before storing
 */
export async function analyse(
  url: URL,
  { db, pool, onStage = () => {}, crawl, ...sessionOptions }: AnalyseDeps,
  signal?: AbortSignal,
  beforeStoring?: BeforeStoring,
): Promise<FinishedReport> {
  const fetcher = createPageFetcher({
    ...sessionOptions,
    readRobots: createRobotsReader(),
    ...(signal && { signal }),
    ...(crawl && { crawl: crawl.share }),
  })
  const { fetched, reading, probes } = await fetchWith(
    fetcher,
    url,
    { pool, onStage, isOfCrawl: crawl !== undefined },
    sessionOptions.requester,
  ).finally(fetcher.close)
  const { facts: pageFacts, title, fingerprints, pairs } = reading
  const domain = domainOf(url)
  onStage({ name: 'checks', done: null, total: null })
  const { facts, evaluation, state, score, ruleset } = await pool.evaluatePage(
    { facts: pageFacts, probes, pairs },
    sessionOptions.requester,
  )
  signal?.throwIfAborted()
  const report = {
    url: fetched.askedUrl,
    page_url: fetched.finalUrl,
    domain,
    title,
    score,
    result: ratingOf(score),
    engine: 'http' as const,
    ruleset,
    fingerprints,
    state,
    evaluation,
    facts,
    pending_crawl_id: crawl?.id ?? null,
    created_at: new Date().toISOString(),
  }
  const record = await createReport(db, report, await beforeStoring?.(pageFacts))
  return { record, evaluation, facts }
}

async function fetchWith(
  fetcher: PageFetcher,
  url: URL,
  { pool, onStage, isOfCrawl }: Required<Pick<AnalyseDeps, 'pool' | 'onStage'>> & Required<PlanOptions>,
  requester?: string,
) {
  onStage({ name: 'fetching', done: null, total: null })
  const fetched = await fetcher.page(url)
  const reading = await pool.readPage({ ...fetched, isOfCrawl }, requester)
  const onProgress = (done: number, total: number) => onStage({ name: 'links', done, total })
  onProgress(0, reading.probeRequests.length)
  return { fetched, reading, probes: await fetcher.probe(fetched, reading.probeRequests, onProgress) }
}
