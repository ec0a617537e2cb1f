import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Generated, type GeneratedAlways, type InferResult, type Kysely, sql, type Transaction } from 'kysely'
import {
  type CrawlResults,
  readCrawlLimits,
  type JobKind,
  type JobState,
  type JobUrlState,
  type JobError,
  type JobUrlQuery,
} from '#contract/jobs/job.ts'
import type { RunWithoutJob } from '#contract/jobs/runs.ts'
import type { RenderMode } from '#contract/reports/rendering.ts'
import { urlKey } from '#contract/url-key.ts'
import type { CrawlFigures } from '#contract/websites/crawls.ts'
import { domainOf } from '#contract/websites/website.ts'
import { isVisibleUrl } from '../access/visible.ts'
import { readFigures } from '../crawls/crawls.ts'
import { batchesOf, databaseNow } from '../engine.ts'
import { countedPage } from '../lists/list-page.ts'
import { and, type ListResult } from '../lists/list.ts'
import { everyRow, type Scope } from '../lists/scope.ts'
import type { Schema } from '../schema.ts'
import { insertRedirects, type NewRedirect } from './redirects.ts'

export type JobsTable = {
  id: GeneratedAlways<number>
  kind: JobKind
  label: string
  url: string | null
  /** The limits of a crawl, as JSON. */
  options: string | null
  /** Which of its pages are rendered. Null if the website's setting decides. */
  render: Generated<RenderMode | null>
  /** 1 if a person gave its URLs, instead of stored ones or those of a source. */
  urls_given: Generated<0 | 1>
  /** The schedule that started it. */
  schedule_id: Generated<number | null>
  /** Set for a run of a schedule that started no job. It is `done`, and has no URLs. */
  outcome: Generated<RunWithoutJob | null>
  /** The domain of all its URLs, by which its website is found. Null if they have several. */
  domain: Generated<string | null>
  /** The key that created the job. */
  author_id: string
  author_name: string | null
  state: JobState
  /** The numbers of its URLs by state. */
  queued: Generated<number>
  running: Generated<number>
  done: Generated<number>
  failed: Generated<number>
  cancelled: Generated<number>
  /** Those of its reports that weren't indexable when they were stored. */
  not_indexable: Generated<number>
  /** 1 while URLs are still read from the job's source. */
  sources: Generated<number>
  /** The sum of {@link bytesOf} over its stored URLs. */
  bytes: Generated<number>
  /** 0 once its URLs are being deleted, and the numbers of them are all that is left. */
  urls_kept: Generated<0 | 1>
  error: string | null
  /** The time in milliseconds between claims of its URLs if its speed is limited, and the earliest time of the next. */
  pace_ms: Generated<number | null>
  next_claim_at: Generated<string>
  created_at: string
  updated_at: string
  finished_at: string | null
}

export type JobUrlsTable = {
  job_id: number
  line: number
  author_id: string
  host: string
  url: string
  /** A job has each key once. */
  url_key: string
  state: JobUrlState
  /** Empty if it was not tried before. */
  run_after: Generated<string>
  /** The numbers of claims and of failed tries. */
  attempts: Generated<number>
  failures: Generated<number>
  /** The number of processes that were killed while they worked on it. Less by 1 while its process is stopping. */
  kills: Generated<number>
  lease_owner: string | null
  lease_until: string | null
  report_id: number | null
  error: string | null
  depth: number | null
  orphan: 0 | 1 | null
}

/**
 * The line of a job's source. The URLs to analyse start at line 1. A source is stored like them, so that it is claimed,
 * retried and cancelled like them.
 */
export const sourceLine = 0

/**
 * Returns true for the URL from which more URLs are read instead of analysed: the sitemap, or the robots.txt of a
 * crawled website, whose sitemaps are read last. A list of URLs has none.
 */
export const isSource = ({ line }: { line: number }) => line === sourceLine

/** Returns true for the source of a crawl. It is claimed after all pages, and its work ends the crawl. */
export const isLastStep = ({ kind, line }: { kind: JobKind; line: number }) => kind === 'crawl' && isSource({ line })

