import { type Kysely, sql } from 'kysely'
import type { UnmatchedUrl } from '#contract/google/search-answers.ts'
import { cachedUntilChange } from '../query-cache.ts'
import type { Schema } from '../schema.ts'
import { findWindow } from './refresh-clicks.ts'

/** Returns the URLs of Google that are no pages of a website, those of most clicks first. Cached until a change. */
export const findUnmatched = (db: Kysely<Schema>, websiteId: number): Promise<UnmatchedUrl[]> =>
  cachedUntilChange(db, `unmatched ${websiteId}`, async () => {
    const window = await findWindow(db, websiteId)
    if (!window) return []
    const { source, first_day, last_day } = window
    const { rows } = await sql<Omit<UnmatchedUrl, 'ctr'>>`
      select u.url, sum(d.clicks) as clicks, sum(d.impressions) as impressions,
        sum(d.position_sum) / nullif(sum(d.impressions), 0) as position
      from search_urls as u join search_url_days as d on d.url_id = u.id and d.source = ${source}
        and d.day between ${first_day} and ${last_day}
      where u.website_id = ${websiteId} and u.page_id is null
      group by u.id, u.url order by clicks desc, impressions desc, u.url`.execute(db)
    return rows.map((row) => ({ ...row, ctr: row.impressions === 0 ? null : row.clicks / row.impressions }))
  })
