import * as z from 'zod'
import { CrawlLimits } from '../jobs/job.ts'
import { paging } from '../lists/list-query.ts'
import { choice, pattern, type QueryOf } from '../lists/query-params.ts'
import { indexabilities } from '../reports/indexability.ts'
import { ratings } from '../reports/rating.ts'
import { Count, Id, Points, Score, Timestamp } from '../values.ts'

export const crawlStates = ['running', 'done', 'failed', 'cancelled'] as const
export type CrawlState = (typeof crawlStates)[number]

/**
 * A URL that a crawl saw: a `page` it read or tried to read, another `file` of the website, an `external` URL, one that
 * robots.txt forbids (`blocked`), or one that a limit left out (`skipped`).
 */
export const crawlUrlKinds = ['page', 'file', 'external', 'blocked', 'skipped'] as const
export type CrawlUrlKind = (typeof crawlUrlKinds)[number]

/**
 * The reasons for a page that no click reaches from the start: no page links to it (`no_inlinks`), only pages that
 * can't be reached either (`unreachable`), or only the sitemap names it (`sitemap_only`).
 */
export const orphanKinds = ['no_inlinks', 'unreachable', 'sitemap_only'] as const
export type OrphanKind = (typeof orphanKinds)[number]
/** `linked` pages are no orphans. Those with `by_script` are linked too, but only by links that scripts add. */
export const pagePlaces = ['linked', 'by_script', ...orphanKinds] as const
export type PagePlace = (typeof pagePlaces)[number]
export const isOrphan = (place: PagePlace | null): place is OrphanKind =>
  place !== null && place !== 'linked' && place !== 'by_script'

/** The lists of a crawl's URLs. */
export const crawlLists = [
  'all',
  /** Pages that gave no report: no answer, a loop, a refusal. */
  'unread',
  /** Internal targets of links that are broken. */
  'broken',
  'broken_external',
  'redirecting',
  ...orphanKinds,
  /** Pages that only links of scripts lead to. */
  'by_script',
  'deep',
  'blocked',
  /** Left out by the limits of the crawl. */
  'skipped',
  /** In the sitemap, but redirecting, an error, not indexable, canonicalised or blocked. */
  'sitemap_faults',
  /** Indexable, but in no sitemap. */
  'unlisted',
  /** Links that were not checked. */
  'unchecked',
] as const
export type CrawlList = (typeof crawlLists)[number]

/**
 * What kept a crawl from knowing all of a list: it was cancelled or failed, it reached its limit of pages, of clicks,
 * of pages in a folder or of stored URLs, or a sitemap couldn't be read.
 */
export const listGaps = [
  'cancelled',
  'failed',
  'max_pages',
  'max_depth',
  'max_per_folder',
  'storage',
  'sitemaps',
] as const
export type ListGap = (typeof listGaps)[number]

/** A group of URLs without end that the crawl stopped to follow. */
export const trapKinds = ['calendar', 'facets', 'paging', 'path', 'session', 'chain'] as const
export const CrawlTrap = z
  .object({ kind: z.enum(trapKinds), pattern: z.string(), example: z.string(), urls: Count })
  .meta({
    id: 'CrawlTrap',
    description: 'URLs without end. `urls` is the number of those that were found and not read.',
  })
export type CrawlTrap = z.infer<typeof CrawlTrap>

/**
 * A parameter of URLs that a crawl saw. `ignorable` is true for one that changes nothing, such as `utm_source`.
 * `same_text` tells if pages that only differ by it have the same text; absent if none could be compared.
 */
export const CrawlParameter = z
  .object({ name: z.string(), urls: Count, ignorable: z.boolean(), same_text: z.boolean().optional() })
  .meta({ id: 'CrawlParameter' })
export type CrawlParameter = z.infer<typeof CrawlParameter>

/** What a crawl found, known once it ends. */
export const CrawlFigures = z.object({
  /** Pages it read or tried to read. */
  urls: Count,
  states: z.record(z.enum(indexabilities), Count),
  unread: Count,
  /** Of those with a report. */
  rendered: Count,
  ratings: z.record(z.enum(ratings), Count),
  /** Of the indexable pages. */
  average_score: Points.nullable(),
  lists: z.record(z.enum(crawlLists), Count),
  /** What keeps lists from being complete. Their numbers are those of what is known, and without any, not known. */
  gaps: z.partialRecord(z.enum(crawlLists), z.array(z.enum(listGaps))),
  /** Links on its pages, each once a page. */
  links: z.object({
    internal: Count,
    external: Count,
    nofollow: Count,
    parameters: Count,
    /** Only scripts add them. */
    scripts: Count,
    blocked: Count,
  }),
  traps: z.array(CrawlTrap),
  parameters: z.array(CrawlParameter),
  /** Sentences about what it could not read. */
  problems: z.array(z.string()),
  /** Null if it can't be read. Hashes tell if they changed. */
  robots_hash: z.string().nullable(),
  sitemap_hash: z.string().nullable(),
})
export type CrawlFigures = z.infer<typeof CrawlFigures>

