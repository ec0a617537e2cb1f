import type { Kysely } from 'kysely'
import { grouped } from '#contract/format/numbers.ts'
import { type CrawlFigures, type CrawlList, crawlLists, listGaps } from '#contract/websites/crawls.ts'
import { crawlFigures } from '#service/store/crawls/figures.ts'
import { findOpenCrawl } from '#service/store/crawls/recording.ts'
import type { CrawlAtEnd } from '#service/store/jobs/frontier.ts'
import type { Schema } from '#service/store/schema.ts'
import type { CrawlGraph } from './crawl-graph.ts'
import { patternsOfCrawl } from './crawl-traps.ts'

/** Sentences about what a crawl could not read. */
const maxProblems = 20

/** A crawl whose last step is over. `hasFailed` is true if that failed, and was cut short. */
type EndedCrawl = { crawl: CrawlAtEnd; hasFailed: boolean; links: CrawlGraph['links'] }

/** Returns the figures of an ended crawl. */
export async function figuresOfCrawl(db: Kysely<Schema>, id: number, ended: EndedCrawl): Promise<CrawlFigures> {
  const { limits, total } = ended.crawl
  const sitemaps = (await findOpenCrawl(db, id))?.progress.sitemaps
  const stored = await crawlFigures(db, id)
  const problems = [
    ...(sitemaps?.problem ? [`Some of the website’s sitemaps couldn’t be read in full: ${sitemaps.problem}.`] : []),
    ...(sitemaps?.absent ? [`Some of the website’s sitemaps don’t exist: ${sitemaps.absent}.`] : []),
    ...(total >= limits.max_pages ? [`The crawl stopped at its limit of ${grouped(limits.max_pages)} pages.`] : []),
    ...stored.problems,
  ]
  return {
    ...stored,
    gaps: gapsOf(ended, sitemaps?.problem === null),
    ...(await patternsOfCrawl(db, id)),
    links: { ...ended.links, blocked: stored.links.blocked },
    problems: problems.slice(0, maxProblems),
    robots_hash: sitemaps?.robots_hash ?? null,
    sitemap_hash: sitemaps?.hash ?? null,
  }
}

/** The lists that don't depend on the pages that a crawl has not read. */
const ofWhatWasRead: ReadonlySet<CrawlList> = new Set(['all', 'unread', 'skipped'])
/** The lists that sitemaps decide. */
const ofSitemaps: ReadonlySet<CrawlList> = new Set(['sitemap_only', 'no_inlinks', 'sitemap_faults', 'unlisted'])

/** Returns what kept a crawl from knowing all of its lists. Its patterns don't: nobody asked for what they exclude. */
function gapsOf({ crawl, hasFailed }: EndedCrawl, knowsSitemaps: boolean): CrawlFigures['gaps'] {
  const { limits, total, isCut, isCancelled, hasFullFolder } = crawl
  const isGap = {
    cancelled: isCancelled,
    failed: hasFailed && !isCancelled,
    max_pages: total >= limits.max_pages,
    max_depth: limits.max_depth !== null,
    max_per_folder: hasFullFolder,
    storage: isCut,
    sitemaps: !knowsSitemaps,
  }
  return Object.fromEntries(
    crawlLists.flatMap((list) => {
      const gaps = listGaps.filter(
        (gap) => isGap[gap] && (gap === 'sitemaps' ? ofSitemaps.has(list) : !ofWhatWasRead.has(list)),
      )
      return gaps.length === 0 ? [] : [[list, gaps]]
    }),
  )
}
