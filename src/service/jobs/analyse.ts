import type { Kysely } from 'kysely'
import type { StoredFacts } from '#analyser/page-facts.ts'
import type { Analysis } from '#analyser/run.ts'
import type { Gathered } from '#analyser/gathered.ts'
import { ratingOf } from '#contract/rating.ts'
import { gather } from '#service/fetcher/gather.ts'
import { domainOf } from '#service/fetcher/page-url.ts'
import { createReport, type ReportRecord } from '#service/store/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import type { StoredVerdict } from '#service/store/verdict.ts'
import type { AnalyserPool } from './analyser-pool.ts'

export type FinishedReport = { record: ReportRecord; verdict: StoredVerdict; facts: StoredFacts }

export type AnalyseDeps = {
  db: Kysely<Schema>
  allowHosts: ReadonlySet<string>
  pool: AnalyserPool
}

/**
 * Makes a report of a page: fetched, analysed, stored in one transaction. Throws PageRefused when the page cannot have
 * one; then, and when `signal` says so before the last step, nothing is stored.
 */
export async function analyse(url: URL, { db, allowHosts, pool }: AnalyseDeps, signal?: AbortSignal): Promise<FinishedReport> {
  const gathered = await gather(url, { allowHosts, ...(signal && { signal }) })
  const analysis = await pool.analyse(gathered)
  signal?.throwIfAborted()
  const verdict = verdictOf(analysis, gathered)
  const { title, score, ruleset, fingerprints, facts } = analysis
  const record = await createReport(db, {
    url: gathered.askedUrl,
    domain: domainOf(url),
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

function verdictOf({ results, scoreBeforeCap, cappedBy, categories, googleScore }: Analysis, { timings }: Gathered): StoredVerdict {
  return { results, scoreBeforeCap, cappedBy, categories, googleScore, timings: { ...timings } }
}
