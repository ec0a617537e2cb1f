import type { Transaction } from 'kysely'
import type { JobError } from '#contract/jobs/job.ts'
import { unavailable } from '#service/fetcher/failures.ts'
import { tryOnceLater } from '#service/store/jobs/later-tries.ts'
import type { Schema } from '#service/store/schema.ts'

/** Failures that can be over a little later. A page is too heavy if it takes too long, for example under load. */
const temporaryCodes: ReadonlySet<JobError['code']> = new Set([
  'timeout',
  'time_up',
  'connection_closed',
  'unreachable',
  'too_heavy',
  'robots_unavailable',
])

/** Returns true for the failure of a page that may work a little later. */
export function isTemporary({ code, blocked_by }: JobError): boolean {
  const isBusy = blocked_by?.status === 429 || blocked_by?.status === unavailable
  return temporaryCodes.has(code) || (code === 'refused' && isBusy)
}

/** A page of a crawl without a report. */
export type FailedPage = { url: string; error: JobError }

/** The wait before failed pages of an ended crawl are tried again, unless their server names a longer one. */
const [waitMs, maxWaitMs] = [60_000, 10 * 60_000]
/** Safety limit: failed pages of one crawl that are tried again. */
const maxPages = 100

/**
 * Adds a job that tries the pages of a crawl once more that failed for a time, so that the crawl need not wait for
 * them. Call it in the transaction that ends the crawl, after its job has ended.
 */
export async function tryLater(tx: Transaction<Schema>, jobId: number, failed: readonly FailedPage[]): Promise<void> {
  const pages = failed.filter(({ error }) => isTemporary(error)).slice(0, maxPages)
  if (pages.length === 0) return
  const named = Math.max(...pages.map(({ error }) => Number(error.blocked_by?.retry_after ?? 0) * 1_000 || 0))
  const wait = Math.min(maxWaitMs, Math.max(waitMs, named))
  await tryOnceLater(
    tx,
    jobId,
    pages.map(({ url }) => url),
    wait,
  )
}
