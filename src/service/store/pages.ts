import { type Kysely, sql, type Transaction } from 'kysely'
import type { Fingerprints } from '#analyser/page-facts.ts'
import type { Schema } from './schema.ts'

/** What identifies a page. `pageUrl` is the final URL: two URLs that lead to one page are not duplicates. */
export type PageIdentity = { url: string; pageUrl?: string; fingerprints: Fingerprints }

type PageRow = {
  url: string
  title_hash: string | null
  description_hash: string | null
  body_hash: string | null
  body_shape: string | null
  page_url: string | null
}

export const identityOf = (row: PageRow): PageIdentity => ({
  url: row.url,
  pageUrl: row.page_url ?? row.url,
  fingerprints: {
    title: row.title_hash,
    description: row.description_hash,
    body: row.body_hash,
    bodyShape: row.body_shape,
  },
})

/** Returns the page of a URL, as of its newest report; null without reports. */
export async function newestOf(
  db: Kysely<Schema>,
  websiteId: number,
  url: string,
): Promise<(PageIdentity & { id: number }) | null> {
  const row = await db
    .selectFrom('reports')
    .select(['id', 'url', 'title_hash', 'description_hash', 'body_hash', 'body_shape', 'page_url'])
    .where('website_id', '=', websiteId)
    .where('url', '=', url)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { id: row.id, ...identityOf(row) } : null
}

export async function setNewest(tx: Transaction<Schema>, id: number, newest: 0 | 1) {
  await tx.updateTable('reports').set({ newest }).where('id', '=', id).execute()
}

/** Selects the newest report of every other URL of a website. The 1 is a literal, which the partial index requires. */
export const otherPages = (db: Kysely<Schema>, websiteId: number, url: string) =>
  db
    .selectFrom('reports as r')
    .where('r.website_id', '=', websiteId)
    .where('r.newest', '=', sql.lit(1))
    .where('r.url', '<>', url)
