import type { Kysely, Transaction } from 'kysely'
import type { PageFacts } from '#analyser/page-facts.ts'
import { maxJobUrls } from '#contract/job.ts'
import type { RobotsFiles } from '#service/fetcher/crawl-robots.ts'
import { PageRefused } from '#service/fetcher/page-refused.ts'
import { type Claim, endWork } from '#service/store/jobs/claims.ts'
import { addFoundPages, crawlOf, type FoundPage } from '#service/store/jobs/frontier.ts'
import type { Schema } from '#service/store/schema.ts'
import type { AnalysesOfJobs } from './analysis-queue.ts'
import { allowedUrls, linksOf, sitemapsIn } from './crawl-rules.ts'

type Deps = { db: Kysely<Schema>; owner: string; readSitemap: AnalysesOfJobs['readSitemap']; robotsFiles: RobotsFiles }

/**
 * Returns how a crawl goes on from its pages. The pages found wait in the job's rows, so a crawl continues after any
 * interruption.
 */
export function createCrawlWork({ db, owner, readSitemap, robotsFiles }: Deps) {
  return {
    /** Returns what adds the pages to which a page leads, once it is stored. */
    async follow(
      claim: Claim,
      facts: PageFacts,
      signal: AbortSignal,
    ): Promise<(tx: Transaction<Schema>) => Promise<void>> {
      const { start, limits, total } = await crawlOf(db, claim.jobId)
      const depth = claim.depth === null ? null : claim.depth + 1
      const isTooDeep = limits.maxDepth !== null && (depth ?? 0) > limits.maxDepth
      if (isTooDeep || total >= limits.maxPages) return async () => {}
      const urls = await allowedUrls(linksOf(facts), { start: new URL(start), limits, robotsFiles, signal })
      const found = urls.map(({ href, host }): FoundPage => ({ url: href, host, depth, orphan: 0 }))
      return (tx) => addFoundPages(tx, claim, found, limits.maxPages)
    },

    /**
     * Adds the pages that only the website's sitemaps name. It comes last, when all links were followed. With a limit of
     * depth, a page that was not found can be linked further down, so it is no orphan.
     */
    async addOrphans(claim: Claim, signal: AbortSignal): Promise<void> {
      const { start: startUrl, limits, total } = await crawlOf(db, claim.jobId)
      const start = new URL(startUrl)
      const found: FoundPage[] = []
      if (limits.maxDepth === null && total < limits.maxPages) {
        const { text } = await robotsFiles(start, signal)
        for (const sitemap of sitemapsIn(text, start)) {
          const { urls } = await readSitemap(sitemap, maxJobUrls, signal).catch(ignoreRefused)
          for (const { href, host } of await allowedUrls(urls, { start, limits, robotsFiles, signal }))
            found.push({ url: href, host, depth: null, orphan: 1 })
        }
      }
      const unique = [...new Map(found.map((page) => [page.url, page])).values()]
      await db.transaction().execute(async (tx) => {
        await endWork(tx, claim, owner, { state: 'done', reportId: null })
        await addFoundPages(tx, claim, unique, limits.maxPages)
      })
    },
  }
}

/** A crawl needs no sitemap. */
function ignoreRefused(error: unknown) {
  if (error instanceof PageRefused) return { urls: [] }
  throw error
}
