import { type Kysely, sql } from 'kysely'
import { brokenLinksCheck } from '#analyser/page-state.ts'
import { todayInUtc } from '#contract/format/dates.ts'
import { isWaivedOn } from '../pages/waived-issues.ts'
import type { Schema } from '../schema.ts'
import { isUnlinked, pagesOfIssue } from '../websites/website-issues.ts'
import { findWindow } from './refresh-clicks.ts'

/**
 * Returns the clicks of the pages of each issue that counts and isn't waived, by check, each page once. An issue is
 * left out if Google told nothing of its pages.
 */
export async function clicksOfIssues(
  db: Kysely<Schema>,
  websiteId: number,
  day = todayInUtc(),
): Promise<ReadonlyMap<string, number>> {
  if (!(await findWindow(db, websiteId))) return new Map()
  const shown = sql`p.website_id = ${websiteId} and (p.impressions is not null or p.clicks_before is not null)`
  const { rows } = await sql<{ check: string; clicks: number | null }>`
    select i.check_id as "check", sum(p.clicks) as clicks
    from pages as p join page_issues as i on i.page_id = p.id and i.counted = 1
    where ${shown} and i.check_id <> ${brokenLinksCheck} and ${isUnlinked(day)} and not ${isWaivedOn(day)}
    group by i.check_id
    union all
    select ${sql.lit(brokenLinksCheck)} as "check", sum(p.clicks) as clicks from pages as p
    where ${shown} and p.id in (${pagesOfIssue(websiteId, brokenLinksCheck, day)})`.execute(db)
  return new Map(rows.flatMap(({ check, clicks }) => (clicks === null ? [] : [[check, clicks] as const])))
}
