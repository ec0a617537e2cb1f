import * as z from 'zod'
import { paging } from '../lists/list-query.ts'
import { checkId, choice } from '../lists/query-params.ts'
import { IssueExtent } from '../reports/comparison.ts'
import { indexabilities } from '../reports/indexability.ts'
import { Count, Id, Score, Timestamp } from '../values.ts'
import { crawlStates, crawlUrlKinds } from './crawls.ts'
import { RobotsLine } from './robots-lines.ts'

/**
 * The reasons for a crawl that didn't look at everything that the other one did: it hasn't ended, or ended early; a
 * limit left URLs out; or it started somewhere else or had other rules for its URLs.
 */
export const partialReasons = ['running', 'failed', 'cancelled', 'limited', 'other_start', 'other_rules'] as const
export type PartialReason = (typeof partialReasons)[number]

/** The changes of URLs. `depth` is another click depth. */
export const crawlUrlChanges = ['new', 'gone', 'newly_indexable', 'no_longer_indexable', 'depth'] as const
/** The changes of what a page says. `words` differ from a fifth. */
export const crawlValueChanges = [
  'status',
  'title',
  'description',
  'h1',
  'canonical',
  'robots',
  'hreflang',
  'words',
  'structured_data',
] as const
export type CrawlValueChangeName = (typeof crawlValueChanges)[number]

/**
 * `partly_fixed`: the page has fewer places with the issue, or a warning instead of a failure; `worse`: the other way
 * round. `removed`: the check no longer applies to the page, such as that of hreflang tags after all were removed.
 * `gone`: the page redirects now, returns an error, is blocked by robots.txt or wasn't found again. Neither is a
 * repair.
 */
export const crawlIssueChanges = ['new', 'worse', 'partly_fixed', 'fixed', 'removed', 'gone'] as const
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

const Value = z.union([z.string(), z.number(), z.array(z.string()), z.null()])

export const CrawlValueChange = z
  .object({ url: z.string(), report_id: Id.nullable(), before: Value, after: Value })
  .meta({
    id: 'CrawlValueChange',
    description:
      'What a page says in two crawls: a text, a status, a number of words, or a list of robots rules, hreflang links or types of structured data. Null or an empty list: it has none. The report is that of the later crawl, or else of the earlier one.',
  })
export type CrawlValueChange = z.infer<typeof CrawlValueChange>

/** What a crawl keeps of a page to compare it with another crawl, and the checks that don't apply to it. */
export type CrawledContent = {
  title: string | null
  description: string | null
  h1: string | null
  canonical: string | null
  robots: string[]
  hreflang: string[]
  words: number | null
  structured_data: string[]
  not_applicable: string[]
}

const ComparedPage = z.object({ url: z.string(), report_id: Id.nullable() })

/** An issue in both crawls. Null: the crawl doesn't have it. */
const Extents = z.object({ before: IssueExtent.nullable(), after: IssueExtent.nullable() })

export const CrawlIssueChange = ComparedPage.extend({
  check: z.string(),
  name: z.string().nullable(),
  ...Extents.shape,
}).meta({
  id: 'CrawlIssueChange',
  description:
    'A page with a new issue, without an issue that it had, or with more or less of one. Crawls from before the number of places was kept don’t tell it. The report is that of the later crawl, and for `gone` of the earlier one. New issues include those of new pages. `fixed` are issues of pages that both crawls read; `removed` ones no longer apply, because what the check looks at was removed; `gone` are those of pages that redirect now, return an error, are blocked by robots.txt or weren’t found again.',
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
    /** Empty for crawls from before their contents were kept. */
    values: z.record(z.enum(crawlValueChanges), listOfFirst(CrawlValueChange)),
    /** By check, the ones with most pages first. */
    issues: z.record(
      z.enum(crawlIssueChanges),
      listOfFirst(
        z.object({
          check: z.string(),
          name: z.string().nullable(),
          /** The issue, named as a problem: "The page has no H1". */
          problem: z.string().nullable(),
          pages: Count,
          samples: z.array(ComparedPage.extend(Extents.shape)),
        }),
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
    /** Null if it didn't change, or if what one of the crawls read isn't known whole. */
    robots_lines: z.object({ removed: listOfFirst(RobotsLine), added: listOfFirst(RobotsLine) }).nullable(),
    sitemap_changed: z.boolean().nullable(),
  })
  .meta({
    id: 'CrawlComparison',
    description: `What changed from the crawl \`before\` (\`other\` in the path) to the crawl \`after\` (\`crawl\` in the path), whichever is older. Each list has its total and its first ${maxComparedRows} rows.`,
  })
export type CrawlComparison = z.infer<typeof CrawlComparison>

/** The lists of a comparison with pages. */
export const comparedUrlParams = { change: choice([...crawlUrlChanges, ...crawlValueChanges], 'new'), ...paging() }
export const comparedIssueParams = {
  change: choice(crawlIssueChanges, 'new'),
  check: checkId,
  ...paging(),
}
export const comparedLinkParams = { change: choice(crawlLinkChanges, 'broken'), ...paging() }
