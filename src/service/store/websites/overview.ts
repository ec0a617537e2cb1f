import { type Kysely, sql } from 'kysely'
import { type ReportChange, reportChanges, type ReportListQuery } from '#contract/lists/list-query.ts'
import type { Total } from '../lists/list.ts'
import { filterReports } from '../lists/report-list.ts'
import type { Scope } from '../lists/scope.ts'
import { isWaivedOn, type ScoreConditions, withoutWaived } from '../pages/waived-issues.ts'
import { isActiveOn } from '../pages/waivers.ts'
import { cachedUntilChange } from '../query-cache.ts'
import type { Schema } from '../schema.ts'
import { type ReportTotals, totals } from './website-counters.ts'
import { addedPages, addedSum } from './website-issues.ts'

export type Moved = { website_id: number; domain: string; pages: number; average: number; change: number }

export type OverviewRecord = {
  changed: Record<ReportChange, Total>
  websites: number
  pages: ReportTotals
  /** The numbers of indexable pages by their score, in steps of ten. */
  scores: number[]
  rose: Moved[]
  fell: Moved[]
}

/** The most websites that are returned for each direction. */
const maxMoved = 5

/**
 * Returns the changes since a day, and the current state of pages. `lists` are all reports, without a filter. Needs a
 * scope that includes every website.
 */
export async function findOverview(
  db: Kysely<Schema>,
  since: string,
  lists: ReportListQuery,
  scope: Extract<Scope, { kind: 'all' }>,
  conditions: ScoreConditions,
): Promise<OverviewRecord> {
  const changed = await Promise.all(
    reportChanges.map(async (change) => {
      const list = await filterReports(db, { ...lists, latest: '1', from: since, changed: change }, scope)
      return [change, list ? await list.count() : { total: 0, totalRelation: 'eq' as const }] as const
    }),
  )
  const { websites, counted: pages, deleted } = await totals(db)
  const moved = await movedSince(db, since)
  const rose = moved.filter(({ change }) => change > 0).slice(0, maxMoved)
  const fell = moved
    .filter(({ change }) => change < 0)
    .toReversed()
    .slice(0, maxMoved)
  return {
    changed: Object.fromEntries(changed) as OverviewRecord['changed'],
    websites,
    pages,
    scores: await scoresOf(db, deleted),
    rose: await withScores(db, rose, conditions),
    fell: await withScores(db, fell, conditions),
  }
}

/** Gives websites the average that their pages show, which waived issues don't lower. */
async function withScores(db: Kysely<Schema>, moved: readonly Moved[], conditions: ScoreConditions): Promise<Moved[]> {
  const websites = moved.map((website) => ({
    ...website,
    id: website.website_id,
    counted_pages: website.pages,
    counted_average: website.average,
  }))
  const shown = await withoutWaived(db, websites, conditions)
  return moved.map((website, at) => ({ ...website, average: shown[at]!.counted_average }))
}

/** Counts the pages that count by score, in an index. */
const scoresOf = (db: Kysely<Schema>, deleted: number[]): Promise<number[]> =>
  cachedUntilChange(db, 'scores', async () => {
    let pages = db
      .selectFrom('reports')
      .where('latest', '=', sql.lit(1))
      .where('indexability', '=', sql.lit('indexable'))
    if (deleted.length > 0) pages = pages.where('website_id', 'not in', deleted)
    const rows = await pages
      .select(['score', sql<number>`count(*)`.as('pages')])
      .groupBy('score')
      .execute()
    const scores = Array.from({ length: 10 }, () => 0)
    for (const row of rows) scores[Math.min(9, Math.floor(row.score / 10))]! += row.pages
    return scores
  })

/**
 * Returns the websites whose average changed, the one that rose most first. Only those that had pages before can
 * change.
 */
async function movedSince(db: Kysely<Schema>, since: string): Promise<Moved[]> {
  const changes = db
    .selectFrom('reports')
    .where('created_at', '>=', since)
    .select(['website_id', addedPages, addedSum])
    .groupBy('website_id')
    .as('c')
  const rows = await db
    .selectFrom('websites as w')
    .innerJoin(changes, 'c.website_id', 'w.id')
    .where('w.deleted_at', 'is', null)
    .where('w.counted_pages', '>', 0)
    .select(['w.id as website_id', 'w.domain', 'w.counted_pages as pages', 'w.counted_score_sum as sum'])
    .select(['c.added_pages', 'c.added_sum'])
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

const countOfPages = sql<number>`cast(count(*) as integer)`.as('pages')

/** Returns the numbers of pages and websites with an issue that is not waived on a day. */
export async function countPagesWithIssue(
  db: Kysely<Schema>,
  check: string,
  day: string,
): Promise<{ pages: number; websites: number }> {
  const counted = await db
    .selectFrom('page_issues as i')
    .innerJoin('websites as s', 's.id', 'i.website_id')
    .where('i.check_id', '=', check)
    .where('i.counted', '=', 1)
    .where('s.deleted_at', 'is', null)
    .select(['i.website_id', countOfPages])
    .groupBy('i.website_id')
    .execute()
  const waivers = db.selectFrom('waivers as w').select('w.website_id').where('w.check_id', '=', check)
  const waived = await db
    .selectFrom('page_issues as i')
    .innerJoin('pages as p', 'p.id', 'i.page_id')
    .where('i.check_id', '=', check)
    .where('i.counted', '=', 1)
    .where('i.website_id', 'in', waivers.where(isActiveOn(day)))
    .where(isWaivedOn(day))
    .select(['i.website_id', countOfPages])
    .groupBy('i.website_id')
    .execute()
  const waivedOf = new Map(waived.map(({ website_id, pages }) => [website_id, pages]))
  const left = counted.map(({ website_id, pages }) => pages - (waivedOf.get(website_id) ?? 0))
  return { pages: left.reduce((sum, pages) => sum + pages, 0), websites: left.filter((pages) => pages > 0).length }
}
