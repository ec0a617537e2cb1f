import type { Generated } from 'kysely'
import type { IssueOutcome } from '#contract/reports/analysis.ts'
import type { Indexability, IndexingCode } from '#contract/reports/indexability.ts'
import type { Rating } from '#contract/reports/rating.ts'
import {
  type CrawlChanges,
  type CrawlFigures,
  crawlLists,
  type CrawlState,
  type CrawlUrlKind,
  type OrphanKind,
} from '#contract/websites/crawls.ts'

/** Kept after its job is deleted. */
export type CrawlsTable = {
  /** That of its job. */
  id: number
  website_id: number
  start_url: string
  /** JSON of `CrawlLimits`. */
  limits: string
  schedule_id: number | null
  state: CrawlState
  /** JSON of `CrawlFigures`; null while it runs. */
  figures: string | null
  /** That of its reports. */
  ruleset: number | null
  /** The state of its last step, as JSON. */
  progress: string | null
  /** JSON of `CrawlChanges`: "null" without an earlier crawl, null until it is compared. */
  changes: Generated<string | null>
  /** 1 once its changes were checked for alerts. */
  alerted: Generated<0 | 1>
  /** The text of robots.txt. Null if it couldn't be read, and for crawls from before the column. */
  robots_txt: Generated<string | null>
  /** The number of its URLs that are no pages. */
  targets: Generated<number>
  started_at: string
  finished_at: string | null
}

/**
 * The checks of a page that fail or warn, with the number of places, and those that couldn't be decided, whose issues
 * are neither new nor fixed. Crawls from before places were counted have the outcome alone.
 */
export type StoredIssues = Record<string, 'unknown' | IssueOutcome | [IssueOutcome, number | null]>

/** A URL that a crawl saw, and the answer to it. Columns about pages are set when the crawl ends. */
export type CrawlUrlsTable = {
  crawl_id: number
  /** See `linkTarget`. */
  target: number
  url: string
  kind: CrawlUrlKind
  /** 1 once an answer is known, or is known to be missing. */
  checked: Generated<0 | 1>
  /** The status of the URL itself. */
  status: number | null
  /** The status after redirects. */
  end_status: number | null
  redirects_to: string | null
  redirect_statuses: string | null
  /** The code of the failure, or the reason for no request. */
  failure: string | null
  /** The failure as a clause for readers. */
  reason: string | null
  robots_line: number | null
  robots_rule: string | null
  report_id: number | null
  score: number | null
  result: Rating | null
  indexability: Indexability | null
  indexing_code: IndexingCode | null
  depth: number | null
  inlinks: Generated<number>
  orphan: OrphanKind | null
  in_sitemap: 0 | 1 | null
  /** 1 for a page that only links of scripts lead to. */
  by_script: Generated<1 | null>
  /** The links of a page with too many, beyond those that the crawl read. */
  cut_links: Generated<number | null>
  /** JSON of `StoredIssues`. Null if its links couldn't be checked. */
  issues: string | null
  /** JSON of `CrawledContent`. Null for a URL without a page of its own, and for crawls from before the column. */
  content: Generated<string | null>
}

/** A link to a target that is broken, from a page of the crawl. */
export type CrawlLinksTable = {
  crawl_id: number
  target: number
  /** The `linkTarget` of the page. */
  source: number
  anchor: string
}

/** The packed links of a page, and those of the sitemaps, under the target 0. Kept as long as the job. */
export type CrawlOutlinksTable = { crawl_id: number; target: number; links: Buffer }

type StoredFigures = Omit<CrawlFigures, 'rendered' | 'links' | 'gaps'> & {
  rendered?: number
  gaps?: CrawlFigures['gaps']
  links: Omit<CrawlFigures['links'], 'scripts'> & { scripts?: number }
}

const noLists = Object.fromEntries(crawlLists.map((list) => [list, 0])) as CrawlFigures['lists']

/** Reads stored figures. Those of older crawls lack some, which were 0. */
export function readFigures(json: string | null): CrawlFigures | null {
  if (json === null) return null
  const figures = JSON.parse(json) as StoredFigures
  return {
    ...figures,
    rendered: figures.rendered ?? 0,
    gaps: figures.gaps ?? {},
    lists: { ...noLists, ...figures.lists },
    links: { ...figures.links, scripts: figures.links.scripts ?? 0 },
  }
}

export const readChanges = (json: string | null) => (json === null ? null : (JSON.parse(json) as CrawlChanges | null))
