import type { Kysely } from 'kysely'
import { dayAfter, type Figures, storeDay } from '#service/store/google/days.ts'
import type { IndexState } from '#service/store/google/inspections.ts'
import { refreshClicks } from '#service/store/google/refresh-clicks.ts'
import type { Schema } from '#service/store/schema.ts'

const origin = 'https://shop.example'

/** The last day of which Google told, and one so many days before. */
export const lastDay = '2026-03-29'
export const daysAgo = (days: number): string => dayAfter(lastDay, -days)

export const figures = (clicks: number, impressions = clicks * 10, position = 2): Figures => ({
  clicks,
  impressions,
  position_sum: position * impressions,
})

/** Stores a day of Google for website 1: the clicks of paths of the shop, and the property's own total. */
export const storeClicks = (
  db: Kysely<Schema>,
  day: string,
  pages: Record<string, Figures>,
  total: Figures | null = figures(99),
): Promise<void> =>
  storeDay(db, 1, {
    source: 'api',
    day,
    days: 1,
    total,
    pages: Object.entries(pages).map(([path, of]) => ({ url: path.startsWith('/') ? origin + path : path, ...of })),
  })

/** Stores days with the same clicks each, and writes the columns of the pages. */
export async function storeDaysOfClicks(
  db: Kysely<Schema>,
  days: readonly string[],
  pages: Record<string, Figures>,
): Promise<void> {
  for (const day of days) await storeClicks(db, day, pages)
  await refreshClicks(db, 1)
}

/** What Google has of a page in its index. */
export const indexState = (google_index: string, state: Partial<IndexState> = {}): IndexState => ({
  verdict: 'PASS',
  google_index,
  robots_txt_state: 'ALLOWED',
  indexing_state: 'INDEXING_ALLOWED',
  page_fetch_state: 'SUCCESSFUL',
  google_canonical: null,
  user_canonical: null,
  last_crawl_at: null,
  ...state,
})
