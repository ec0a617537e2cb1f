import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type GeneratedAlways, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { dayMs } from '#contract/format/dates.ts'
import { urlKey } from '#contract/url-key.ts'
import { maxUrlLength } from '#contract/values.ts'
import { batchesOf, databaseNow } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { deleteSomeInspections } from './inspections.ts'

/** `position_sum` is the sum of each impression's position, because averages can't be added. */
export type Figures = { clicks: number; impressions: number; position_sum: number }

/** Where figures come from: Google's API, or a file that it exported. */
export type Source = 'api' | 'file'

/** A day, a week since its Monday, or the period of a file. */
export type SearchDaysTable = {
  website_id: number
  /** `chart`: a day of the property in a file, whose pages have figures of the whole period only. */
  source: Source | 'chart'
  day: string
  days: number
  /** The property's own total. Null where Google had nothing. */
  clicks: number | null
  impressions: number | null
  position_sum: number | null
  /** The sums of all rows of pages. */
  page_clicks: number
  page_impressions: number
  rows: number
  /** Null while its rows are written. */
  pulled_at: string | null
}

/** A URL as Google has it. */
export type SearchUrlsTable = {
  id: GeneratedAlways<number>
  website_id: number
  url: string
  url_key: string
  page_id: number | null
}

export type SearchUrlDaysTable = { url_id: number; source: Source; day: string; days: number } & Figures

type Place = { source: Source; day: string; days: number }
type PageRow = { url: string } & Figures
type Rows<Row> = readonly Row[] | AsyncIterable<Row>

export type StoredDay = Place & {
  total: Figures | null
  pages: Rows<PageRow>
  /** The property's days within the period of a file. */
  chart?: readonly ({ day: string } & Figures)[]
}

/** Rows of one statement. */
const batchSize = 1_000

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7))

/** The last day of a row of days. */
export const endOf = ({ day, days }: { day: string; days: number }): string => dayAfter(day, days - 1)

/**
 * Replaces what is stored of a day or of a file's period, and of all periods of files that overlap it. A day within a
 * stored week stays as it is.
 */
export async function storeDay(db: Kysely<Schema>, websiteId: number, given: StoredDay): Promise<void> {
  const { source, day, days, total, pages, chart = [] } = given
  const before = await storedRows(db, websiteId, source)
  const last = endOf(given)
  const overlapping = before.filter((row) => row.day <= last && endOf(row) >= day)
  if (source === 'api' && overlapping.some((row) => row.days > 1)) return
  const unfinished = { page_clicks: 0, page_impressions: 0, rows: 0, pulled_at: null }
  const row = { days, ...(total ?? noFigures), ...unfinished }
  await db.transaction().execute(async (tx) => {
    await markStale(tx, websiteId)
    await tx
      .insertInto('search_days')
      .values({ website_id: websiteId, source, day, ...row })
      .onConflict((conflict) => conflict.columns(['website_id', 'source', 'day']).doUpdateSet(row))
      .execute()
  })
  await removeRows(db, websiteId, overlapping)
  const sums = { page_clicks: 0, page_impressions: 0, rows: 0 }
  for await (const batch of batchesFrom(pages)) {
    sums.rows += batch.length
    for (const { clicks, impressions } of batch) {
      sums.page_clicks += clicks
      sums.page_impressions += impressions
    }
    await db.transaction().execute((tx) => addRows(tx, websiteId, { source, day, days }, batch))
    await yieldToEventLoop()
  }
  await db.transaction().execute(async (tx) => {
    const ofWebsite = tx.deleteFrom('search_days').where('website_id', '=', websiteId)
    const replaced = overlapping.map((stored) => stored.day).filter((stored) => stored !== day)
    if (replaced.length > 0) await ofWebsite.where('source', '=', source).where('day', 'in', replaced).execute()
    if (source === 'file') await storeChart(tx, websiteId, chart)
    await tx
      .updateTable('search_days')
      .set({ ...sums, pulled_at: await databaseNow(tx) })
      .where('website_id', '=', websiteId)
      .where('source', '=', source)
      .where('day', '=', day)
      .execute()
  })
}

const noFigures = { clicks: null, impressions: null, position_sum: null }

