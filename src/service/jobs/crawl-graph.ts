import type { Kysely } from 'kysely'
import { scriptHop } from '#contract/reports/indexability.ts'
import type { PagePlace } from '#contract/websites/crawls.ts'
import { createBreaks } from '#service/fetcher/timing.ts'
import { outlinksOfPages, urlsOfCrawl } from '#service/store/crawls/ending.ts'
import { readOutlinks, sitemapTarget } from '#service/store/crawls/recording.ts'
import { batchesOf } from '#service/store/engine.ts'
import { packedFactsOf, pagesOfCrawl } from '#service/store/jobs/frontier.ts'
import { linkTarget } from '#service/store/pages/link-targets.ts'
import { readFacts } from '#service/store/reports/report-payloads.ts'
import type { Schema } from '#service/store/schema.ts'
import { linksOf, refreshEndsOf } from './crawl-rules.ts'

/** A URL of a crawl. Texts are not kept: those of 50,000 pages can take 100 MB. */
export type CrawledUrl = {
  /** Of its job; null for a URL that is no page. */
  line: number | null
  report_id: number | null
  /** True if there is an answer, and it is a page itself: neither a redirect nor an error. */
  isOwnPage: boolean
  /** The URL to which it redirects. See `linkTarget`. */
  end: number | null
  /** The click depth by which it was found; null if none is known. */
  before: number | null
  /** The fewest clicks from the start; Infinity if none lead there. */
  depth: number
  /** The number of pages that link to it. */
  inlinks: number
  /** Null if the sitemaps could not be read in full, and those that were don't list it. */
  isListed: boolean | null
  /** A listed URL redirects to it. */
  isEndOfListed: boolean
  /** Scripts redirect to `end`. */
  isScriptRedirect: boolean
  /** A link in the HTML of a page leads to it. */
  hasHtmlLink: boolean
  /** Only links or redirects of scripts lead to it. */
  isByScript: boolean
}

export type CrawlGraph = {
  /** By `linkTarget`. */
  urls: ReadonlyMap<number, CrawledUrl>
  /** Links on its pages, each target once a page. */
  links: { internal: number; external: number; nofollow: number; parameters: number; scripts: number }
}

/** Pages or reports read by one statement. */
const batchSize = 100

/**
 * Returns the URLs of a crawl as they link to each other. Pages are analysed side by side, and those that failed or
 * were interrupted come later, so a page can be found by a longer way first, or only by a sitemap. The links of each
 * page are read twice, and never held all at once. Other requests are served meanwhile.
 */
export async function readCrawlGraph(db: Kysely<Schema>, crawlId: number, signal: AbortSignal): Promise<CrawlGraph> {
  const breaks = createBreaks()
  const urls = new Map<number, CrawledUrl>()
  let start: CrawledUrl | undefined
  for await (const batch of pagesOfCrawl(db, crawlId)) {
    signal.throwIfAborted()
    for (const { line, url, depth, report_id } of batch) {
      const page = { ...unlinked, line, report_id, before: depth }
      urls.set(linkTarget(db, url), page)
      start ??= page
      if (breaks.isDue()) await breaks.take()
    }
  }
  for await (const batch of urlsOfCrawl(db, crawlId)) {
    signal.throwIfAborted()
    for (const { target, kind, status, redirects_to, redirect_statuses } of batch) {
      const url = urls.get(target) ?? { ...unlinked }
      urls.set(target, url)
      if (kind === 'page') {
        url.end = redirects_to === null ? null : linkTarget(db, redirects_to)
        url.isScriptRedirect = redirect_statuses?.endsWith(scriptHop) ?? false
        url.isOwnPage = redirects_to === null && status !== null && status >= 200 && status < 300
      }
      if (breaks.isDue()) await breaks.take()
    }
  }
  const graph = { urls, links: { internal: 0, external: 0, nofollow: 0, parameters: 0, scripts: 0 } }
  await countInlinks(db, crawlId, graph, signal)
  if (start) await findDepths(db, crawlId, { urls, start }, signal)
  await findByScript(urls, start)
  return graph
}

const unlinked = {
  line: null,
  report_id: null,
  isOwnPage: false,
  end: null,
  before: null,
  depth: Infinity,
  inlinks: 0,
  isListed: null,
  isEndOfListed: false,
  isScriptRedirect: false,
  hasHtmlLink: false,
  isByScript: false,
} satisfies CrawledUrl

async function countInlinks(db: Kysely<Schema>, crawlId: number, { urls, links }: CrawlGraph, signal: AbortSignal) {
  const breaks = createBreaks()
  for (const targets of batchesOf([...urls.keys()], batchSize)) {
    signal.throwIfAborted()
    for (const packed of await outlinksOfPages(db, crawlId, targets)) {
      for (const { target, isInternal, isNofollow, hasParameters, isByScript, isRefresh } of readOutlinks(packed)) {
        const to = urls.get(target)
        if (isRefresh && to) to.hasHtmlLink = true
        if (isRefresh) continue
        if (to) to.inlinks += 1
        if (to && !isByScript) to.hasHtmlLink = true
        links[isInternal ? 'internal' : 'external'] += 1
        if (isNofollow) links.nofollow += 1
        if (isByScript) links.scripts += 1
        if (isInternal && hasParameters) links.parameters += 1
      }
      if (breaks.isDue()) await breaks.take()
    }
  }
}

