import type { Kysely } from 'kysely'
import type { SiteFacts, StoredFacts } from '#analyser/page-facts.ts'
import { similarity } from '#analyser/facts/body-shape.ts'
import { mayAsk } from '#analyser/may-ask.ts'
import { ratingOf } from '#contract/rating.ts'
import { startGathering } from '#service/fetcher/gathering.ts'
import { domainOf } from '#service/fetcher/page-url.ts'
import { createReport, findWholeReport, type ReportRecord } from '#service/store/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { findTwins, noTwins, type PageIdentity } from '#service/store/twins.ts'
import type { StoredVerdict } from '#service/store/verdict.ts'
import { websiteIdOf } from '#service/store/websites.ts'
import type { AnalyserPool } from './analyser-pool.ts'
import { verdictOf } from './verdict-of.ts'

export type FinishedReport = { record: ReportRecord; verdict: StoredVerdict; facts: StoredFacts }

export type AnalyseDeps = {
  db: Kysely<Schema>
  allowHosts: ReadonlySet<string>
  pool: AnalyserPool
}

/**
 * Makes a report of a page: fetched and read, its surroundings asked, judged beside the website's other pages, and stored
 * in one transaction. Throws PageRefused when the page cannot have one; then, and when `signal` says so before the last
 * step, nothing is stored.
 */
export async function analyse(
  url: URL,
  { db, allowHosts, pool }: AnalyseDeps,
  signal?: AbortSignal,
): Promise<FinishedReport> {
  const gathering = startGathering({ allowHosts, mayAsk, ...(signal && { signal }) })
  const gathered = await gathering.page(url)
  const { facts: read, wishes, title, fingerprints } = await pool.readPage(gathered)
  const probes = await gathering.probe(gathered, wishes)
  const domain = domainOf(url)
  const site = await siteOf(db, domain, { url: gathered.askedUrl, pageUrl: gathered.finalUrl, fingerprints })
  const { facts, judgement } = await pool.judge({ facts: read, probes, site })
  signal?.throwIfAborted()
  const verdict = verdictOf(judgement, { ...gathered.timings })
  const { score, ruleset } = judgement
  const record = await createReport(db, {
    url: gathered.askedUrl,
    pageUrl: gathered.finalUrl,
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

/** A report that was judged again since; as it was when it is gone already. */
export async function asStored(db: Kysely<Schema>, report: FinishedReport): Promise<FinishedReport> {
  const stored = await findWholeReport(db, report.record.id, { kind: 'all' })
  return stored ? { record: stored.record, ...stored.payload } : report
}

async function siteOf(db: Kysely<Schema>, domain: string, page: PageIdentity): Promise<SiteFacts> {
  const websiteId = await websiteIdOf(db, domain)
  return websiteId === undefined ? noTwins : findTwins(db, websiteId, page, similarity)
}