/** What changed from one crawl to another, in numbers: of URLs, of checks, and of targets of links. */
export const CrawlChanges = z
  .object({
    previous_id: Id,
    new: Count,
    gone: Count,
    newly_indexable: Count,
    no_longer_indexable: Count,
    new_issues: Count,
    fixed_issues: Count,
    broken_links: Count,
    repaired_links: Count,
    robots_changed: z.boolean().nullable(),
    sitemap_changed: z.boolean().nullable(),
  })
  .meta({
    id: 'CrawlChanges',
    description:
      'What changed since the crawl `previous_id`, in numbers of URLs, of checks with issues, and of targets of links.',
  })
export type CrawlChanges = z.infer<typeof CrawlChanges>

export const Crawl = z
  .object({
    /** That of its job. */
    id: Id,
    website_id: Id,
    start_url: z.string(),
    limits: CrawlLimits,
    /** That of its reports. */
    ruleset: Count.nullable(),
    schedule_id: Id.nullable(),
    state: z.enum(crawlStates),
    /** Null while it runs. */
    figures: CrawlFigures.nullable(),
    /** The newest complete crawl of the website before it, to compare it with. */
    previous_id: Id.nullable(),
    /** Null until it was compared with that one. */
    changes: CrawlChanges.nullable(),
    started_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: 'Crawl', description: 'A crawl of a website. Its ID is that of its job, and it is kept longer.' })
export type Crawl = z.infer<typeof Crawl>

export const CrawlUrl = z
  .object({
    url: z.string(),
    kind: z.enum(crawlUrlKinds),
    /** The status of the URL itself; null if it was not requested or did not answer. */
    status: Count.nullable(),
    /** The status after redirects. */
    end_status: Count.nullable(),
    redirects_to: z.string().nullable(),
    /** "301, 302" */
    redirect_statuses: z.string().nullable(),
    /** The code of its failure, or of the reason for no request, and the same as a clause for readers. */
    failure: z.string().nullable(),
    reason: z.string().nullable(),
    /** The line of robots.txt that forbids it. */
    robots: z.object({ line: Count, rule: z.string() }).nullable(),
    report_id: Id.nullable(),
    score: Score.nullable(),
    result: z.enum(ratings).nullable(),
    indexability: z.enum(indexabilities).nullable(),
    indexing_code: z.string().nullable(),
    depth: Count.nullable(),
    inlinks: Count,
    orphan: z.enum(orphanKinds).nullable(),
    in_sitemap: z.boolean().nullable(),
    /** Only links that scripts add lead to it. */
    by_script: z.boolean(),
    /** Pages that link to it, with the text of the link. Only in the lists of broken targets. */
    samples: z.array(z.object({ url: z.string(), report_id: Id.nullable(), anchor: z.string() })),
  })
  .meta({ id: 'CrawlUrl', description: 'A URL that a crawl saw.' })
export type CrawlUrl = z.infer<typeof CrawlUrl>

export const UncheckedHost = z
  .object({
    /** With its port, if that isn't the usual one. */
    host: z.string(),
    urls: Count,
    inlinks: Count,
    /** Why all of its URLs weren't checked, as a code and as a clause for readers; null if they differ. */
    failure: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'UncheckedHost', description: 'A host with links to it that a crawl didn’t check.' })
export type UncheckedHost = z.infer<typeof UncheckedHost>

/** Newest first. */
export const crawlListParams = paging()
export const uncheckedHostParams = paging()
export const crawlUrlParams = {
  list: choice(crawlLists, 'all'),
  host: pattern(/^[a-z\d.:[\]_-]{1,260}$/, 'a host, such as www.example.com'),
  ...paging(),
}
export type CrawlListQuery = QueryOf<typeof crawlListParams>
export type UncheckedHostQuery = QueryOf<typeof uncheckedHostParams>
export type CrawlUrlQuery = QueryOf<typeof crawlUrlParams>
