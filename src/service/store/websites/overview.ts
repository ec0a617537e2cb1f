import { type Kysely, sql } from 'kysely'
import { reportChanges, type ReportChange } from '#contract/lists/list-query.ts'
import { maxFigureWebsites } from '#contract/websites/overview.ts'
import { type Granted, isGranted, keyOfGranted } from '../access/grants.ts'
import { and, maxCounted, type Total } from '../lists/list.ts'
import { isWaivedOn } from '../pages/waived-issues.ts'
import { isActiveOn } from '../pages/waivers.ts'
import { cachedUntilChange } from '../query-cache.ts'
import type { Schema } from '../schema.ts'
import { findPageChanges, type PageChanges } from './changed-pages.ts'
import { findNews, type NewsConditions, type NewsOfWebsite } from './news.ts'
import { type ReportTotals, totals } from './website-counters.ts'

export type Figure = Total & { websites: { website_id: number; domain: string; pages: number }[] }

export type OverviewRecord = {
  changed: Record<ReportChange, Figure>
  websites: number
  pages: ReportTotals
  /** The numbers of indexable pages by their score, in steps of ten. */
  scores: number[]
  news: NewsOfWebsite[]
}

/**
 * Returns the changes since a day on the websites that a reader can see, and the current state of pages. Cached until
 * the data changes.
 */
export const findOverview = (db: Kysely<Schema>, since: string, conditions: NewsConditions): Promise<OverviewRecord> =>
  cachedUntilChange(
    db,
    `overview ${since} ${conditions.day} ${conditions.showsClicks} ${keyOfGranted(conditions.granted)}`,
    async () => {
      const { granted } = conditions
      const { websites, counted: pages, deleted } = await totals(db, granted)
      const changes = await findPageChanges(db, since, granted)
      return {
        changed: await figuresOf(db, changes),
        websites,
        pages,
        scores: await scoresOf(db, deleted, granted),
        news: await findNews(db, since, changes, conditions),
      }
    },
  )

async function figuresOf(db: Kysely<Schema>, changes: PageChanges): Promise<Record<ReportChange, Figure>> {
  const most = new Map(
    reportChanges.map((change) => [
      change,
      [...changes.counts[change]].toSorted(([a, one], [b, other]) => other - one || a - b).slice(0, maxFigureWebsites),
    ]),
  )
  const ids = new Set([...most.values()].flat().map(([id]) => id))
  const domains = await domainsOf(db, [...ids])
  const figures = reportChanges.map((change): [ReportChange, Figure] => {
    const pages = [...changes.counts[change].values()].reduce((sum, count) => sum + count, 0)
    const isMore = pages > maxCounted || (change !== 'new' && !changes.isComplete)
    return [
      change,
      {
        total: Math.min(pages, maxCounted),
        totalRelation: isMore ? 'gte' : 'eq',
        websites: most.get(change)!.map(([id, count]) => ({
          website_id: id,
          domain: domains.get(id) ?? '',
          pages: count,
        })),
      },
    ]
  })
  return Object.fromEntries(figures) as Record<ReportChange, Figure>
}

async function domainsOf(db: Kysely<Schema>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('websites').select(['id', 'domain']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, domain }) => [id, domain]))
}

/** Counts the pages that count by score, in an index. */
const scoresOf = (db: Kysely<Schema>, deleted: number[], granted: Granted | null): Promise<number[]> =>
  cachedUntilChange(db, `scores ${keyOfGranted(granted)}`, async () => {
    let pages = db
      .selectFrom('reports')
      .where('latest', '=', sql.lit(1))
      .where('page_indexability', '=', sql.lit('indexable'))
    if (deleted.length > 0) pages = pages.where('website_id', 'not in', deleted)
    const rows = await pages
      .where(and(isGranted(granted, 'website_id')))
      .select(['shown_score_up as score', sql<number>`count(*)`.as('pages')])
      .groupBy('shown_score_up')
      .execute()
    const scores = Array.from({ length: 10 }, () => 0)
    for (const row of rows) scores[Math.min(9, Math.floor(row.score / 10))]! += row.pages
    return scores
  })

const countOfPages = sql<number>`cast(count(*) as integer)`.as('pages')

/** Returns the numbers of pages and websites with an issue that is not waived on a day. */
export async function countPagesWithIssue(
  db: Kysely<Schema>,
  check: string,
  { day, granted }: { day: string; granted: Granted | null },
): Promise<{ pages: number; websites: number }> {
  const counted = await db
    .selectFrom('page_issues as i')
    .innerJoin('websites as s', 's.id', 'i.website_id')
    .where('i.check_id', '=', check)
    .where('i.counted', '=', 1)
    .where('s.deleted_at', 'is', null)
    .where(and(isGranted(granted, 'i.website_id')))
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
    .where(and(isGranted(granted, 'i.website_id')))
    .select(['i.website_id', countOfPages])
    .groupBy('i.website_id')
    .execute()
  const waivedOf = new Map(waived.map(({ website_id, pages }) => [website_id, pages]))
  const left = counted.map(({ website_id, pages }) => pages - (waivedOf.get(website_id) ?? 0))
  return { pages: left.reduce((sum, pages) => sum + pages, 0), websites: left.filter((pages) => pages > 0).length }
}
