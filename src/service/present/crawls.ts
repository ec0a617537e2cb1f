import type { ExportColumns } from '#contract/lists/exports.ts'
import { ratingTable } from '#contract/reports/rating.ts'
import type { CrawlUrl } from '#contract/websites/crawls.ts'
import { yesNo } from '#contract/websites/page-row.ts'
import type { CrawlUrlRecord } from '#service/store/crawls/crawl-lists.ts'

export function presentCrawlUrl({
  target: _target,
  robots_line,
  robots_rule,
  in_sitemap,
  by_script,
  ...url
}: CrawlUrlRecord): CrawlUrl {
  return {
    ...url,
    robots: robots_line === null ? null : { line: robots_line, rule: robots_rule ?? '' },
    in_sitemap: in_sitemap === null ? null : in_sitemap === 1,
    by_script: by_script === 1,
  }
}

type CrawlUrlLine = CrawlUrl & { from: string | null; anchor: string | null }

/** Returns a line for each link to a URL, or one for the URL. */
export const crawlUrlLines = (url: CrawlUrl): CrawlUrlLine[] =>
  url.samples.length === 0
    ? [{ ...url, from: null, anchor: null }]
    : url.samples.map((link) => ({ ...url, from: link.url, anchor: link.anchor }))

export const crawlUrlColumns: ExportColumns<CrawlUrlLine> = [
  ['URL', ({ url }) => url],
  ['Kind', ({ kind }) => kind],
  ['Status', ({ status }) => status],
  ['Redirects to', ({ redirects_to }) => redirects_to],
  ['Status of target', ({ end_status }) => end_status],
  ['Failure', ({ failure }) => failure],
  ['robots.txt line', ({ robots }) => robots && robots.line],
  ['Rule', ({ robots }) => robots && robots.rule],
  ['Indexing', ({ indexability }) => indexability],
  ['Reason', ({ indexing_code }) => indexing_code],
  ['Click depth', ({ depth }) => depth],
  ['Inlinks', ({ inlinks }) => inlinks],
  ['Orphan', ({ orphan }) => orphan],
  ['In sitemap', ({ in_sitemap }) => yesNo(in_sitemap)],
  ['Linked only by scripts', ({ by_script }) => yesNo(by_script)],
  ['Score', ({ score }) => score],
  ['Rating', ({ result }) => result && ratingTable[result].label],
  ['Linked from', ({ from }) => from],
  ['Anchor', ({ anchor }) => anchor],
]
