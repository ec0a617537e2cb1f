import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** Crawls of a website that are kept. */
const keptCrawls = 20

/** Deletes up to `batch` rows of crawls beyond the kept ones, and the links of those without a job. */
export async function purgeCrawls(db: Kysely<Schema>, batch = 500): Promise<number> {
  const jobless = await db
    .selectFrom('crawls as c')
    .select('c.id')
    .where('c.id', 'not in', db.selectFrom('jobs').select('id').where('urls_kept', '=', 1))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('crawl_outlinks as o').select('o.target').whereRef('o.crawl_id', '=', 'c.id')),
    )
    .limit(1)
    .executeTakeFirst()
  if (jobless) return deleteSome(db, 'crawl_outlinks', jobless.id, batch)
  const newer = sql<SqlBool>`(select count(*) from crawls as n where n.website_id = c.website_id and n.id > c.id)
    >= ${keptCrawls}`
  const old = await db
    .selectFrom('crawls as c')
    .select('c.id')
    .where('c.state', '<>', 'running')
    .where(newer)
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()
  if (!old) return 0
  return deleteSomeOfCrawl(db, old.id, batch)
}

/** Deletes about `batch` rows of a crawl, its own row last. Returns their number. */
export async function deleteSomeOfCrawl(db: Kysely<Schema>, id: number, batch: number): Promise<number> {
  for (const table of ['crawl_urls', 'crawl_links', 'crawl_outlinks'] as const) {
    const deleted = await deleteSome(db, table, id, batch)
    if (deleted > 0) return deleted
  }
  return Number((await db.deleteFrom('crawls').where('id', '=', id).executeTakeFirst()).numDeletedRows)
}

async function deleteSome(
  db: Kysely<Schema>,
  table: 'crawl_urls' | 'crawl_links' | 'crawl_outlinks',
  id: number,
  batch: number,
): Promise<number> {
  const rows = await db.selectFrom(table).select('target').where('crawl_id', '=', id).limit(batch).execute()
  if (rows.length === 0) return 0
  const targets = [...new Set(rows.map(({ target }) => target))]
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('crawl_id', '=', id)
    .where('target', 'in', targets)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