const storedRows = (db: Kysely<Schema>, websiteId: number, source: Source) =>
  db
    .selectFrom('search_days')
    .select(['source', 'day', 'days'])
    .where('website_id', '=', websiteId)
    .where('source', '=', source)
    .$narrowType<{ source: Source }>()
    .execute()

/** The columns of the website's pages are no longer those of its days. */
async function markStale(tx: Transaction<Schema>, website_id: number): Promise<void> {
  await tx
    .insertInto('search_windows')
    .values({ website_id, is_stale: 1 })
    .onConflict((conflict) => conflict.column('website_id').doUpdateSet({ is_stale: 1 }))
    .execute()
}

/** Removes the figures of a website's URLs in some rows of days. */
async function removeRows(db: Kysely<Schema>, websiteId: number, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return
  for (const ids of batchesOf(await urlsOf(db, websiteId), batchSize)) {
    for (const { source, day } of places)
      await db
        .deleteFrom('search_url_days')
        .where('url_id', 'in', ids)
        .where('source', '=', source)
        .where('day', '=', day)
        .execute()
    await yieldToEventLoop()
  }
}

/** Returns the IDs of all URLs of a website in ascending order. */
export async function urlsOf(db: Kysely<Schema>, websiteId: number): Promise<number[]> {
  const rows = await db.selectFrom('search_urls').select('id').where('website_id', '=', websiteId).execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

async function* batchesFrom<Row>(rows: Rows<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function addRows(tx: Transaction<Schema>, websiteId: number, place: Place, rows: readonly PageRow[]) {
  // URLs that no page of ours can have are counted only.
  const storable = rows.filter(isStorable)
  const ids = await addUrls(tx, websiteId, new Set(storable.map(({ url }) => url)))
  const byUrl = Map.groupBy(storable, ({ url }) => url)
  const values = [...byUrl].map(([url, same]) => ({ url_id: ids.get(url) ?? 0, ...place, ...sumOf(same) }))
  if (values.length === 0) return
  await tx
    .insertInto('search_url_days')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['url_id', 'source', 'day']).doUpdateSet((eb) => ({
        clicks: eb('search_url_days.clicks', '+', eb.ref('excluded.clicks')),
        impressions: eb('search_url_days.impressions', '+', eb.ref('excluded.impressions')),
        position_sum: eb('search_url_days.position_sum', '+', eb.ref('excluded.position_sum')),
      })),
    )
    .execute()
}

export const isStorable = ({ url }: { url: string }): boolean => url.length <= maxUrlLength

export const sumOf = (rows: readonly Figures[]): Figures => ({
  clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
  impressions: rows.reduce((sum, { impressions }) => sum + impressions, 0),
  position_sum: rows.reduce((sum, { position_sum }) => sum + position_sum, 0),
})

/** Returns the IDs of URLs. Missing ones are added. */
export async function addUrls(
  tx: Transaction<Schema>,
  website_id: number,
  urls: ReadonlySet<string>,
): Promise<Map<string, number>> {
  if (urls.size === 0) return new Map()
  await tx
    .insertInto('search_urls')
    .values([...urls].map((url) => ({ website_id, url, url_key: urlKey(url), page_id: null })))
    .onConflict((conflict) => conflict.columns(['website_id', 'url']).doNothing())
    .execute()
  const stored = tx.selectFrom('search_urls').select(['id', 'url']).where('website_id', '=', website_id)
  const rows = await stored.where('url', 'in', [...urls]).execute()
  return new Map(rows.map(({ id, url }) => [url, id]))
}

async function storeChart(
  tx: Transaction<Schema>,
  website_id: number,
  chart: readonly ({ day: string } & Figures)[],
): Promise<void> {
  const ofWebsite = tx.deleteFrom('search_days').where('website_id', '=', website_id)
  await ofWebsite.where('source', '=', 'chart').execute()
  if (chart.length === 0) return
  const more = { page_clicks: 0, page_impressions: 0, rows: 0, pulled_at: await databaseNow(tx) }
  for (const batch of batchesOf(chart, batchSize))
    await tx
      .insertInto('search_days')
      .values(batch.map((figures) => ({ website_id, source: 'chart' as const, days: 1, ...figures, ...more })))
      .execute()
}

