import { type RawBuilder, sql } from 'kysely'
import type { ReportChange } from '#contract/lists/list-query.ts'
import { scoreOfPage } from './pages.ts'

/**
 * Selects the ID of the last report of a page, `pages as p`, before a day; of its first one if the page is new since
 * then.
 */
export const reportBefore = (day: string): RawBuilder<number> => sql<number>`coalesce(
  (select b.id from reports as b where b.page_id = p.id and b.created_at < ${day} order by b.id desc limit 1),
  (select f.id from reports as f where f.page_id = p.id order by f.id limit 1))`

/** The states that can be indexed, written as the index of the reports has them. */
export const canBeIndexed = sql`in ('indexable', 'unclear')`

/** Compares a page, `pages as p`, with an earlier report, `reports as e`. */
const conditions = {
  better: sql<boolean>`p.score > ${scoreOfPage('e')}`,
  worse: sql<boolean>`p.score < ${scoreOfPage('e')}`,
  not_indexable: sql<boolean>`e.indexability ${canBeIndexed} and not p.indexability ${canBeIndexed}`,
}

/**
 * Selects the IDs of the pages that changed since a day. From `changed_at` on, a page has the state of its latest
 * report, so only pages with a later change are compared. One that never changed has the time of its first report.
 */
export function pagesChangedSince(
  day: string,
  { change = null, websiteId }: { change?: ReportChange | null; websiteId: number | null },
): RawBuilder<number> {
  const condition =
    change === null
      ? sql``
      : change === 'new'
        ? sql`and p.first_seen >= ${day}`
        : sql`and p.changed_at <> p.first_seen and exists
            (select 1 from reports as e where e.id = ${reportBefore(day)} and ${conditions[change]})`
  const ofWebsite = websiteId === null ? sql`` : sql`and p.website_id = ${websiteId}`
  return sql<number>`select p.id from pages as p where p.changed_at >= ${day} ${ofWebsite} ${condition}`
}
