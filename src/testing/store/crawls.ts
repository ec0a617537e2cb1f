import type { Insertable } from 'kysely'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import type { CrawlsTable, CrawlUrlsTable } from '#service/store/crawls/crawls.ts'
import { linkTarget } from '#service/store/pages/page-links.ts'

/** Returns a crawl of website 1 that has ended. */
export const newCrawl = (given: Partial<Insertable<CrawlsTable>> & { id: number }): Insertable<CrawlsTable> => ({
  website_id: 1,
  start_url: 'https://shop.example/',
  limits: JSON.stringify(defaultCrawlLimits),
  schedule_id: null,
  state: 'done',
  figures: null,
  ruleset: 6,
  started_at: '2026-05-01T12:00:00.000Z',
  finished_at: '2026-05-01T12:05:00.000Z',
  ...given,
})

/** Returns an indexable page of a crawl. */
export const newCrawlUrl = (
  given: Partial<Insertable<CrawlUrlsTable>> & { crawl_id: number; url: string },
): Insertable<CrawlUrlsTable> => ({
  target: linkTarget(given.url),
  kind: 'page',
  checked: 1,
  status: 200,
  end_status: null,
  redirects_to: null,
  redirect_statuses: null,
  failure: null,
  reason: null,
  robots_line: null,
  robots_rule: null,
  report_id: 1,
  score: 85,
  result: 'good',
  indexability: 'indexable',
  indexing_code: 'open',
  depth: 0,
  inlinks: 0,
  orphan: null,
  in_sitemap: 1,
  issues: null,
  ...given,
})
