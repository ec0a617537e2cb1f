import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Returns how many reports of each page a website keeps (null: all); undefined if there is no such website. */
export async function findRetention(db: Kysely<Schema>, websiteId: number): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('websites')
    .select('keep_reports')
    .where('id', '=', websiteId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.keep_reports
}

/** Returns false if there is no such website. */
export async function setRetention(db: Kysely<Schema>, websiteId: number, keep: number | null): Promise<boolean> {
  const update = db
    .updateTable('websites')
    .set({ keep_reports: keep })
    .where('id', '=', websiteId)
    .where('deleted_at', 'is', null)
  return (await update.executeTakeFirst()).numUpdatedRows === 1n
}

/** Returns the websites that don't keep all reports. */
export const websitesWithRetention = (db: Kysely<Schema>): Promise<{ id: number; keep: number }[]> =>
  db
    .selectFrom('websites')
    .select(['id', 'keep_reports as keep'])
    .$narrowType<{ keep: number }>()
    .where('keep_reports', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

type PageRow = { id: number; url: string }

/** Returns the next pages, by id, that have more than `keep` reports. */
export const pagesWithMore = (
  db: Kysely<Schema>,
  websiteId: number,
  { keep, after, limit }: { keep: number; after: number; limit: number },
): Promise<PageRow[]> =>
  db
    .selectFrom('pages')
    .select(['id', 'url'])
    .where('website_id', '=', websiteId)
    .where('reports_count', '>', keep)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Returns the expired reports of a page, oldest first: all but the last `keep`, the last one of each month (in UTC) and
 * those that a share link names, as long as the link works.
 */
export async function expiredReports(
  db: Kysely<Schema>,
  { websiteId, url, keep }: { websiteId: number; url: string; keep: number },
  now = new Date().toISOString(),
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select r.id from reports as r
    where r.website_id = ${websiteId} and r.url = ${url}
      and r.id < (select k.id from reports as k where k.website_id = ${websiteId} and k.url = ${url}
        order by k.id desc limit 1 offset ${keep - 1})
      and exists (select 1 from reports as m where m.website_id = ${websiteId} and m.url = ${url} and m.id > r.id
        and substr(m.created_at, 1, 7) = substr(r.created_at, 1, 7))
      and not exists (select 1 from links as l where r.id in (l.report_id, l.compare_id, l.checked_report_id)
        and l.website_id = ${websiteId} and l.revoked_at is null and (l.expires_at is null or l.expires_at > ${now}))
    order by r.id`.execute(db)
  return rows.map(({ id }) => id)
}
