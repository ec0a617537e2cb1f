import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'
import type { PageIdentity } from './twins.ts'

const pageColumns = ['id', 'url', 'title_hash', 'description_hash', 'body_hash', 'body_shape', 'page_url'] as const

type PageRow = {
  url: string
  title_hash: string | null
  description_hash: string | null
  body_hash: string | null
  body_shape: string | null
  page_url: string | null
}

export const identityOf = ({
  url,
  title_hash,
  description_hash,
  body_hash,
  body_shape,
  page_url,
}: PageRow): PageIdentity => ({
  url,
  pageUrl: page_url ?? url,
  fingerprints: { title: title_hash, description: description_hash, body: body_hash, bodyShape: body_shape },
})

/** The newest report of a URL, which stands for its page; null when it has none. */
export async function newestOf(
  db: Kysely<Schema>,
  websiteId: number,
  url: string,
): Promise<(PageIdentity & { id: number }) | null> {
  const row = await db
    .selectFrom('reports')
    .select(pageColumns)
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
