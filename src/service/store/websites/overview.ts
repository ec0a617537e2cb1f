import { type Kysely, sql } from 'kysely'
import { type ReportChange, reportChanges, type ReportListQuery } from '#contract/lists/list-query.ts'
import type { Total } from '../lists/list.ts'
import { cachedUntilChange } from '../lists/query-cache.ts'
import { filterReports } from '../lists/report-list.ts'
import type { Scope } from '../lists/scope.ts'
import { isWaivedOn } from '../pages/waived-issues.ts'
import { isActiveOn } from '../pages/waivers.ts'
import type { Schema } from '../schema.ts'
import { type ReportTotals, totals } from './website-counters.ts'

export type Moved = { website_id: number; domain: string; pages: number; average: number; change: number }

export type OverviewRecord = {
  changed: Record<ReportChange, Total>
  websites: number
  pages: ReportTotals
  /** The numbers of pages by their score, in steps of ten. */
  scores: number[]
  rose: Moved[]
  fell: Moved[]
}

/** The most websites that are returned for each direction. */
const maxMoved = 5

/**
 * Returns what changed since a day, and how pages are now. `lists` are all reports, without a filter. Needs a scope
 * that includes every website.
 */
export async function findOverview(
  db: Kysely<Schema>,
  since: string,
  lists: ReportListQuery,
  scope: Extract<Scope, { kind: 'all' }>,
): Promise<OverviewRecord> {
  const counted = await Promise.all(
    reportChanges.map(async (changed) => {
      const list = await filterReports(db, { ...lists, latest: '1', from: since, changed }, scope)
      return [changed, list ? await list.count() : { total: 0, totalRelation: 'eq' as const }] as const
    }),
  )
  const { websites, pages, deleted } = await totals(db)
  const moved = await movedSince(db, since)
  return {
    changed: Object.fromEntries(counted) as OverviewRecord['changed'],
    websites,
    pages,
    scores: await scoresOf(db, deleted),
    rose: moved.filter(({ change }) => change > 0).slice(0, maxMoved),
    fell: moved
      .filter(({ change }) => change < 0)
      .toReversed()
      .slice(0, maxMoved),
  }
}

/** Counts pages by score, in an index. */
const scoresOf = (db: Kysely<Schema>, deleted: number[]): Promise<number[]> =>
  cachedUntilChange(db, 'scores', async () => {
    let pages = db.selectFrom('reports').where('latest', '=', sql.lit(1))
    if (deleted.length > 0) pages = pages.where('website_id', 'not in', deleted)
    const rows = await pages
      .select(['score', sql<number>`count(*)`.as('pages')])
      .groupBy('score')
      .execute()
    const scores = Array.from({ length: 10 }, () => 0)
    for (const row of rows) scores[Math.min(9, Math.floor(row.score / 10))]! += row.pages
    return scores
  })

/** Returns the websites whose average changed, the one that rose most first. Only what had pages before can change. */
async function movedSince(db: Kysely<Schema>, since: string): Promise<Moved[]> {
  const rows = await db
    .selectFrom('website_days as d')
    .innerJoin('websites as w', 'w.id', 'd.website_id')
    .where('d.day', '>=', since)
    .where('w.deleted_at', 'is', null)
    .where('w.pages_count', '>', 0)
    .select(['w.id as website_id', 'w.domain', 'w.pages_count as pages', 'w.pages_score_sum as sum'])
    .select([
      sql<number>`cast(sum(d.pages) as integer)`.as('added_pages'),
      sql<number>`cast(sum(d.score_sum) as integer)`.as('added_sum'),
    ])
    .groupBy('w.id')
    .execute()
  return rows
    .filter(({ pages, added_pages }) => pages > added_pages)
    .map(({ website_id, domain, pages, sum, added_pages, added_sum }) => {
      const average = sum / pages
      return {
        website_id,
        domain,
        pages,
        average,
        change: average - (sum - added_sum) / (pages - added_pages),
      }
    })
    .toSorted((a, b) => b.change - a.change || a.website_id - b.website_id)
}

/** Returns the numbers of pages and websites with an issue that is not waived on a day. */
export async function countPagesWithIssue(
  db: Kysely<Schema>,
  check: string,
  day: string,
): Promise<{ pages: number; websites: number }> {
  const counted = db
    .selectFrom('website_issues as c')
    .innerJoin('websites as s', 's.id', 'c.website_id')
    .where('c.check_id', '=', check)
    .where('s.deleted_at', 'is', null)
  const all = await counted
    .select([
      sql<number>`cast(coalesce(sum(c.pages), 0) as integer)`.as('pages'),
      sql<number>`cast(count(*) as integer)`.as('websites'),
    ])
    .executeTakeFirstOrThrow()
  const waivers = db.selectFrom('waivers as w').select('w.website_id').where('w.check_id', '=', check)
  const waived = await counted
    .innerJoin('page_issues as i', (on) =>
      on.onRef('i.check_id', '=', 'c.check_id').onRef('i.website_id', '=', 'c.website_id'),
    )
    .innerJoin('pages as p', 'p.id', 'i.page_id')
    .where('c.website_id', 'in', waivers.where(isActiveOn(day)))
    .where(isWaivedOn(day))
    .select(['c.website_id', 'c.pages as all', sql<number>`cast(count(*) as integer)`.as('pages')])
    .groupBy(['c.website_id', 'c.pages'])
    .execute()
  return {
    pages: all.pages - waived.reduce((sum, { pages }) => sum + pages, 0),
    websites: all.websites - waived.filter(({ all, pages }) => all === pages).length,
  }
}
