import * as z from 'zod'
import { paging } from '../lists/list-query.ts'
import { choice, pattern } from '../lists/query-params.ts'
import { indexabilities } from '../reports/indexability.ts'
import { Count, Id, maxCheckId, Score, Timestamp } from '../values.ts'
import { crawlStates, crawlUrlKinds } from './crawls.ts'

/**
 * The reasons for a crawl that didn't look at everything that the other one did: it hasn't ended, or ended early; a
 * limit left URLs out; or it started somewhere else or had other rules for its URLs.
 */
export const partialReasons = ['running', 'failed', 'cancelled', 'limited', 'other_start', 'other_rules'] as const
export type PartialReason = (typeof partialReasons)[number]

/** The changes of URLs. `depth` is another click depth. */
export const crawlUrlChanges = ['new', 'gone', 'newly_indexable', 'no_longer_indexable', 'depth'] as const
export const crawlIssueChanges = ['new', 'fixed'] as const
/** `broken`: the link is broken now, and was not there or not broken before. `repaired`: the other way round. */
export const crawlLinkChanges = ['broken', 'repaired'] as const

/** The first rows of each list in a comparison, and of the pages of one row. */
export const maxComparedRows = 20
export const maxComparedPages = 10

const ComparedCrawl = z
  .object({
    id: Id,
    start_url: z.string(),
    state: z.enum(crawlStates),
    ruleset: Count.nullable(),
    started_at: Timestamp,
    finished_at: Timestamp.nullable(),
    /** The pages that it read or tried to read. */
    urls: Count,
    partial: z.array(z.enum(partialReasons)),
    /** URLs of the other crawl that this one doesn't know. Without a reason in `partial`, they are new or gone. */
    not_looked_at: Count,
    /** Pages that the other crawl read, and that gave no answer in this one. */
    unread: Count,
  })
  .meta({
    id: 'ComparedCrawl',
    description:
      'One of two crawls. If `partial` has a reason, it didn’t look at everything, so URLs that only the other one has are no changes. `not_looked_at` is their number.',
  })
export type ComparedCrawl = z.infer<typeof ComparedCrawl>

const CrawledState = z
  .object({
    status: z.int().nullable(),
    redirects_to: z.string().nullable(),
    failure: z.string().nullable(),
    indexability: z.enum(indexabilities).nullable(),
    indexing_code: z.string().nullable(),
    depth: Count.nullable(),
    score: Score.nullable(),
    report_id: Id.nullable(),
  })
  .meta({ id: 'CrawledState', description: 'A URL as one crawl saw it.' })
export type CrawledState = z.infer<typeof CrawledState>

export const CrawlUrlChange = z
  .object({ url: z.string(), before: CrawledState.nullable(), after: CrawledState.nullable() })
  .meta({ id: 'CrawlUrlChange', description: 'A URL in two crawls. Null: the crawl doesn’t have it.' })
export type CrawlUrlChange = z.infer<typeof CrawlUrlChange>

const ComparedPage = z.object({ url: z.string(), report_id: Id.nullable() })

export const CrawlIssueChange = ComparedPage.extend({ check: z.string(), name: z.string().nullable() }).meta({
  id: 'CrawlIssueChange',
  description:
    'A page with a new issue, or without an issue that it had. The report is that of the later crawl. New issues include those of new pages, fixed ones don’t include those of pages that are gone.',
})
export type CrawlIssueChange = z.infer<typeof CrawlIssueChange>

const LinkTarget = z.object({
  target: z.string(),
  kind: z.enum(crawlUrlKinds),
  /** Its answer in the later crawl; if that doesn't know it, in the earlier one. */
  status: z.int().nullable(),
  failure: z.string().nullable(),
  redirects_to: z.string().nullable(),
  /** True if other links to it were broken before, or still are. */
  was_known: z.boolean(),
})

export const CrawlLinkChange = LinkTarget.extend({ ...ComparedPage.shape, anchor: z.string() }).meta({
  id: 'CrawlLinkChange',
  description: 'A link from the page `url` that became broken, or is no longer.',
})
export type CrawlLinkChange = z.infer<typeof CrawlLinkChange>

const listOfFirst = <Row extends z.ZodType>(row: Row) => z.object({ total: Count, rows: z.array(row) })

export const CrawlComparison = z
  .object({
    website_id: Id,
    before: ComparedCrawl,
    after: ComparedCrawl,
    urls: z.record(z.enum(crawlUrlChanges), listOfFirst(CrawlUrlChange)),
    /** By check, the ones with most pages first. */
    issues: z.record(
      z.enum(crawlIssueChanges),
      listOfFirst(
        z.object({ check: z.string(), name: z.string().nullable(), pages: Count, samples: z.array(ComparedPage) }),
      ),
    ),
    /** The checks that can be compared: not those that mean something else in the other ruleset. */
    checks: z.object({ compared: z.enum(['all', 'some', 'none']), left_out: z.array(z.string()) }),
    /** By target, those with most links first. */
    links: z.record(
      z.enum(crawlLinkChanges),
      listOfFirst(LinkTarget.extend({ links: Count, samples: z.array(ComparedPage.extend({ anchor: z.string() })) })),
    ),
    /** Null if one of the crawls couldn't read it. */
    robots_changed: z.boolean().nullable(),
    sitemap_changed: z.boolean().nullable(),
  })
  .meta({
    id: 'CrawlComparison',
    description: `What changed from the crawl \`before\` (\`other\` in the path) to the crawl \`after\` (\`crawl\` in the path), whichever is older. Each list has its total and its first ${maxComparedRows} rows.`,
  })
export type CrawlComparison = z.infer<typeof CrawlComparison>

/** The lists of a comparison with pages. */
export const comparedUrlParams = { change: choice(crawlUrlChanges, 'new'), ...paging() }
export const comparedIssueParams = {
  change: choice(crawlIssueChanges, 'new'),
  check: pattern(new RegExp(`^[a-z0-9-]{1,${maxCheckId}}$`), 'the ID of a check'),
  ...paging(),
}
export const comparedLinkParams = { change: choice(crawlLinkChanges, 'broken'), ...paging() }
