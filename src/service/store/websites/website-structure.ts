import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { maxStructurePages } from '#contract/websites/website-structure.ts'
import type { Schema } from '../schema.ts'

/** Pages of one statement, between which other requests are served. */
const batchSize = 1_000

/** Safety limit of the hreflang links of a website, in characters. */
const maxAlternatesLength = 30_000_000

const columns = [
  'p.url',
  'p.url_key',
  'p.latest_report_id as report_id',
  'p.status',
  'p.indexability',
  'p.canonical',
  'r.redirects_to',
  'r.redirect_statuses',
  'p.inlinks',
  'p.alternates',
] as const

const selectPages = (db: Kysely<Schema>, websiteId: number) =>
  db
    .selectFrom('pages as p')
    .innerJoin('reports as r', 'r.id', 'p.latest_report_id')
    .select(columns)
    .where('p.website_id', '=', websiteId)
    .where('p.gone_at', 'is', null)
    .orderBy('p.url_key')

type StoredPage = Awaited<ReturnType<ReturnType<typeof selectPages>['execute']>>[number]

/** Returns the pages of a website as they refer to each other. `whole` is false if there are more. */
export async function readStructurePages(
  db: Kysely<Schema>,
  websiteId: number,
  limit = maxStructurePages,
): Promise<{ pages: StoredPage[]; whole: boolean }> {
  const pages: StoredPage[] = []
  let length = 0
  for (let last: string | undefined; ;) {
    const left = Math.min(batchSize, limit - pages.length)
    const query = selectPages(db, websiteId)
    // One more shows that there are more.
    const found = await (last === undefined ? query : query.where('p.url_key', '>', last)).limit(left + 1).execute()
    const batch = found.slice(0, left)
    for (const page of batch) {
      length += page.alternates?.length ?? 0
      pages.push(length > maxAlternatesLength ? { ...page, alternates: null } : page)
    }
    if (found.length <= left) return { pages, whole: length <= maxAlternatesLength }
    if (pages.length >= limit) return { pages, whole: false }
    last = batch.at(-1)?.url_key
    await yieldToEventLoop()
  }
}
