import { type Kysely, sql } from 'kysely'
import type { PageLink } from '#analyser/page-state.ts'
import { searchTextOfTitle } from '../lists/search-text.ts'
import { replaceLinks } from '../pages/page-links.ts'
import { stateColumns, type PageState, ReportChanges, writePageState } from '../pages/pages.ts'
import type { Schema } from '../schema.ts'
import { lockWebsite } from '../websites/website-counters.ts'

/** A report of an older version that has no page yet. Payloads are packed. */
export type ReportWithoutPage = { id: number; websiteId: number; evaluation: Buffer; facts: Buffer }

/** Returns reports without a page after an ID. */
export async function reportsWithoutPage(
  db: Kysely<Schema>,
  after: number,
  limit: number,
): Promise<ReportWithoutPage[]> {
  return db
    .selectFrom('reports as r')
    .innerJoin('report_payloads as p', 'p.report_id', 'r.id')
    .innerJoin('websites as w', 'w.id', 'r.website_id')
    .where('r.page_id', 'is', null)
    .where('w.deleted_at', 'is', null)
    .where('r.id', '>', after)
    .select(['r.id', 'r.website_id as websiteId', 'p.evaluation', 'p.facts'])
    .orderBy('r.id')
    .limit(limit)
    .execute()
}

type FoundPage = { id: number; websiteId: number; state: PageState }

/** Gives reports their pages, in one transaction. Skips those that were deleted or filled in meanwhile. */
export async function storePageStates(db: Kysely<Schema>, found: readonly FoundPage[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // By ID everywhere, so that concurrent writers wait for each other without a deadlock.
    const perWebsite = [...Map.groupBy(found, ({ websiteId }) => websiteId)].toSorted(([a], [b]) => a - b)
    for (const [websiteId, ofWebsite] of perWebsite) {
      if (!(await lockWebsite(tx, websiteId))) continue
      const reports = new ReportChanges(tx)
      for (const { id, state } of ofWebsite) {
        const report = await tx
          .selectFrom('reports')
          .select(stateColumns)
          .where('id', '=', id)
          .where('page_id', 'is', null)
          .executeTakeFirst()
        if (report) await reports.apply(report, () => writePageState(tx, report, { ...report, state }))
      }
      await reports.finish()
    }
  })
}

/**
 * Makes the titles of up to `limit` reports of older versions after an ID searchable, in one transaction. Returns the
 * ID of the last one; undefined if there are no more.
 */
export async function fillTitleBatch(db: Kysely<Schema>, after: number, limit: number): Promise<number | undefined> {
  const reports = await db
    .selectFrom('reports as r')
    .innerJoin('websites as w', 'w.id', 'r.website_id')
    .where('r.title_text', 'is', null)
    .where('w.deleted_at', 'is', null)
    .where('r.id', '>', after)
    .select(['r.id', 'r.website_id', 'r.title'])
    .orderBy('r.id')
    .limit(limit)
    .execute()
  if (reports.length === 0) return undefined
  await db.transaction().execute(async (tx) => {
    // By ID everywhere, so that concurrent writers wait for each other without a deadlock.
    const websites = [...new Set(reports.map(({ website_id }) => website_id))].toSorted((a, b) => a - b)
    for (const id of websites) await lockWebsite(tx, id)
    const rows = reports.map(({ id, title }) => sql`(cast(${id} as bigint), ${searchTextOfTitle(title)})`)
    await sql`with filled (id, title_text) as (values ${sql.join(rows)})
      update reports set title_text = filled.title_text from filled where reports.id = filled.id`.execute(tx)
  })
  return reports.at(-1)?.id
}

type PageOfReport = { pageId: number; websiteId: number; id: number }

/**
 * A page of an older version, whose links are not known yet. `id` is that of its latest report. Payloads are packed.
 */
type PageWithoutLinks = PageOfReport & { evaluation: Buffer; facts: Buffer }

/** Returns pages without links after an ID. */
export async function pagesWithoutLinks(db: Kysely<Schema>, after: number, limit: number): Promise<PageWithoutLinks[]> {
  return db
    .selectFrom('pages as p')
    .innerJoin('report_payloads as r', 'r.report_id', 'p.latest_report_id')
    .innerJoin('websites as w', 'w.id', 'p.website_id')
    .where('p.link_count', 'is', null)
    .where('w.deleted_at', 'is', null)
    .where('p.id', '>', after)
    .select(['p.id as pageId', 'p.website_id as websiteId', 'p.latest_report_id as id', 'r.evaluation', 'r.facts'])
    .orderBy('p.id')
    .limit(limit)
    .execute()
}

type FoundLinks = PageOfReport & { links: readonly PageLink[] }

/** Stores the links of pages, in one transaction. Skips those that were deleted or have a newer report meanwhile. */
export async function storeLinks(db: Kysely<Schema>, found: readonly FoundLinks[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // By ID everywhere, so that concurrent writers wait for each other without a deadlock.
    const perWebsite = [...Map.groupBy(found, ({ websiteId }) => websiteId)].toSorted(([a], [b]) => a - b)
    for (const [websiteId, ofWebsite] of perWebsite) {
      if (!(await lockWebsite(tx, websiteId))) continue
      const rows = await tx
        .selectFrom('pages')
        .select('latest_report_id as id')
        .where(
          'id',
          'in',
          ofWebsite.map(({ pageId }) => pageId),
        )
        .where('link_count', 'is', null)
        .execute()
      const current = new Set(rows.map(({ id }) => id))
      await replaceLinks(
        tx,
        ofWebsite.filter(({ id }) => current.has(id)),
      )
    }
  })
}
