import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../schema.ts'
import { addJobUrls, type Claim } from './claims.ts'
import type { CrawlLimits } from './jobs.ts'

export type CrawlOfJob = { start: string; limits: CrawlLimits; total: number }

/** Returns where a crawl starts, its limits, and its number of pages so far. */
export async function crawlOf(db: Kysely<Schema>, jobId: number): Promise<CrawlOfJob> {
  const job = await db
    .selectFrom('jobs')
    .select(['url', 'options', 'queued', 'running', 'done', 'failed', 'cancelled'])
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow()
  const { queued, running, done, failed, cancelled } = job
  const limits = JSON.parse(job.options ?? '{}') as CrawlLimits
  return { start: job.url ?? '', limits, total: queued + running + done + failed + cancelled }
}

export type FoundPage = { url: string; host: string; depth: number | null; orphan: 0 | 1 }

/** URLs compared in one statement. */
const batchSize = 500

/**
 * Adds pages that a crawl has found, up to its limit. Locks the job, so that its pages are numbered without gaps and its
 * limit holds whatever processes work on it. Call it after `endWork`.
 */
export async function addFoundPages(
  tx: Transaction<Schema>,
  claim: Claim,
  found: readonly FoundPage[],
  maxPages: number,
): Promise<void> {
  if (found.length === 0) return
  await tx
    .updateTable('jobs')
    .set(({ ref }) => ({ label: ref('label') }))
    .where('id', '=', claim.jobId)
    .execute()
  const { last } = await tx
    .selectFrom('job_urls')
    .select(sql<number>`coalesce(max(line), 0)`.as('last'))
    .where('job_id', '=', claim.jobId)
    .executeTakeFirstOrThrow()
  const known = new Set<string>()
  for (let from = 0; from < found.length; from += batchSize) {
    const urls = found.slice(from, from + batchSize).map(({ url }) => url)
    const rows = await tx
      .selectFrom('job_urls')
      .select('url')
      .where('job_id', '=', claim.jobId)
      .where('url', 'in', urls)
      .execute()
    for (const { url } of rows) known.add(url)
  }
  const added = found.filter(({ url }) => !known.has(url)).slice(0, Math.max(0, maxPages - last))
  await addJobUrls(
    tx,
    claim,
    added.map((page, at) => ({ ...page, line: last + at + 1 })),
  )
}
