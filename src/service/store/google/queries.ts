import type { Kysely } from 'kysely'
import { batchesOf } from '../engine.ts'
import { fold } from '../lists/search-text.ts'
import type { Schema } from '../schema.ts'
import { addUrls, type Figures, isStorable, sumOf } from './days.ts'

/** What people searched for when Google showed a URL. */
export type SearchQueriesTable = { url_id: number; query: string } & Figures

/** Queries of a page that are kept. */
export const keptQueries = 20

const batchSize = 1_000

export type QueryRow = { url: string; query: string } & Figures

/** Replaces the queries of a website's pages. Those of most clicks are kept, then those of most impressions. */
export async function storeQueries(
  db: Kysely<Schema>,
  websiteId: number,
  { first_day, last_day }: { first_day: string; last_day: string },
  rows: readonly QueryRow[],
): Promise<void> {
  const kept = [...Map.groupBy(rows.filter(isStorable), ({ url }) => url)].flatMap(([url, ofUrl]) => {
    const byQuery = [...Map.groupBy(ofUrl, ({ query }) => query)].map(([query, same]) => ({ query, ...sumOf(same) }))
    const top = byQuery.sort((a, b) => b.clicks - a.clicks || b.impressions - a.impressions).slice(0, keptQueries)
    return top.map((figures) => ({ url, ...figures }))
  })
  await db.transaction().execute(async (tx) => {
    const urls = tx.selectFrom('search_urls').select('id').where('website_id', '=', websiteId)
    await tx.deleteFrom('search_queries').where('url_id', 'in', urls).execute()
    for (const batch of batchesOf(kept, batchSize)) {
      const ids = await addUrls(tx, websiteId, new Set(batch.map(({ url }) => url)))
      const values = batch.map(({ url, ...figures }) => ({ url_id: ids.get(url) ?? 0, ...figures }))
      await tx.insertInto('search_queries').values(values).execute()
    }
    await tx
      .updateTable('search_connections')
      .set({ queries_first_day: first_day, queries_last_day: last_day })
      .where('website_id', '=', websiteId)
      .execute()
  })
}

export type FoundQueries = {
  first_day: string | null
  last_day: string | null
  queries: ({ query: string } & Figures)[]
  /** The words of the first query that the title doesn't have. */
  title_lacks: string[]
}

/** Returns the queries of the page of a report, those of most clicks first. */
export async function findQueries(
  db: Kysely<Schema>,
  { website_id, page_id, title }: { website_id: number; page_id: number; title: string | null },
): Promise<FoundQueries> {
  const days = await db
    .selectFrom('search_connections')
    .select(['queries_first_day as first_day', 'queries_last_day as last_day'])
    .where('website_id', '=', website_id)
    .executeTakeFirst()
  const queries = await db
    .selectFrom('search_urls as u')
    .innerJoin('search_queries as q', 'q.url_id', 'u.id')
    .where('u.website_id', '=', website_id)
    .where('u.page_id', '=', page_id)
    .select(['q.query', ({ fn }) => fn.sum<number>('q.clicks').as('clicks')])
    .select(({ fn }) => fn.sum<number>('q.impressions').as('impressions'))
    .select(({ fn }) => fn.sum<number>('q.position_sum').as('position_sum'))
    .groupBy('q.query')
    .orderBy('clicks', 'desc')
    .orderBy('impressions', 'desc')
    .orderBy('q.query')
    .limit(keptQueries)
    .execute()
  const title_lacks = wordsLacking(title ?? '', queries[0]?.query ?? '')
  return { first_day: days?.first_day ?? null, last_day: days?.last_day ?? null, queries, title_lacks }
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the words of a query that a title doesn't have, each once. */
function wordsLacking(title: string, query: string): string[] {
  const inTitle = new Set(wordsOf(title).map(fold))
  return [...new Set(wordsOf(query))].filter((word) => !inTitle.has(fold(word)))
}
