import { type Kysely, sql } from 'kysely'
import type { SearchDay } from '#contract/google/search-answers.ts'
import type { Schema } from '../schema.ts'
import { dayAfter, endOf } from './days.ts'

type Period = { from: string | null; to: string | null }
type Row = { source: string; day: string; days: number; clicks: number; impressions: number; position_sum: number }

/** Returns the figures of a page by day, oldest first: of the API, and of periods of files that it tells nothing of. */
export async function findPageHistory(
  db: Kysely<Schema>,
  { website_id, page_id }: { website_id: number; page_id: number },
  period: Period,
): Promise<SearchDay[]> {
  const { rows } = await sql<Row>`
    select d.source, d.day, d.days, sum(d.clicks) as clicks, sum(d.impressions) as impressions,
      sum(d.position_sum) as position_sum
    from search_urls as u join search_url_days as d on d.url_id = u.id
    where u.website_id = ${website_id} and u.page_id = ${page_id}
    group by d.source, d.day, d.days order by d.day`.execute(db)
  return within(withoutOverlaps(rows), period).map(presentDay)
}

export type PropertyHistory = { days: SearchDay[]; unassigned: number | null; unassigned_impressions: number | null }

/** Returns the property's own figures by day, oldest first, and what Google assigns to no page. */
export async function findPropertyHistory(
  db: Kysely<Schema>,
  websiteId: number,
  period: Period,
): Promise<PropertyHistory> {
  const rows = await db
    .selectFrom('search_days')
    .select(['source', 'day', 'days', 'clicks', 'impressions', 'position_sum', 'page_clicks', 'page_impressions'])
    .where('website_id', '=', websiteId)
    .where('pulled_at', 'is not', null)
    .where('impressions', 'is not', null)
    .orderBy('day')
    .$narrowType<{ clicks: number; impressions: number; position_sum: number }>()
    .execute()
  const shown = within(withoutOverlaps(rows), period)
  // The days of a file's chart have no pages, which are told for its whole period.
  const counted = within(withoutOverlaps(rows.filter(({ source }) => source !== 'chart')), period)
  const left = (of: (row: (typeof rows)[number]) => number) =>
    counted.length === 0 ? null : counted.reduce((sum, row) => sum + of(row), 0)
  return {
    days: shown.map(presentDay),
    unassigned: left((row) => row.clicks - row.page_clicks),
    unassigned_impressions: left((row) => row.impressions - row.page_impressions),
  }
}

const sources = ['api', 'chart', 'file']

/** Leaves out rows of days that a better source has: the API, then the chart of a file, then its whole period. */
function withoutOverlaps<Of extends Pick<Row, 'source' | 'day' | 'days'>>(rows: readonly Of[]): Of[] {
  const taken = new Set<string>()
  const kept = sources.flatMap((source) => {
    const left = rows.filter((row) => row.source === source && !daysOf(row).some((day) => taken.has(day)))
    for (const day of left.flatMap(daysOf)) taken.add(day)
    return left
  })
  return kept.toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

const daysOf = ({ day, days }: Pick<Row, 'day' | 'days'>) =>
  Array.from({ length: days }, (_, after) => dayAfter(day, after))

const within = <Of extends Pick<Row, 'day' | 'days'>>(rows: readonly Of[], { from, to }: Period): Of[] =>
  rows.filter((row) => (from === null || endOf(row) >= from) && (to === null || row.day <= to))

const presentDay = ({ day, days, clicks, impressions, position_sum }: Row): SearchDay => ({
  day,
  days,
  clicks,
  impressions,
  position: impressions === 0 ? null : position_sum / impressions,
})
