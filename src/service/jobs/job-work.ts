import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { grouped } from '#contract/format/numbers.ts'
import { type JobError, maxJobUrls } from '#contract/jobs/job.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import { allowanceOfJob } from '#service/fetcher/sitemaps/urls.ts'
import { canAnalyse } from '#service/store/access/authors.ts'
import { databaseFailure } from '#service/store/failures.ts'
import { type Claim, endWork, LeaseLost, type WorkResult } from '#service/store/jobs/claims.ts'
import { addPagesInBatches, type FoundPage } from '#service/store/jobs/frontier.ts'
import { isLastStep, isSource } from '#service/store/jobs/jobs.ts'
import { separateTargets, TargetCollision } from '#service/store/pages/link-targets.ts'
import type { Schema } from '#service/store/schema.ts'
import type { BeforeStoring } from './analyse.ts'
import type { AnalysesOfJobs } from './analyses-of-jobs.ts'
import { CrawlWork } from './crawl-job.ts'
import { unreadable } from './crawl-sitemaps.ts'
import { storeChecked } from './redirect-job.ts'
import { isTemporary } from './temporary-failures.ts'

/** A sitemap that was read and has no URLs. */
class NothingFound extends Error {
  override name = 'NothingFound'
}

export type JobWorkOptions = {
  db: Kysely<Schema>
  /** Identifies the process in leases. */
  owner: string
  analyses: Pick<
    AnalysesOfJobs,
    | 'analyse'
    | 'readSitemap'
    | 'robotsFilesOf'
    | 'maskOf'
    | 'askLink'
    | 'askRedirect'
    | 'forgetCrawl'
    | 'completePage'
    | 'restatePage'
  >
  /** The waits before each next try of a page that failed for a time, in milliseconds. */
  retriesMs?: readonly number[]
  onError: (error: unknown, message: string) => void
}

const defaultRetriesMs = [10_000, 60_000]
/** The wait in milliseconds before a URL is tried again if the database can't be written. */
const databaseRetryMs = 1_000
const lastStepRetryMs = 1_000
/** Another analysis took the place since the URL was claimed. */
const noPlace: WorkResult = { state: 'queued', retryInMs: 0, error: null }

/** Works on claimed URLs. */
export class JobWork {
  readonly #db: Kysely<Schema>
  readonly #owner: string
  readonly #analyses: JobWorkOptions['analyses']
  readonly #retriesMs: readonly number[]
  readonly #onError: JobWorkOptions['onError']
  readonly #crawl: CrawlWork

  constructor({ db, owner, analyses, retriesMs = defaultRetriesMs, onError }: JobWorkOptions) {
    this.#db = db
    this.#owner = owner
    this.#analyses = analyses
    this.#retriesMs = retriesMs
    this.#onError = onError
    this.#crawl = new CrawlWork({ db, owner, ...analyses, onError })
  }