/** Returns true if work on a URL can begin. A cancelled crawl still has its last step, which completes its reports. */
export const canWork = ({ state, kind, line }: { state: JobState; kind: JobKind; line: number }): boolean =>
  state === 'queued' || state === 'running' || (state === 'cancelled' && isLastStep({ kind, line }))

export const isCrawl = async (tx: Transaction<Schema>, id: number): Promise<boolean> =>
  (await tx.selectFrom('jobs').select('kind').where('id', '=', id).executeTakeFirst())?.kind === 'crawl'

/** A URL to analyse, or the source of a job. That of a crawl has `isLast`. */
export type NewJobUrl = {
  line: number
  url: string
  host: string
  depth?: number | null
  orphan?: 0 | 1 | null
  isLast?: true
  /** Of a row of a redirect map. */
  redirect?: NewRedirect
}

/** Returns the URLs of a new crawl: its source, and its start. */
export const crawlUrls = (start: URL): NewJobUrl[] => [
  { line: sourceLine, url: new URL('/robots.txt', start).href, host: start.host, isLast: true },
  { line: 1, url: start.href, host: start.host, depth: 0, orphan: 0 },
]

/**
 * An estimate of the bytes that a URL of a job takes in the database, with its indexes, and with what is found of a row
 * of a redirect map.
 */
export const bytesOf = ({ url, redirect }: { url: string; redirect?: NewRedirect | undefined }): number =>
  300 + 4 * url.length + (redirect ? 600 + 4 * redirect.expected.length : 0)

/** Safety limit for the URLs of one job: the most URLs, of 175 characters each. */
export const maxJobBytes = 50_000_000

export const authorOfJob = (db: Kysely<Schema>, id: number) =>
  db.selectFrom('jobs').select(['author_id', 'author_name']).where('id', '=', id).executeTakeFirstOrThrow()

export type NewJob = Pick<JobRecord, 'kind' | 'label' | 'url' | 'crawl' | 'author_id' | 'author_name'> & {
  urls: NewJobUrl[]
  render?: RenderMode | null
  urls_given?: 0 | 1
  schedule_id?: number
}

/** The `run_after` of the last step of a crawl, which waits for its pages instead of a time. */
export const afterAllPages = '9999-12-31T23:59:59.999Z'

/** Keeps the last step of a crawl behind its pages. Before them, it would stop their host from being claimed. */
export async function keepLastStepLast(tx: Transaction<Schema>, jobId: number): Promise<void> {
  await tx
    .updateTable('job_urls')
    .set({ run_after: afterAllPages })
    .where('job_id', '=', jobId)
    .where('line', '=', sourceLine)
    .where('state', '=', 'queued')
    .where((eb) => eb.exists(eb.selectFrom('jobs').select('id').where('id', '=', jobId).where('kind', '=', 'crawl')))
    .execute()
}

/** Returns the domain that all the URLs have, or null. */
function commonDomain(urls: readonly { host: string }[]): string | null {
  const [domain = null, ...others] = new Set(
    [...new Set(urls.map(({ host }) => host))].map((host) => domainOf({ host })),
  )
  return others.length === 0 ? domain : null
}

export const sizeOf = (urls: readonly Pick<NewJobUrl, 'url' | 'redirect'>[]): { urls: number; bytes: number } => ({
  urls: urls.length,
  bytes: urls.reduce((sum, url) => sum + bytesOf(url), 0),
})

/**
 * Queues the last step of a crawl again, because pages that are retried can lead to others. Returns the state that it
 * had, or null if it is not queued again. Call it before `keepLastStepLast`.
 */
export async function repeatLastStep(tx: Transaction<Schema>, jobId: number): Promise<'done' | 'running' | null> {
  for (const state of ['done', 'running'] as const) {
    const { numUpdatedRows } = await tx
      .updateTable('job_urls')
      .set({ state: 'queued', attempts: 0, failures: 0, kills: 0, error: null, lease_owner: null, lease_until: null })
      .where('job_id', '=', jobId)
      .where('line', '=', sourceLine)
      .where('state', '=', state)
      .where((eb) => eb.exists(eb.selectFrom('jobs').select('id').where('id', '=', jobId).where('kind', '=', 'crawl')))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return state
  }
  return null
}