/** Follows redirects and links from the start, one click after the other. */
async function findDepths(
  db: Kysely<Schema>,
  crawlId: number,
  { urls, start }: Pick<CrawlGraph, 'urls'> & { start: CrawledUrl },
  signal: AbortSignal,
) {
  const breaks = createBreaks()
  const targetOf = new Map([...urls].map(([target, url]) => [url, target]))
  let level = new Set([start])
  start.depth = 0
  for (let depth = 0; level.size > 0; depth += 1) {
    const next = new Set<CrawledUrl>()
    const reach = (target: number | null, at: number, found: Set<CrawledUrl>) => {
      const url = target === null ? undefined : urls.get(target)
      if (!url || url.depth <= at) return
      url.depth = at
      found.add(url)
    }
    // Following a redirect or a refresh is no click.
    for (let reached = level; reached.size > 0;) {
      const byRefresh = new Set<CrawledUrl>()
      // The loop also visits the ends that it adds.
      for (const { end } of reached) reach(end, depth, reached)
      for (const batch of batchesOf([...reached], batchSize)) {
        signal.throwIfAborted()
        const targets = batch.map((url) => targetOf.get(url) ?? 0)
        for (const packed of await outlinksOfPages(db, crawlId, targets)) {
          for (const { target, isFollowed, isRefresh } of readOutlinks(packed)) {
            if (isRefresh) reach(target, depth, byRefresh)
            else if (isFollowed) reach(target, depth + 1, next)
          }
          if (breaks.isDue()) await breaks.take()
        }
      }
      reached = byRefresh
    }
    level = next
  }
}

/** Sets for each URL if only scripts lead to it. */
async function findByScript(urls: CrawlGraph['urls'], start: CrawledUrl | undefined) {
  const breaks = createBreaks()
  const known = new Set(start && [start])
  for (const url of urls.values()) {
    if (url.hasHtmlLink) known.add(url)
    const end = url.end === null || url.isScriptRedirect ? undefined : urls.get(url.end)
    if (end && (url.hasHtmlLink || url === start)) known.add(end)
    if (breaks.isDue()) await breaks.take()
  }
  for (const url of urls.values()) {
    url.isByScript = !known.has(url) && (url.inlinks > 0 || url.depth < Infinity)
    if (breaks.isDue()) await breaks.take()
  }
}

/** Sets for each URL if a sitemap lists it. */
export async function readListed(
  db: Kysely<Schema>,
  crawlId: number,
  { urls }: CrawlGraph,
  hasAll: boolean,
): Promise<void> {
  const breaks = createBreaks()
  for (const url of urls.values()) {
    url.isListed = hasAll ? false : null
    if (breaks.isDue()) await breaks.take()
  }
  for (const packed of await outlinksOfPages(db, crawlId, [sitemapTarget]))
    for (const { target } of readOutlinks(packed)) {
      const url = urls.get(target)
      if (url) url.isListed = true
      if (breaks.isDue()) await breaks.take()
    }
  for (const url of urls.values()) {
    const end = url.isListed && url.end !== null ? urls.get(url.end) : undefined
    if (end) end.isEndOfListed = true
  }
}

/** Returns true if only a sitemap leads to a URL, or to one that redirects to it. */
export const isOnlyListed = ({ depth, inlinks, isListed, isEndOfListed }: CrawledUrl) =>
  depth === Infinity && inlinks === 0 && (isListed === true || isEndOfListed)

/**
 * Returns the place of a page in its website. Null for redirects and errors that no click reaches, and if the crawl
 * hasn't seen all links.
 */
export function placeOf(url: CrawledUrl, hasAllLinks: boolean): PagePlace | null {
  if (url.depth < Infinity) return url.isByScript && hasAllLinks ? 'by_script' : 'linked'
  if (!url.isOwnPage || !hasAllLinks) return null
  if (url.inlinks > 0) return 'unreachable'
  if (isOnlyListed(url)) return 'sitemap_only'
  return url.isListed === false ? 'no_inlinks' : null
}

/** Yields the URLs to which reports lead, as crawls follow them. */
export async function* linksOfReports(
  db: Kysely<Schema>,
  ids: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  const breaks = createBreaks()
  for (const batch of batchesOf(ids, batchSize)) {
    signal.throwIfAborted()
    const links: string[] = []
    for (const packed of await packedFactsOf(db, batch)) {
      const facts = readFacts(packed)
      links.push(...refreshEndsOf(facts), ...linksOf(facts))
      if (breaks.isDue()) await breaks.take()
    }
    yield links
  }
}
