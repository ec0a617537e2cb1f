import type { Kysely } from 'kysely'
import { linkRows, pageLinksOf } from './page-links.ts'
import type { ReportPayload } from './report-payloads.ts'
import type { Schema } from './schema.ts'

type StoredLinks = { websiteId: number; count: number | null; links: { target: number; broken_url: string | null }[] }

/** Returns the stored links of pages, by the id of their page. Pages of deleted websites are left out. */
export async function storedLinks(db: Kysely<Schema>, ids: readonly number[]): Promise<Map<number, StoredLinks>> {
  if (ids.length === 0) return new Map()
  const pages = await db
    .selectFrom('pages as p')
    .innerJoin('websites as w', 'w.id', 'p.website_id')
    .select(['p.id', 'p.website_id', 'p.link_count'])
    .where('p.id', 'in', ids)
    .where('w.deleted_at', 'is', null)
    .execute()
  const rows = await db.selectFrom('page_links').selectAll().where('page_id', 'in', ids).execute()
  const links = Map.groupBy(rows, ({ page_id }) => page_id)
  return new Map(
    pages.map(({ id, website_id, link_count }) => [
      id,
      { websiteId: website_id, count: link_count, links: links.get(id) ?? [] },
    ]),
  )
}

/** Returns a sentence if the stored links of a page are not those of its newest report. */
export function* wrongLinks(
  pageId: number,
  stored: StoredLinks | undefined,
  payload: ReportPayload,
): Generator<string> {
  if (!stored) return
  const { websiteId, count, links } = stored
  const expected = count === null ? [] : linkRows({ pageId, websiteId, links: pageLinksOf(payload) })
  const rest = new Map(links.map(({ target, broken_url }) => [target, broken_url]))
  const isEach = expected.every(({ target, broken_url }) => rest.get(target) === broken_url)
  if (!isEach || rest.size !== expected.length || (count ?? 0) !== expected.length)
    yield `Page ${pageId}: the links don't match its newest report.`
}