/** Rows per statement, so that no statement takes long. */
const batchSize = 500

/** Creates a job with its URLs in one transaction. Other requests are served between the statements. */
export async function createJob(tx: Transaction<Schema>, job: NewJob): Promise<number> {
  const { kind, label, url, crawl, author_id, author_name, render = null, urls_given = 0, schedule_id = null } = job
  // A crawl can start at its own source, the robots.txt.
  const urls = [...new Map(job.urls.toReversed().map((url) => [urlKey(url.url), url])).values()].toReversed()
  const sources = urls.filter(isSource).length
  const now = await databaseNow(tx)
  const { id } = await tx
    .insertInto('jobs')
    .values({
      kind,
      label,
      url,
      options: crawl && JSON.stringify(crawl),
      pace_ms: crawl?.speed ? Math.round(1_000 / crawl.speed) : null,
      render,
      urls_given,
      schedule_id,
      domain: commonDomain(urls),
      author_id,
      author_name,
      state: 'queued',
      queued: urls.length - sources,
      sources,
      bytes: sizeOf(urls).bytes,
      error: null,
      created_at: now,
      updated_at: now,
      finished_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertJobUrls(tx, { id, author_id }, urls)
  return id
}

/** Adds URLs to a job, which the caller counts. Other requests are served between the statements. */
export async function insertJobUrls(
  tx: Transaction<Schema>,
  { id, author_id }: { id: number; author_id: string },
  urls: readonly NewJobUrl[],
): Promise<void> {
  for (const batch of batchesOf(urls, batchSize)) {
    const rows = batch.map(({ line, url, host, depth = null, orphan = null, isLast }) => ({
      job_id: id,
      author_id,
      line,
      url,
      url_key: urlKey(url),
      host,
      state: 'queued' as const,
      run_after: isLast ? afterAllPages : '',
      depth,
      orphan,
      lease_owner: null,
      lease_until: null,
      report_id: null,
      error: null,
    }))
    await tx.insertInto('job_urls').values(rows).execute()
    await insertRedirects(tx, id, batch)
    await yieldToEventLoop()
  }
}

/** Before its end a crawl has pages that wait, so nothing is counted while it reads them. */
const isAtEndOfCrawl = sql<boolean>`j.kind = 'crawl' and j.state = 'running' and j.queued + j.running = 0`

/** Selects jobs and runs without one. */
export const selectRuns = (db: Kysely<Schema>) =>
  db
    .selectFrom('jobs as j')
    .leftJoin('job_urls as u', (on) => on.onRef('u.job_id', '=', 'j.id').on('u.line', '=', 1).on('j.kind', '=', 'url'))
    .leftJoin('job_urls as source', (on) => on.onRef('source.job_id', '=', 'j.id').on('source.line', '=', sourceLine))
    .leftJoin('crawls as c', 'c.id', 'j.id')
    .leftJoin('websites as cw', (on) => on.onRef('cw.id', '=', 'c.website_id').on('cw.deleted_at', 'is', null))
    .leftJoin('websites as w', (on) => on.onRef('w.domain', '=', 'j.domain').on('w.deleted_at', 'is', null))
    .select(['cw.id as crawled_website_id', 'c.figures', 'w.id as website_id'])
    .select((eb) =>
      eb
        .case()
        .when(isAtEndOfCrawl)
        .then(
          eb
            .selectFrom('reports as r')
            .select(sql<number>`count(*)`.as('unchecked'))
            .whereRef('r.pending_crawl_id', '=', 'j.id'),
        )
        .end()
        .as('unchecked'),
    )
    .select(['j.id', 'j.kind', 'j.label', 'j.state', 'j.url', 'j.options', 'j.render', 'j.error'])
    .select(['j.queued', 'j.running', 'j.done', 'j.failed', 'j.cancelled'])
    .select([
      'j.not_indexable',
      'j.domain',
      'j.schedule_id',
      'j.outcome',
      'j.urls_kept',
      'j.author_id',
      'j.author_name',
    ])
    .select(['j.created_at', 'j.updated_at', 'j.finished_at'])
    .select(['u.report_id', 'u.attempts', 'u.state as url_state', 'u.error as url_error'])
    .select(['source.state as source_state', 'source.error as source_error'])

const selectJobs = (db: Kysely<Schema>) => selectRuns(db).where('j.outcome', 'is', null)

export type JobRecord = ReturnType<typeof toRecord>

export function toRecord(row: InferResult<ReturnType<typeof selectRuns>>[number]) {
  const { queued, running, done, failed, cancelled, options, error, ...others } = row
  const {
    report_id,
    attempts,
    url_state,
    url_error,
    source_state,
    source_error,
    crawled_website_id,
    figures,
    unchecked,
    ...job
  } = others
  const found = readFigures(figures)
  return {
    ...job,
    counts: { total: queued + running + done + failed + cancelled, queued, running, done, failed, cancelled },
    crawl: options === null ? null : readCrawlLimits(options),
    checking: unchecked === null ? null : { done: Math.max(0, done - unchecked), total: done },
    results: crawled_website_id === null || found === null ? null : resultsIn(crawled_website_id, found),
    /** The state of the URL, if the job has only one. */
    single: url_state && { report_id, attempts: attempts ?? 0, state: url_state, error: errorIn(url_error) },
    /** Can also be the reason for reading a job's source only in part. */
    error: errorIn(error ?? (source_state === 'done' ? source_error : null)),
  }
}

const errorIn = (json: string | null) => (json === null ? null : (JSON.parse(json) as JobError))

function resultsIn(website_id: number, figures: CrawlFigures): CrawlResults {
  const { urls, unread, rendered, ratings, states } = figures
  return { website_id, pages: urls, rendered, ...ratings, not_indexable: states.blocked, unread }
}

export async function findJob(db: Kysely<Schema>, id: number): Promise<JobRecord | undefined> {
  const row = await selectJobs(db).where('j.id', '=', id).executeTakeFirst()
  return row && toRecord(row)
}

/** `score` is null without a report, or if it was deleted. */
const selectJobUrls = (db: Kysely<Schema>, jobId: number) =>
  db
    .selectFrom('job_urls as u')
    .leftJoin('reports as r', 'r.id', 'u.report_id')
    .select(['u.line', 'u.url', 'u.state', 'u.attempts', 'u.error', 'u.depth', 'u.orphan'])
    .select(['u.report_id', 'r.score'])
    .where('u.job_id', '=', jobId)
    .where('u.line', '>', sourceLine)

export type JobUrlRecord = ReturnType<typeof toUrlRecord>

const toUrlRecord = ({ error, ...row }: InferResult<ReturnType<typeof selectJobUrls>>[number]) => ({
  ...row,
  error: errorIn(error),
})

/** Returns a page of a job's URLs, by line. */
export async function listJobUrls(
  db: Kysely<Schema>,
  { counts, id, urls_kept }: Pick<JobRecord, 'counts' | 'id' | 'urls_kept'>,
  { state, page, per_page }: JobUrlQuery,
  scope: Scope = everyRow,
): Promise<ListResult<JobUrlRecord>> {
  // Those that were cancelled are no longer stored.
  const stored = { ...counts, total: counts.total - counts.cancelled, cancelled: 0 }
  // A sitemap can have pages of other websites.
  const isShown = isVisibleUrl(scope, 'u')
  const urls = selectJobUrls(db, id).where(and(isShown))
  const inState = state === null ? urls : urls.where('u.state', '=', state)
  const counted = inState.clearSelect().select(sql<number>`count(*)`.as('total'))
  const all = { total: urls_kept === 1 ? stored[state ?? 'total'] : 0 }
  const { total } = isShown.length === 0 ? all : await counted.executeTakeFirstOrThrow()
  return countedPage(inState.orderBy('u.line'), { total, page, per_page }, toUrlRecord)
}

/** Returns whether any URL waits. Processes call it often, so it reads one index entry. */
export const hasQueuedUrls = async (db: Kysely<Schema>): Promise<boolean> =>
  (await db.selectFrom('job_urls').select('line').where('state', '=', 'queued').limit(1).execute()).length > 0
