import type { Insertable, Kysely } from 'kysely'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import { type CrawlFigures, crawlLists } from '#contract/websites/crawls.ts'
import type { CrawlsTable, CrawlUrlsTable } from '#service/store/crawls/crawls.ts'
import { linkTarget } from '#service/store/pages/link-targets.ts'
import type { Schema } from '#service/store/schema.ts'

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

const noStates = { indexable: 0, unclear: 0, redirect: 0, other_url: 0, unlikely: 0, blocked: 0 }
const noLists = Object.fromEntries(crawlLists.map((list) => [list, 0])) as CrawlFigures['lists']

type GivenFigures = Partial<Omit<CrawlFigures, 'lists'>> & { lists?: Partial<CrawlFigures['lists']> }

/** Returns the figures of a crawl as JSON. */
export const newFigures = ({ lists, ...given }: GivenFigures = {}): string =>
  JSON.stringify({
    urls: 0,
    states: noStates,
    unread: 0,
    rendered: 0,
    ratings: { good: 0, decent: 0, bad: 0 },
    average_score: null,
    lists: { ...noLists, ...lists },
    gaps: {},
    links: { internal: 0, external: 0, nofollow: 0, parameters: 0, scripts: 0, blocked: 0 },
    traps: [],
    parameters: [],
    problems: [],
    robots_hash: null,
    sitemap_hash: null,
    ...given,
  } satisfies CrawlFigures)

/** Returns an indexable page of a crawl. */
export const newCrawlUrl = (
  db: Kysely<Schema>,
  given: Partial<Insertable<CrawlUrlsTable>> & { crawl_id: number; url: string },
): Insertable<CrawlUrlsTable> => ({
  target: linkTarget(db, given.url),
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
  issues: '{}',
  ...given,
})

/** The shop whose crawls are stored. */
const origin = 'https://shop.example'
const urlOf = (path: string) => (path.startsWith('/') ? origin + path : path)

type StoredCrawl = {
  crawl?: Partial<Parameters<typeof newCrawl>[0]>
  /** URLs, or paths of the shop. */
  urls: Record<string, Partial<ReturnType<typeof newCrawlUrl>>>
  /** The pages with a broken link, by its target. */
  links?: Record<string, string[]>
}

/** Stores a crawl of website 1. */
export async function addCrawl(db: Kysely<Schema>, id: number, { crawl, urls, links = {} }: StoredCrawl) {
  await db
    .insertInto('crawls')
    .values(newCrawl({ id, ...crawl }))
    .execute()
  for (const [path, url] of Object.entries(urls))
    await db
      .insertInto('crawl_urls')
      .values(newCrawlUrl(db, { crawl_id: id, url: urlOf(path), ...url }))
      .execute()
  for (const [path, sources] of Object.entries(links))
    for (const source of sources)
      await db
        .insertInto('crawl_links')
        .values({
          crawl_id: id,
          target: linkTarget(db, urlOf(path)),
          source: linkTarget(db, urlOf(source)),
          anchor: `from ${source}`,
        })
        .execute()
}
