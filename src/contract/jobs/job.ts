import * as z from 'zod'
import { type PageSize, paging } from '../lists/list-query.ts'
import { choice, type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { renderModes } from '../reports/rendering.ts'
import { BlockedBy } from '../responses/problem.ts'
import { Count, Id, maxId, Score, Timestamp } from '../values.ts'

/**
 * `url` is one report, created with `Prefer: respond-async`. `redirects` checks the redirects of a map and creates no
 * reports.
 */
export const jobKinds = ['url', 'urls', 'sitemap', 'crawl', 'redirects'] as const
export type JobKind = (typeof jobKinds)[number]

/** The states of a job that is not finished. */
export const openJobStates = ['queued', 'running', 'paused'] as const

/** A job is `failed` if it could not start, or if not one of its URLs was analysed. */
export const jobStates = [...openJobStates, 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

export const jobUrlStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobUrlState = (typeof jobUrlStates)[number]

/**
 * Commands of `POST /api/v1/jobs/{id}/…`. `retry` queues the failed URLs again, and `repeat` all rows of a redirect
 * map.
 */
export const jobCommands = ['pause', 'resume', 'cancel', 'retry', 'repeat'] as const
export type JobCommand = (typeof jobCommands)[number]

/**
 * Days for which a finished job is kept, and those for which its URLs are. Its reports stay. The rows of a redirect map
 * are kept as long as the job.
 */
export const jobDays = 90
export const jobUrlDays = 7
export const maxJobUrls = 50_000
/** The largest body of `POST /api/v1/jobs`, in bytes. */
export const maxJobBody = 8 * 1024 * 1024
/** In Unicode code points. */
export const maxJobLabel = 100
export const defaultCrawlPages = 500
export const maxCrawlPages = 50_000
/** In clicks from the start URL. */
export const maxCrawlDepth = 100
/** The most patterns in `include` and in `exclude`, and the length of one. */
export const maxCrawlPatterns = 50
export const maxCrawlPattern = 500
/** In pages a second. */
export const [minCrawlSpeed, maxCrawlSpeed] = [0.1, 50]
/** The most names in `ignore_parameters`, and the length of one. */
export const maxIgnoredParameters = 100
export const maxIgnoredParameter = 100

export const JobError = z
  .object({
    /** The HTTP status that `POST /api/v1/reports` would have returned. */
    status: z.int().nullable(),
    /** One of the codes in `errorCodes` or `fieldCodes`. */
    code: z.string().nullable(),
    message: z.string(),
    /** For a job of one URL: the sentences about its field `url`. */
    errors: z.object({ url: z.array(z.string()).nullable() }).nullable(),
    /** The status that the URL itself returned before the failure, such as 301 for a redirect loop. */
    answered: z.int().optional(),
    blocked_by: BlockedBy.optional(),
  })
  .meta({ id: 'JobError', description: 'The error that `POST /api/v1/reports` would have returned.' })
export type JobError = z.infer<typeof JobError>

const JobCounts = z.object({
  total: Count,
  queued: Count,
  running: Count,
  done: Count,
  failed: Count,
  cancelled: Count,
})
export type JobCounts = z.infer<typeof JobCounts>

export const CrawlLimits = z.object({
  max_pages: Count,
  max_depth: Count.nullable(),
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  /** The most pages a second; null for the usual pace. It never exceeds that of the host. */
  speed: z.number().nullable(),
  /** Names of query parameters, without which a URL is the same page. A `*` at the end matches any text. */
  ignore_parameters: z.array(z.string()),
  /** The most pages directly in one folder. */
  max_per_folder: Count.nullable(),
})
export type CrawlLimits = z.infer<typeof CrawlLimits>

/** The limits of a crawl that names none. */
export const defaultCrawlLimits: CrawlLimits = {
  max_pages: defaultCrawlPages,
  max_depth: null,
  include: [],
  exclude: [],
  speed: null,
  ignore_parameters: [],
  max_per_folder: null,
}

/** Reads stored limits. Those of older crawls lack the newer fields. */
export const readCrawlLimits = (json: string): CrawlLimits => ({
  ...defaultCrawlLimits,
  ...(JSON.parse(json) as Partial<CrawlLimits>),
})

/** Returns true if no pattern leaves URLs out. */
export const hasNoPatterns = ({ include, exclude }: CrawlLimits): boolean => include.length + exclude.length === 0

/** The results of a crawl. The ratings are those of the indexable pages. */
const CrawlResults = z.object({
  website_id: Id,
  /** URLs that it read or tried to read as pages. */
  pages: Count,
  /** Of those with a report. */
  rendered: Count,
  good: Count,
  decent: Count,
  bad: Count,
  /** Pages that Google can't index, without redirects and other URLs. */
  not_indexable: Count,
  /** URLs without a report. */
  unread: Count,
})
export type CrawlResults = z.infer<typeof CrawlResults>

/** Also the data of the event `progress`. */
export const Job = z
  .object({
    id: Id,
    kind: z.enum(jobKinds),
    label: z.string(),
    state: z.enum(jobStates),
    /** The numbers of its URLs by state. The total of a sitemap or a crawl grows while it is read. */
    counts: JobCounts,
    /** Null for a list. */
    url: z.string().nullable(),
    report_id: Id.nullable(),
    attempts: Count.nullable(),
    error: JobError.nullable(),
    crawl: CrawlLimits.nullable(),
    render: z.enum(renderModes).nullable(),
    /** The pages whose links are checked, while a crawl that has read its pages does so. */
    checking: z.object({ done: Count, total: Count }).nullable(),
    /** Of a crawl that has ended, and whose website wasn't deleted. */
    results: CrawlResults.nullable(),
    /** How many of the analysed pages Google couldn't index then, without redirects and other URLs. */
    not_indexable: Count,
    /** The domain of all its URLs, and the website that has it now. Null for URLs of several domains. */
    domain: z.string().nullable(),
    website_id: Id.nullable(),
    /** The schedule that started it, which may have been deleted. */
    schedule_id: Id.nullable(),
    /** False once its URLs are deleted, so that those that failed can't be tried again. */
    urls_kept: z.boolean(),
    created_by: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({
    id: 'Job',
    description: `Analyses pages in the background. \`report_id\`, \`attempts\` and \`error\` are set for a job with one URL. \`error\` also says why a sitemap couldn’t be read, or only in part. \`url\` is that URL, the sitemap or the start of the crawl. \`render\` is null if the setting of its website decides for each page. A job is kept for ${jobDays} days after it finishes, and its URLs for ${jobUrlDays}: \`urls_kept\` is false without them.`,
  })
export type Job = z.infer<typeof Job>

export const JobUrl = z
  .object({
    /** The line of the list that was sent, or the number in the order of discovery. */
    line: z.int().min(1),
    url: z.string(),
    state: z.enum(jobUrlStates),
    attempts: Count,
    report_id: Id.nullable(),
    score: Score.nullable(),
    error: JobError.nullable(),
    /** Null for a page that no page links to. */
    depth: Count.nullable(),
    orphan: z.boolean().nullable(),
  })
  .meta({
    id: 'JobUrl',
    description:
      'A URL of a job. Those that a cancelled job had not analysed are deleted. `error` is the error of the last attempt. `depth` is the number of clicks from the start of a crawl, and `orphan` is true if only the sitemap lists the page.',
  })
export type JobUrl = z.infer<typeof JobUrl>

export type JobListQuery = { client: number | null; per_page: PageSize; page: number }
export type JobUrlQuery = { state: JobUrlState | null; per_page: PageSize; page: number }

/** Newest first. */
export const jobListParams: QueryParams<JobListQuery> = { client: wholeNumber(maxId, null), ...paging() }
export const jobUrlParams: QueryParams<JobUrlQuery> = { state: choice(jobUrlStates, null), ...paging() }

/** Returns true if nothing more happens to a job unless its failed URLs are tried again. */
export const isFinished = ({ state }: Pick<Job, 'state'>) => !openJobStates.some((open) => open === state)
