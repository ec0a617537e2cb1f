import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { urlKey } from '#contract/url-key.ts'
import { batchesOf, engineOf } from '../engine.ts'
import { linkTarget } from '../pages/link-targets.ts'
import type { Schema } from '../schema.ts'
import { urlsOf } from './days.ts'

const batchSize = 1_000
/** Google follows as many. */
const maxRedirects = 10

type StoredUrl = { id: number; url: string; url_key: string; page_id: number | null }

/**
 * Gives the URLs of a website that Google names the pages of ours: the page of that URL, else the one at the end of
 * known redirects, else the first whose report declares it as its canonical URL.
 */
export async function matchUrls(db: Kysely<Schema>, websiteId: number): Promise<void> {
  for (const ids of batchesOf(await urlsOf(db, websiteId), batchSize)) {
    const urls = await db
      .selectFrom('search_urls')
      .select(['id', 'url', 'url_key', 'page_id'])
      .where('id', 'in', ids)
      .execute()
    const found = await pagesByKey(db, websiteId, urls)
    const missing = () => urls.filter(({ url_key }) => !found.has(url_key))
    for (const [key, page] of await pagesByRedirect(db, websiteId, missing())) found.set(key, page)
    for (const [key, page] of await pagesByCanonical(db, websiteId, missing())) found.set(key, page)
    const changed = urls.filter(({ url_key, page_id }) => page_id !== (found.get(url_key) ?? null))
    await setPages(
      db,
      changed.map(({ id, url_key }) => ({ id, page_id: found.get(url_key) ?? null })),
    )
    await yieldToEventLoop()
  }
}

type Found = Map<string, number>

async function pagesByKey(
  db: Kysely<Schema>,
  websiteId: number,
  urls: readonly Pick<StoredUrl, 'url_key'>[],
): Promise<Found> {
  if (urls.length === 0) return new Map()
  const keys = urls.map(({ url_key }) => url_key)
  const pages = db.selectFrom('pages').select(['id', 'url_key']).where('website_id', '=', websiteId)
  const rows = await pages.where('url_key', 'in', keys).execute()
  return new Map(rows.map(({ id, url_key }) => [url_key, id]))
}

/** Follows the redirects that the latest crawl found, by batch, to pages of the website. */
async function pagesByRedirect(db: Kysely<Schema>, websiteId: number, urls: readonly StoredUrl[]): Promise<Found> {
  const found: Found = new Map()
  const crawl = await db
    .selectFrom('crawls')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('website_id', '=', websiteId)
    .where('state', '<>', 'running')
    .executeTakeFirst()
  if (typeof crawl?.id !== 'number') return found
  let at = new Map(urls.map(({ url, url_key }) => [url_key, url]))
  for (let hops = 0; at.size > 0 && hops < maxRedirects; hops += 1) {
    const targets = new Map([...at].map(([key, url]) => [key, linkTarget(db, url)]))
    const rows = await db
      .selectFrom('crawl_urls')
      .select(['target', 'redirects_to'])
      .where('crawl_id', '=', crawl.id)
      .where('target', 'in', [...targets.values()])
      .where('redirects_to', 'is not', null)
      .$narrowType<{ redirects_to: string }>()
      .execute()
    const byTarget = new Map(rows.map(({ target, redirects_to }) => [target, redirects_to]))
    const next = new Map<string, string>()
    for (const [key, target] of targets) {
      const to = byTarget.get(target)
      if (to !== undefined) next.set(key, to)
    }
    const pages = await pagesByKey(
      db,
      websiteId,
      [...next.values()].map((url) => ({ url_key: urlKey(url) })),
    )
    at = new Map()
    for (const [key, url] of next) {
      const page = pages.get(urlKey(url))
      if (page === undefined) at.set(key, url)
      else found.set(key, page)
    }
  }
  return found
}

async function pagesByCanonical(db: Kysely<Schema>, websiteId: number, urls: readonly StoredUrl[]): Promise<Found> {
  if (urls.length === 0) return new Map()
  const spellings = new Map(urls.flatMap(({ url, url_key }) => [[url, url_key] as const, [url_key, url_key] as const]))
  const rows = await db
    .selectFrom('pages')
    .select(['canonical', ({ fn }) => fn.min('id').as('id')])
    .where('website_id', '=', websiteId)
    .where('canonical', 'in', [...spellings.keys()])
    .where('latest_report_id', '>', 0)
    .groupBy('canonical')
    .$narrowType<{ canonical: string }>()
    .execute()
  const found: Found = new Map()
  for (const { canonical, id } of rows) {
    const key = spellings.get(canonical) ?? ''
    found.set(key, Math.min(id, found.get(key) ?? id))
  }
  return found
}

async function setPages(db: Kysely<Schema>, rows: readonly Pick<StoredUrl, 'id' | 'page_id'>[]): Promise<void> {
  if (rows.length === 0) return
  const type = sql.raw(engineOf(db) === 'postgres' ? 'bigint' : 'integer')
  const values = rows.map(({ id, page_id }) => sql`(cast(${id} as ${type}), cast(${page_id} as ${type}))`)
  await sql`with found (id, page_id) as (values ${sql.join(values)})
    update search_urls set page_id = found.page_id from found where search_urls.id = found.id`.execute(db)
}

/** Takes the pages that are about to be deleted from their URLs. */
export async function releaseUrls(tx: Transaction<Schema>, pageIds: readonly number[]): Promise<void> {
  const websites = tx.selectFrom('pages').select('website_id').where('id', 'in', pageIds)
  const urls = tx.updateTable('search_urls').set({ page_id: null }).where('website_id', 'in', websites)
  await urls.where('page_id', 'in', pageIds).execute()
}
