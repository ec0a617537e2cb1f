import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** Returns the number of reports kept for each page (null: all); undefined if there is no such website. */
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

/** Returns the IDs of the next pages, in order, that have more than `keep` reports. */
export const pagesWithMore = (
  db: Kysely<Schema>,
  websiteId: number,
  { keep, after, limit }: { keep: number; after: number; limit: number },
): Promise<{ id: number }[]> =>
  db
    .selectFrom('pages')
    .select('id')
    .where('website_id', '=', websiteId)
    .where('reports_count', '>', keep)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export type ExpiredReport = { id: number; page_id: number }

/**
 * Returns the expired reports of pages of a website, oldest first: all but the last `keep`, the last one of each month
 * (in UTC) and those that a share link names, as long as the link works.
 */
export async function expiredReports(
  db: Kysely<Schema>,
  { website_id, pages, keep }: { website_id: number; pages: number[]; keep: number },
  now = new Date().toISOString(),
): Promise<ExpiredReport[]> {
  if (pages.length === 0) return []
  // Materialized, so that the first kept report is found once per page, not once per report. The cross join makes
  // SQLite start with the pages, not with all reports of the website.
  const { rows } = await sql<ExpiredReport>`with p as materialized (
      select id, (select k.id from reports as k where k.page_id = pages.id
        order by k.id desc limit 1 offset ${keep - 1}) as first_kept
      from pages where website_id = ${website_id} and id in (${sql.join(pages)}))
    select r.id, r.page_id from p cross join reports as r
    where r.page_id = p.id and r.id < p.first_kept
      and exists (select 1 from reports as m where m.page_id = p.id and m.id > r.id
        and substr(m.created_at, 1, 7) = substr(r.created_at, 1, 7))
      and not exists (select 1 from links as l where r.id in (l.report_id, l.compare_id, l.checked_report_id)
        and l.website_id = ${website_id} and l.revoked_at is null and (l.expires_at is null or l.expires_at > ${now}))
    order by r.id`.execute(db)
  return rows
}
