import { type Kysely, sql } from 'kysely'
import { dayMs } from '#contract/format/dates.ts'
import { changeDays, trendDays } from '#contract/websites/website.ts'
import { cachedUntilChange } from '../query-cache.ts'
import type { Schema } from '../schema.ts'
import { findPageChanges, type Gain, type PageChanges } from './changed-pages.ts'
import { addedPages, addedSum, changesOfPages } from './website-issues.ts'

/** What a list says of a website beyond its own row. Averages are not rounded. */
export type WebsiteFigures = {
  newly_not_indexable: number
  pages_change: number | null
  score_change: number | null
  last_run_at: string | null
  next_run_at: string | null
  trend: (number | null)[]
}

/** Safety limit: of more websites that need attention, the others are listed by their domain. */
export const maxRanked = 1_000

/** Returns the day so many days before another, as YYYY-MM-DD. */
const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)

const weekBefore = (today: string) => dayBefore(today, changeDays)

/** The average of a website's indexable pages, by its counters. */
type Counted = { counted_pages: number; counted_score_sum: number }

/** Returns the points that the average gained; null without indexable pages now or before. */
export function changeOfAverage({ counted_pages, counted_score_sum }: Counted, gain: Gain | undefined): number | null {
  const pagesBefore = counted_pages - (gain?.pages ?? 0)
  if (pagesBefore <= 0 || counted_pages === 0) return null
  return counted_score_sum / counted_pages - (counted_score_sum - (gain?.sum ?? 0)) / pagesBefore
}

/**
 * Returns the websites that need attention today, the neediest first: those on which most pages are no longer indexable
 * since a week, then those whose score fell most, as a whole number, then by domain. Cached until the data changes.
 */
export const websitesByAttention = (db: Kysely<Schema>, today: string): Promise<number[]> =>
  cachedUntilChange(db, `attention ${today}`, async () => {
    const { counts, gains } = await findPageChanges(db, weekBefore(today), null)
    const ids = [...new Set([...counts.not_indexable.keys(), ...gains.keys()])]
    if (ids.length === 0) return []
    const websites = await db
      .selectFrom('websites')
      .select(['id', 'domain', 'counted_pages', 'counted_score_sum'])
      .where('id', 'in', ids)
      .execute()
    return websites
      .map((website) => ({
        ...website,
        lost: counts.not_indexable.get(website.id) ?? 0,
        fall: Math.max(0, -Math.round(changeOfAverage(website, gains.get(website.id)) ?? 0)),
      }))
      .filter(({ lost, fall }) => lost > 0 || fall > 0)
      .toSorted((a, b) => b.lost - a.lost || b.fall - a.fall || (a.domain < b.domain ? -1 : 1))
      .slice(0, maxRanked)
      .map(({ id }) => id)
  })

/** Returns the figures of some websites, as many as a page of a list has, today. */
export async function findWebsiteFigures(
  db: Kysely<Schema>,
  ids: readonly number[],
  today: string,
): Promise<Map<number, WebsiteFigures>> {
  if (ids.length === 0) return new Map()
  const since = weekBefore(today)
  const [changes, gone, trends] = [
    await findPageChanges(db, since, null),
    await goneSince(db, ids, since),
    await trendsOf(db, ids, today),
  ]
  const rows = await db
    .selectFrom('websites as w')
    .select(['w.id', 'w.created_at', 'w.counted_pages', 'w.counted_score_sum'])
    .select([lastReport, lastCrawl])
    .leftJoin('schedules as s', (on) => on.onRef('s.website_id', '=', 'w.id').on('s.paused', '=', 0))
    .select('s.next_run_at')
    .where('w.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ last_report, last_crawl, ...website }) => [
      website.id,
      {
        ...changesOf(website, { changes, since, gone: gone.get(website.id) ?? 0 }),
        last_run_at: (last_report ?? '') > (last_crawl ?? '') ? last_report : last_crawl,
        next_run_at: website.next_run_at,
        trend: trendOf(website, trends.get(website.id) ?? [], today),
      },
    ]),
  )
}

const lastReport = sql<string | null>`(select r.created_at from reports as r where r.website_id = w.id
  order by r.created_at desc limit 1)`.as('last_report')
const lastCrawl = sql<string | null>`(select coalesce(c.finished_at, c.started_at) from crawls as c
  where c.website_id = w.id order by c.id desc limit 1)`.as('last_crawl')

type Website = Counted & { id: number; created_at: string }

/** A website that is new has nothing to compare, except for pages that changed since. */
function changesOf(website: Website, { changes, since, gone }: { changes: PageChanges; since: string; gone: number }) {
  const { counts, gains } = changes
  const isNew = website.created_at >= since
  const gain = gains.get(website.id)
  return {
    newly_not_indexable: counts.not_indexable.get(website.id) ?? 0,
    pages_change: isNew ? null : (counts.new.get(website.id) ?? 0) - gone,
    score_change: isNew && !gain ? null : changeOfAverage(website, gain),
  }
}

/** Counts the pages that crawls no longer find since a day, without those that came since, by website. */
async function goneSince(db: Kysely<Schema>, ids: readonly number[], since: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('pages')
    .select(['website_id', sql<number>`cast(count(*) as integer)`.as('pages')])
    .where('website_id', 'in', ids)
    .where('gone_at', '>=', since)
    .where('first_seen', '<', since)
    .groupBy('website_id')
    .execute()
  return new Map(rows.map(({ website_id, pages }) => [website_id, pages]))
}

type DayOfTrend = { day: string; added_pages: number; added_sum: number }

/** Returns what the indexable pages of websites gained on each day of the trend on which any of them changed. */
async function trendsOf(db: Kysely<Schema>, ids: readonly number[], today: string): Promise<Map<number, DayOfTrend[]>> {
  const rows = await db
    .selectFrom(changesOfPages(ids, dayBefore(today, trendDays - 1)).as('changes'))
    .select(['website_id', sql<string>`substr(created_at, 1, 10)`.as('day'), addedPages, addedSum])
    .groupBy(['website_id', sql`2`])
    .execute()
  return Map.groupBy(rows, ({ website_id }) => website_id)
}

/** Goes back from what the website is now. Days after today, by a clock that was set back, count as today. */
function trendOf({ counted_pages, counted_score_sum }: Counted, changes: readonly DayOfTrend[], today: string) {
  const byDay = Map.groupBy(changes, ({ day }) => (day < today ? day : today))
  let [pages, sum] = [counted_pages, counted_score_sum]
  const trend = Array.from({ length: trendDays }, (_, before) => {
    const average = pages > 0 ? sum / pages : null
    for (const { added_pages, added_sum } of byDay.get(dayBefore(today, before)) ?? []) {
      pages -= added_pages
      sum -= added_sum
    }
    return average
  })
  return trend.toReversed()
}
