import type { Kysely } from 'kysely'
import { createBreaks } from '#service/fetcher/timing.ts'
import { batchesOf } from '#service/store/engine.ts'
import { packedFactsOf, type PageOfCrawl, pagesOfCrawl } from '#service/store/jobs/frontier.ts'
import { linkTarget } from '#service/store/pages/page-links.ts'
import { readFacts } from '#service/store/reports/report-payloads.ts'
import type { Schema } from '#service/store/schema.ts'
import { linksOf } from './crawl-rules.ts'

/** A page of a crawl. `before` is the stored click depth; `depth` the right one, Infinity if no link leads there. */
export type CrawledPage = Pick<PageOfCrawl, 'line' | 'orphan' | 'report_id'> & {
  before: number | null
  depth: number
  /** The `linkTarget` to which it redirects. */
  end: number | null
}

/** The pages of a crawl by `linkTarget`. Their URLs are not kept: those of 50,000 pages can take 100 MB. */
export type CrawledPages = ReadonlyMap<number, CrawledPage>

/** Reports read by one statement. */
const batchSize = 50

/**
 * Returns the pages of a crawl, and those whose click depth or lack of links was wrong, with the right ones. Pages are
 * analysed side by side, and those that failed or were interrupted come later, so a page can be found by a longer way
 * first, or only by a sitemap. Only the pages that can offer a shorter way are read, and each once. Other requests are
 * served meanwhile.
 */
export async function correctDepths(db: Kysely<Schema>, jobId: number, signal: AbortSignal) {
  const breaks = createBreaks()
  const pages = new Map<number, CrawledPage>()
  const levels = new Map<number, Set<CrawledPage>>()
  let deepest = 0
  const add = (page: CrawledPage) => {
    const level = levels.get(page.depth)
    if (level) level.add(page)
    else levels.set(page.depth, new Set([page]))
    if (page.depth < Infinity) deepest = Math.max(deepest, page.depth)
  }
  for await (const batch of pagesOfCrawl(db, jobId)) {
    signal.throwIfAborted()
    for (const { line, url, depth, orphan, report_id, redirects_to } of batch) {
      const end = redirects_to === null ? null : linkTarget(redirects_to)
      const page = { line, orphan, report_id, before: depth, depth: depth ?? Infinity, end }
      pages.set(linkTarget(url), page)
      add(page)
    }
    if (breaks.isDue()) await breaks.take()
  }
  const sizeOf = (depth: number) => levels.get(depth)?.size ?? 0
  const raise = (target: number | null, depth: number) => {
    const page = target === null ? undefined : pages.get(target)
    if (!page || page.depth <= depth) return
    levels.get(page.depth)?.delete(page)
    page.depth = depth
    add(page)
  }
  let deeper = pages.size
  for (let depth = 0; depth <= deepest; depth += 1) {
    const level = levels.get(depth) ?? new Set()
    // Following a redirect is no click. The loop also visits the ends that it adds to the level.
    for (const { end } of level) {
      raise(end, depth)
      if (breaks.isDue()) await breaks.take()
    }
    deeper -= level.size
    if (deeper <= sizeOf(depth + 1)) break
    for await (const links of linksOfPages(db, [...level], signal, breaks))
      for (const url of links) {
        raise(linkTarget(url), depth + 1)
        if (breaks.isDue()) await breaks.take()
      }
  }
  const corrected = [...pages.values()].filter(({ depth, before }) => depth < (before ?? Infinity))
  for (const page of corrected) page.orphan = 0
  return { pages: pages as CrawledPages, corrected }
}

/** Yields the URLs to which pages lead, as crawls store them. Pages without a report have none. */
export async function* linksOfPages(
  db: Kysely<Schema>,
  pages: readonly Pick<PageOfCrawl, 'report_id'>[],
  signal: AbortSignal,
  breaks = createBreaks(),
): AsyncGenerator<string[]> {
  const ids = pages.flatMap(({ report_id }) => (report_id === null ? [] : [report_id]))
  for (const batch of batchesOf(ids, batchSize)) {
    signal.throwIfAborted()
    const links: string[] = []
    for (const packed of await packedFactsOf(db, batch)) {
      for (const text of linksOf(readFacts(packed))) {
        const url = URL.parse(text)
        if (!url) continue
        url.hash = ''
        links.push(url.href)
      }
      if (breaks.isDue()) await breaks.take()
    }
    yield links
  }
}
