import type { Kysely } from 'kysely'
import type { SitemapUrls } from '#service/fetcher/sitemap-urls.ts'
import { addJobUrls, type Claim, endWork } from '#service/store/jobs/claims.ts'
import type { Schema } from '#service/store/schema.ts'

/** A sitemap that was read and has no URLs. */
export class NothingFound extends Error {
  override name = 'NothingFound'
}

/**
 * Adds the URLs of a job's sitemap, and ends the work on it, in one transaction.
 * @throws NothingFound, or LeaseLost
 */
export async function addUrls(db: Kysely<Schema>, claim: Claim, owner: string, { urls, problem }: SitemapUrls) {
  if (urls.length === 0) throw new NothingFound(`No URLs were found in the sitemap: ${problem ?? 'it’s empty'}.`)
  await db.transaction().execute(async (tx) => {
    await addJobUrls(
      tx,
      claim,
      urls.map((url, at) => ({ line: at + 1, url, host: new URL(url).host })),
    )
    await endWork(tx, claim, owner, { state: 'done', reportId: null })
  })
}