export type PulledDays = {
  /** The first and last day on which Google had something; null if there is none. */
  first_day: string | null
  last_day: string | null
  /** Rows of pages. */
  rows: number
  /** All days that were pulled from the API, in ascending order, also those on which Google had nothing. */
  days: string[]
}

/** Returns the days of a website's figures: those of the API, or without any those of its files. */
export async function pulledDays(db: Kysely<Schema>, websiteId: number): Promise<PulledDays> {
  const rows = await db
    .selectFrom('search_days')
    .select(['source', 'day', 'days', 'rows', 'impressions'])
    .where('website_id', '=', websiteId)
    .where('source', '<>', 'chart')
    .where('pulled_at', 'is not', null)
    .orderBy('day')
    .execute()
  const isKnown = ({ rows: count, impressions }: (typeof rows)[number]) => count > 0 || impressions !== null
  const bySource = Object.groupBy(rows, ({ source }) => source)
  const used = bySource.api?.some(isKnown) ? bySource.api : (bySource.file ?? [])
  const known = used.filter(isKnown)
  return {
    first_day: known[0]?.day ?? null,
    last_day: known.map(endOf).reduce<string | null>((last, end) => (last === null || end > last ? end : last), null),
    rows: known.reduce((sum, row) => sum + row.rows, 0),
    days: (bySource.api ?? []).flatMap(({ day, days }) =>
      Array.from({ length: days }, (_, after) => dayAfter(day, after)),
    ),
  }
}

/** The days without a row after which a page has no impressions. */
const quietDays = 90

/**
 * Selects the pages `p` of a website of which Google told nothing in the last 90 days. None unless all of these days
 * were pulled, because a gap is no 0.
 */
export async function hasNoImpressions(db: Kysely<Schema>, websiteId: number): Promise<RawBuilder<boolean>> {
  const { last_day, days } = await pulledDays(db, websiteId)
  const first = last_day === null ? null : dayAfter(last_day, 1 - quietDays)
  const pulled = days.filter((day) => first !== null && day >= first && day <= (last_day ?? ''))
  if (pulled.length < quietDays) return sql<boolean>`1 = 0`
  return sql<boolean>`not exists (select 1 from search_urls as u
    join search_url_days as d on d.url_id = u.id and d.source = 'api' and d.day between ${first} and ${last_day}
    where u.website_id = ${websiteId} and u.page_id = p.id and d.impressions > 0)`
}

/** Deletes up to `batch` rows of what Google told of a website. Returns their number; repeat until it is 0. */
export async function deleteSomeSearch(tx: Transaction<Schema>, websiteId: number, batch: number): Promise<number> {
  const urls = tx.selectFrom('search_urls').select('id').where('website_id', '=', websiteId).limit(batch)
  const ids = (await urls.execute()).map(({ id }) => id)
  const inspections = await deleteSomeInspections(tx, websiteId, batch)
  if (inspections > 0) return inspections
  if (ids.length > 0) {
    await tx.deleteFrom('search_url_days').where('url_id', 'in', ids).execute()
    await tx.deleteFrom('search_queries').where('url_id', 'in', ids).execute()
    await tx.deleteFrom('search_urls').where('id', 'in', ids).execute()
    return ids.length
  }
  await tx.deleteFrom('search_days').where('website_id', '=', websiteId).execute()
  await tx.deleteFrom('search_windows').where('website_id', '=', websiteId).execute()
  const shown = sql<boolean>`(impressions is not null or clicks_before is not null)`
  const pages = tx.selectFrom('pages').select('id').where('website_id', '=', websiteId).where(shown).limit(batch)
  const none = { clicks: null, impressions: null, position: null, clicks_before: null, clicks_change: null }
  const reset = await tx.updateTable('pages').set(none).where('id', 'in', pages).executeTakeFirst()
  return Number(reset.numUpdatedRows)
}

/** Deletes all figures of a website. */
export async function forgetSearch(db: Kysely<Schema>, websiteId: number): Promise<void> {
  while ((await db.transaction().execute((tx) => deleteSomeSearch(tx, websiteId, batchSize))) > 0)
    await yieldToEventLoop()
}
