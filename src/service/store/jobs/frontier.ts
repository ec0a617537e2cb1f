import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type CrawlLimits, type JobError, readCrawlLimits } from '#contract/jobs/job.ts'
import { urlKey } from '#contract/url-key.ts'
import type { PagePlace } from '#contract/websites/crawls.ts'
import { batchesOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { lockWebsiteOfDomain } from '../websites/website-counters.ts'
import { addJobUrls, type Claim, holdLease } from './claims.ts'
import { afterAllPages, bytesOf, maxJobBytes, type NewJobUrl, sourceLine } from './jobs.ts'
import { megabytes, storedBytesOf } from './room.ts'

/** URLs or lines of one statement. */
const batchSize = 500

/** `total` counts its pages so far. `isCut` is true if pages were left out. */
export type CrawlOfJob = { start: string; limits: CrawlLimits; total: number; isCut: boolean; isCancelled: boolean }

/** A crawl whose pages were all read. `hasFullFolder` is true if a folder had more pages than it could read. */
export type CrawlAtEnd = CrawlOfJob & { hasFullFolder: boolean }

export async function crawlOf(db: Kysely<Schema>, jobId: number): Promise<CrawlOfJob> {
  const job = await db
    .selectFrom('jobs')
    .select(['url', 'options', 'state', 'queued', 'running', 'done', 'failed', 'cancelled', 'error'])
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow()
  const { queued, running, done, failed, cancelled, error } = job
  const limits = readCrawlLimits(job.options ?? '{}')
  return {
    start: job.url ?? '',
    limits,
    total: queued + running + done + failed + cancelled,
    isCut: error !== null,
    isCancelled: job.state === 'cancelled',
  }
}

/** `report_id` is null without a report, for example for a page that failed. */
export type PageOfCrawl = {
  line: number
  url: string
  depth: number | null
  report_id: number | null
}

/**
 * Yields the pages of a crawl after a line, in the order in which they were found, in batches. Other requests are
 * served between them.
 */
export async function* pagesOfCrawl(
  db: Kysely<Schema>,
  jobId: number,
  line = sourceLine,
): AsyncGenerator<PageOfCrawl[]> {
  for (let after = line; ;) {
    const pages = await db
      .selectFrom('job_urls')
      .select(['line', 'url', 'depth', 'report_id'])
      .where('job_id', '=', jobId)
      .where('line', '>', after)
      .orderBy('line')
      .limit(batchSize)
      .execute()
    const last = pages.at(-1)
    if (!last) return
    yield pages
    await yieldToEventLoop()
    after = last.line
  }
}

/** Yields the pages of a crawl that gave no report, with the reasons, in batches. */
export async function* failedPages(db: Kysely<Schema>, jobId: number) {
  for (let after = sourceLine; ;) {
    const pages = await db
      .selectFrom('job_urls')
      .select(['line', 'url', 'error'])
      .where('job_id', '=', jobId)
      .where('state', '=', 'failed')
      .where('line', '>', after)
      .orderBy('line')
      .limit(batchSize)
      .execute()
    const last = pages.at(-1)
    if (!last) return
    yield pages.map(({ url, error }) => ({ url, error: error === null ? null : (JSON.parse(error) as JobError) }))
    after = last.line
  }
}

/** Returns the packed facts of reports in no order, without those of deleted reports. */
export async function packedFactsOf(db: Kysely<Schema>, reportIds: readonly number[]): Promise<Buffer[]> {
  const rows = await db.selectFrom('report_payloads').select('facts').where('report_id', 'in', reportIds).execute()
  return rows.map(({ facts }) => facts)
}

/**
 * Stores other places of pages of a crawl, of those that no newer crawl found as well. Each batch is a transaction of
 * its own, so that others can write in between: an interrupted crawl finds and stores the rest again. Locks the website
 * first, as everything does that changes its pages.
 */
export async function storePlaces(
  db: Kysely<Schema>,
  { job_id, domain }: { job_id: number; domain: string },
  places: readonly { line: number; depth: number | null; orphan: 0 | 1; place: PagePlace | null }[],
): Promise<void> {
  for (const batch of batchesOf(places, batchSize)) {
    const rows = batch.map(
      ({ line, depth, orphan, place }) =>
        sql`(cast(${line} as integer), cast(${depth} as integer), cast(${orphan} as integer), cast(${place} as text))`,
    )
    const places = sql`with places (line, depth, orphan, place) as (values ${sql.join(rows)})`
    await db.transaction().execute(async (tx) => {
      const website = await lockWebsiteOfDomain(tx, domain)
      if (website !== undefined)
        await sql`${places}
          update pages set crawl_id = ${job_id}, click_depth = places.depth,
            orphan = places.place
          from places join job_urls as u on u.job_id = ${job_id} and u.line = places.line and u.report_id is not null
          where pages.website_id = ${website} and pages.url_key = u.url_key
            and (pages.crawl_id is null or pages.crawl_id <= ${job_id})`.execute(tx)
      await sql`${places}
        update job_urls set depth = places.depth, orphan = places.orphan from places
        where job_urls.job_id = ${job_id} and job_urls.line = places.line`.execute(tx)
    })
    await yieldToEventLoop()
  }
}

/** `orphan` is null if the links to the page are unknown. */
export type FoundPage = { url: string; host: string; depth: number | null; orphan: 0 | 1 | null }

/**
 * Adds pages that a crawl or a sitemap has, up to the limits of the job. Locks the job, so that its pages are numbered
 * without gaps and its limits hold across processes. Call it after `endWork` or `holdLease`. Other requests are served
 * between the statements.
 * @returns false if the limits leave a page out
 */
export async function addFoundPages(
  tx: Transaction<Schema>,
  claim: Claim,
  found: readonly FoundPage[],
  maxPages: number,
): Promise<boolean> {
  if (found.length === 0) return true
  const { bytes } = await tx
    .updateTable('jobs')
    .set(({ ref }) => ({ label: ref('label') }))
    .where('id', '=', claim.job_id)
    .returning('bytes')
    .executeTakeFirstOrThrow()
  const { last } = await tx
    .selectFrom('job_urls')
    .select(sql<number>`coalesce(max(line), 0)`.as('last'))
    .where('job_id', '=', claim.job_id)
    .executeTakeFirstOrThrow()
  const known = new Set<string>()
  for (const batch of batchesOf(found, batchSize)) {
    const keys = batch.map(({ url }) => urlKey(url))
    const rows = await tx
      .selectFrom('job_urls')
      .select('url_key')
      .where('job_id', '=', claim.job_id)
      .where('url_key', 'in', keys)
      .execute()
    for (const { url_key } of rows) known.add(url_key)
    await yieldToEventLoop()
  }
  const unknown = found.filter(({ url }) => {
    const key = urlKey(url)
    const isKnown = known.has(key)
    known.add(key)
    return !isKnown
  })
  if (unknown.length === 0) return true
  const added: NewJobUrl[] = []
  const quotaLeft = claim.quota - (await storedBytesOf(tx, claim.author_id))
  let left = Math.min(maxJobBytes - bytes, quotaLeft)
  for (const page of unknown) {
    if (last + added.length >= maxPages) break
    left -= bytesOf(page)
    if (left < 0) break
    added.push({ ...page, line: last + added.length + 1 })
  }
  await addJobUrls(tx, claim, added)
  if (left < 0) await noteTooMuch(tx, claim, maxJobBytes - bytes < quotaLeft ? 'One job' : 'The jobs of one API key')
  return added.length === unknown.length
}

/** Stores the reason for pages that are missing, also for those who look for orphans. */
async function noteTooMuch(
  tx: Transaction<Schema>,
  { job_id, quota }: Claim,
  what: 'One job' | 'The jobs of one API key',
) {
  const most = what === 'One job' ? maxJobBytes : quota
  const message = `${what} can store ${megabytes(most)} of URLs, so the rest were left out.`
  const error: JobError = { status: 422, code: 'quota_exceeded', message, errors: null }
  await tx
    .updateTable('jobs')
    .set({ error: JSON.stringify(error) })
    .where('id', '=', job_id)
    .execute()
}

/**
 * Adds pages in batches, each in a transaction of its own, so that no transaction takes long. What was added stays if
 * the process is killed.
 * @returns false if the limits of the job leave a page out
 * @throws LeaseLost
 */
export async function addPagesInBatches(
  db: Kysely<Schema>,
  { claim, owner, maxPages }: { claim: Claim; owner: string; maxPages: number },
  found: readonly FoundPage[],
): Promise<boolean> {
  for (const batch of batchesOf(found, batchSize)) {
    const hasAll = await db.transaction().execute(async (tx) => {
      await holdLease(tx, claim, owner)
      return addFoundPages(tx, claim, batch, maxPages)
    })
    if (!hasAll) return false
  }
  return true
}

/** Lets the last step of a crawl, whose work has ended as `queued`, wait for the pages that were added. */
export async function waitForPages(tx: Transaction<Schema>, { job_id, line }: Claim): Promise<void> {
  await tx
    .updateTable('job_urls')
    .set({ run_after: afterAllPages })
    .where('job_id', '=', job_id)
    .where('line', '=', line)
    .execute()
}
