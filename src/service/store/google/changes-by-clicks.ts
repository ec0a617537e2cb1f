import type { Kysely } from 'kysely'
import type { AlertChange } from '#contract/jobs/alerts.ts'
import { byClicks } from '#contract/reports/issue-order.ts'
import { urlKey } from '#contract/url-key.ts'
import { batchesOf } from '../engine.ts'
import type { Schema } from '../schema.ts'

/** Values of one statement. */
const batchSize = 500

/** Sorts changes by the clicks of their pages, most first. The others keep their order, after them. */
export async function mostClicksFirst(
  db: Kysely<Schema>,
  changes: readonly AlertChange[],
): Promise<readonly AlertChange[]> {
  const ofReports = new Map<number, number | null>()
  for (const ids of batchesOf([...new Set(changes.flatMap(({ report_id }) => report_id ?? []))], batchSize)) {
    const reports = db.selectFrom('reports as r').innerJoin('pages as p', 'p.id', 'r.page_id')
    const rows = await reports.select(['r.id', 'p.clicks']).where('r.id', 'in', ids).execute()
    for (const { id, clicks } of rows) ofReports.set(id, clicks)
  }
  const ofUrls = new Map<string, number | null>()
  const without = changes.filter(({ report_id, website_id }) => report_id === null && website_id !== null)
  for (const [website, some] of Map.groupBy(without, ({ website_id }) => website_id ?? 0))
    for (const keys of batchesOf([...new Set(some.flatMap(({ url }) => (url ? [urlKey(url)] : [])))], batchSize)) {
      const pages = db.selectFrom('pages').select(['url_key', 'clicks']).where('website_id', '=', website)
      const rows = await pages.where('url_key', 'in', keys).execute()
      for (const { url_key, clicks } of rows) ofUrls.set(`${website} ${url_key}`, clicks)
    }
  const clicksOf = ({ report_id, website_id, url }: AlertChange) => ({
    clicks: ofReports.get(report_id ?? 0) ?? ofUrls.get(`${website_id} ${url && urlKey(url)}`) ?? null,
  })
  return changes.toSorted((a, b) => byClicks(clicksOf(a), clicksOf(b)))
}
