import type { Kysely } from 'kysely'
import { createBreaks } from '#service/fetcher/breaks.ts'
import { withoutFragment } from '#service/fetcher/page-url.ts'
import { batchesOf } from '#service/store/batches.ts'
import { packedFactsOf, type PageOfCrawl, pagesOfCrawl } from '#service/store/jobs/frontier.ts'
import { readFacts } from '#service/store/reports/report-payloads.ts'
import type { Schema } from '#service/store/schema.ts'
import { linksOf } from './crawl-rules.ts'

/** A page whose click depth was too high before. */
export type CorrectedPage = PageOfCrawl & { depth: number; before: number }

/** Reports read by one statement. */
const batchSize = 50

/**
 * Returns the pages of a crawl whose click depth is too high, with the right one. Pages are analysed side by side, and
 * those that failed or were interrupted come later, so a page can be found by a longer way first. Only the pages that
 * can offer a shorter way are read, and each once.
 */
export async function findShorterWays(
  db: Kysely<Schema>,
  jobId: number,
  signal: AbortSignal,
): Promise<CorrectedPage[]> {
  const pages = (await pagesOfCrawl(db, jobId)).flatMap(({ depth, ...page }) =>
    depth === null ? [] : [{ ...page, depth, before: depth }],
  )
  const byUrl = new Map(pages.map((page) => [page.url, page]))
  for (let next = 1; pages.some(({ depth }) => depth > next); next += 1) {
    const level = pages.filter(({ depth }) => depth === next - 1)
    for await (const url of linksOfPages(db, level, signal)) {
      const page = byUrl.get(url)
      if (page && page.depth > next) page.depth = next
    }
  }
  return pages.filter(({ depth, before }) => depth < before)
}

/** Yields the URLs to which pages lead, as crawls store them. Pages without a report are left out. */
export async function* linksOfPages(
  db: Kysely<Schema>,
  pages: readonly PageOfCrawl[],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const breaks = createBreaks()
  const ids = pages.flatMap(({ report_id }) => (report_id === null ? [] : [report_id]))
  for (const batch of batchesOf(ids, batchSize)) {
    signal.throwIfAborted()
    for (const packed of await packedFactsOf(db, batch)) {
      for (const text of linksOf(readFacts(packed))) {
        const url = URL.parse(text)
        if (url) yield withoutFragment(url).href
      }
      if (breaks.isDue()) await breaks.take()
    }
  }
}
