import * as z from 'zod'
import { type PageSize, paging } from '../lists/list-query.ts'
import { choice, type QueryParams } from '../lists/query-params.ts'
import {
  countOrNull,
  flagOrNull,
  idOrNull,
  lenientId,
  lenientInteger,
  momentOrNull,
  orElse,
  orNull,
  scoreOrNull,
  textOrNull,
} from '../responses/lenient.ts'

/** `url` is one report, created with `Prefer: respond-async`. */
export const jobKinds = ['url', 'urls', 'sitemap', 'crawl'] as const
export type JobKind = (typeof jobKinds)[number]

/** The states of a job that is not finished. */
export const openJobStates = ['queued', 'running', 'paused'] as const

/** A job is `failed` if it could not start, or if not one of its URLs was analysed. */
export const jobStates = [...openJobStates, 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

export const jobUrlStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobUrlState = (typeof jobUrlStates)[number]

/** What `POST /api/v1/jobs/{id}/…` does. `retry` queues the failed URLs again. */
export const jobCommands = ['pause', 'resume', 'cancel', 'retry'] as const
export type JobCommand = (typeof jobCommands)[number]

/** Days for which a finished job is kept. Its reports stay. */
export const jobDays = 7
export const maxJobUrls = 50_000
/** The largest body of `POST /api/v1/jobs`, in bytes. */
export const maxJobBody = 8 * 1024 * 1024
/** In Unicode code points. */
export const maxJobLabel = 100
export const defaultCrawlPages = 500
export const maxCrawlPages = 20_000
/** In clicks from the start URL. */
export const maxCrawlDepth = 100
/** The most patterns in `include` and in `exclude`, and the length of one. */
export const maxCrawlPatterns = 50
export const maxCrawlPattern = 500

const JobError = z.object({
  /** The HTTP status that `POST /api/v1/reports` would have returned. */
  status: orNull(lenientInteger),
  /** One of the codes in `errorCodes` or `fieldCodes`. */
  code: orNull(z.string()),
  message: orElse(z.string(), ''),
  /** For a job of one URL: the sentences about its field `url`. */
  errors: orNull(z.object({ url: orNull(z.array(z.string())) })),
})
export type JobError = z.infer<typeof JobError>

const Counts = z.object({
  total: orElse(lenientInteger, 0),
  queued: orElse(lenientInteger, 0),
  running: orElse(lenientInteger, 0),
  done: orElse(lenientInteger, 0),
  failed: orElse(lenientInteger, 0),
  cancelled: orElse(lenientInteger, 0),
})
export type JobCounts = z.infer<typeof Counts>

/** The response of `POST /api/v1/jobs` (202), `GET /api/v1/jobs/{id}`, and the data of the event `progress`. */
export const Job = z.object({
  id: lenientId,
  kind: orElse(z.enum(jobKinds), 'url'),
  label: orElse(z.string(), ''),
  state: z.enum(jobStates),
  /** The numbers of its URLs by state. The total of a sitemap or a crawl grows while it is read. */
  counts: orElse(Counts, { total: 0, queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 }),
  /** The URL of a single report, of the sitemap, or where the crawl starts; null for a list. */
  url: textOrNull,
  /** The report of a job of one URL that is done. */
  report_id: idOrNull,
  /** How often the URL of a job of one URL was tried. */
  attempts: countOrNull,
  /**
   * Why a job of one URL failed, why the sitemap or the start of the crawl could not be read, or, with URLs, why their
   * sitemaps were read only in part.
   */
  error: orNull(JobError),
  /** The limits of a crawl. */
  crawl: orNull(
    z.object({
      max_pages: lenientInteger,
      max_depth: orNull(lenientInteger),
      include: orElse(z.array(z.string()), []),
      exclude: orElse(z.array(z.string()), []),
    }),
  ),
  created_by: orNull(z.object({ id: z.string(), name: orNull(z.string()) })),
  created_at: momentOrNull,
  updated_at: momentOrNull,
  finished_at: momentOrNull,
})
export type Job = z.infer<typeof Job>

/** A URL of a job, in the response of `GET /api/v1/jobs/{id}/urls`. */
export const JobUrl = z
  .object({
    /** The line of the list that was sent, or the number in the order of discovery. Both start at 1. */
    line: lenientId,
    url: z.string(),
    state: z.enum(jobUrlStates),
    attempts: countOrNull,
    report_id: idOrNull,
    score: scoreOrNull,
    error: orNull(JobError),
    /** The fewest clicks from the start URL of a crawl. Null for a page that no page links to. */
    depth: countOrNull,
    /** Whether only the sitemap of a crawl names the page. */
    orphan: flagOrNull,
  })
  .transform((row) => ({ ...row, id: row.line }))
export type JobUrl = z.infer<typeof JobUrl>

export type JobListQuery = { per_page: PageSize; page: number }
export type JobUrlQuery = { state: JobUrlState | null; per_page: PageSize; page: number }

/** Newest first. */
export const jobListParams: QueryParams<JobListQuery> = paging()
export const jobUrlParams: QueryParams<JobUrlQuery> = { state: choice(jobUrlStates, null), ...paging() }

/** Whether nothing more happens to a job unless its failed URLs are tried again. */
export const isFinished = ({ state }: Pick<Job, 'state'>) => !openJobStates.some((open) => open === state)