  /**
   * Works on one claimed URL. Its report and the end of its work are stored in one transaction, so that a process that
   * is killed leaves neither or both. An abort leaves the URL as it is.
   */
  async run(claim: Claim, signal: AbortSignal): Promise<void> {
    const outcome = await this.#tryOnce(claim, signal)
    if (outcome === null) return
    while (!signal.aborted && !(await this.#store(claim, outcome)))
      await pause(databaseRetryMs, undefined, { signal }).catch(() => {})
  }

  /** Returns null if there is nothing left to store. */
  async #tryOnce(claim: Claim, signal: AbortSignal): Promise<WorkResult | null> {
    try {
      if (isLastStep(claim)) await this.#crawl.finish(claim, signal)
      else if (isSource(claim)) await this.#readSitemap(claim, signal)
      else if (claim.kind === 'redirects') return await this.#checkRedirect(claim, signal)
      else if (!(await this.#analyse(claim, signal))) return noPlace
      return null
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return null
      if (!(error instanceof TargetCollision)) return this.#outcomeOf(error, claim)
      await separateTargets(this.#db, error)
      return { state: 'queued', retryInMs: 0, error: null }
    }
  }

  /** Stores what a row of a redirect map leads to. Returns the next try, if there is one. */
  async #checkRedirect(claim: Claim, signal: AbortSignal): Promise<WorkResult | null> {
    const url = new URL(claim.url)
    if (!(await canAnalyse(this.#db, claim.author_id, url))) throw new NotAllowed()
    const answer = await this.#analyses.askRedirect(url, claim.author_id, signal)
    if (answer === null) return noPlace
    return storeChecked({ db: this.#db, owner: this.#owner }, claim, answer, this.#retryOf(claim))
  }

  /** Stores the report of a page. Returns false if there is no room for its analysis. */
  async #analyse(claim: Claim, signal: AbortSignal): Promise<boolean> {
    const { kind, job_id, author_id, render, asked } = claim
    const isCrawl = kind === 'crawl'
    if (!(await canAnalyse(this.#db, author_id, new URL(claim.url)))) throw new NotAllowed()
    if (isCrawl) await this.#crawl.refuseBlocked(claim, signal)
    const beforeStoring: BeforeStoring = async (facts) => {
      const canRetry = this.#retryOf(claim) !== undefined
      const storePage = isCrawl ? await this.#crawl.follow(claim, facts, signal, canRetry) : null
      return async (tx, report) => {
        await endWork(tx, claim, this.#owner, { state: 'done', report_id: report.id })
        await storePage?.(tx, report)
      }
    }
    const job = { render, asked, ...(isCrawl && { crawl: job_id }) }
    return (await this.#analyses.analyse(new URL(claim.url), author_id, signal, beforeStoring, job)) !== null
  }

  /**
   * Adds the URLs of a job's sitemap while it is read, and ends the work on it. If the process is killed meanwhile, the
   * next one reads it again, and adds the rest.
   * @throws NothingFound, or LeaseLost
   */
  async #readSitemap(claim: Claim, signal: AbortSignal) {
    const [db, owner] = [this.#db, this.#owner]
    let [isEmpty, hasAll] = [true, true]
    const take = async (urls: string[]) => {
      if (urls.length > 0) isEmpty = false
      const pages = urls.map((url): FoundPage => ({ url, host: new URL(url).host, depth: null, orphan: null }))
      hasAll = await addPagesInBatches(db, { claim, owner, maxPages: maxJobUrls }, pages)
      return hasAll
    }
    const missing = await this.#analyses.readSitemap(new URL(claim.url), take, {
      signal,
      allowance: allowanceOfJob(),
      requester: claim.author_id,
    })
    if (isEmpty) throw new NothingFound(`No URLs were found in the sitemap: ${missing?.text ?? 'it’s empty'}.`)
    const problem = missing?.text ?? (hasAll ? null : `a job can have at most ${grouped(maxJobUrls)} URLs`)
    const error = problem === null ? null : unreadable(`The sitemap was read only in part: ${problem}.`)
    await db.transaction().execute((tx) => endWork(tx, claim, owner, { state: 'done', report_id: null, error }))
  }

  /** Returns the wait before the next try of a URL. A crawl only waits once. At its end, a job of its own goes on. */
  #retryOf({ kind, failures }: Claim): number | undefined {
    return kind === 'crawl' && failures > 0 ? undefined : this.#retriesMs[failures]
  }

  /** Returns false if the database could not be written. */
  async #store(claim: Claim, outcome: WorkResult): Promise<boolean> {
    try {
      await this.#db.transaction().execute((tx) => endWork(tx, claim, this.#owner, outcome))
      return true
    } catch (error) {
      if (error instanceof LeaseLost) return true
      this.#onError(error, `job ${claim.job_id} couldn't be written`)
      return false
    }
  }

  #outcomeOf(thrown: unknown, claim: Claim): WorkResult {
    if (databaseFailure(thrown)) return { state: 'queued', retryInMs: databaseRetryMs, error: null }
    const error = jobErrorOf(thrown)
    if (!(thrown instanceof PageRefused || thrown instanceof NothingFound || thrown instanceof NotAllowed))
      this.#onError(thrown, `job ${claim.job_id} failed at ${claim.url}`)
    // The last step of a crawl is tried again with less to do, until its reports are complete.
    if (isLastStep(claim)) return { state: 'queued', retryInMs: lastStepRetryMs, error }
    const retryInMs = isTemporary(error) ? this.#retryOf(claim) : undefined
    return retryInMs === undefined ? { state: 'failed', error } : { state: 'queued', retryInMs, error }
  }
}

/** The author of the job can’t edit the website of a URL. */
class NotAllowed extends Error {
  constructor() {
    super('Who started this can’t edit the website of this URL.')
    this.name = 'NotAllowed'
  }
}

/** Returns an error like those of `POST /api/v1/reports`. Its code is the reason for the failed read. */
export function jobErrorOf(error: unknown): JobError {
  if (error instanceof NothingFound) return unreadable(error.message)
  if (error instanceof NotAllowed) return { status: 403, code: 'not_allowed', message: error.message, errors: null }
  if (!(error instanceof PageRefused))
    return { status: 500, code: 'internal_error', message: 'Server error.', errors: null }
  const { code, sentence, answered, blockedBy } = error
  const problem = { status: 422, code, message: sentence, errors: { url: [sentence] } }
  return { ...problem, ...(answered !== null && { answered }), ...(blockedBy && { blocked_by: blockedBy }) }
}
