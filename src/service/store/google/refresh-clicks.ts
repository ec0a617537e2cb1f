import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Generated, type Kysely, sql, type Transaction } from 'kysely'
import { urlKey } from '#contract/url-key.ts'
import { batchesOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { dayAfter, endOf, mondayOf, type Source, urlsOf } from './days.ts'
import { matchUrls } from './match-urls.ts'

/** The days of the columns of a website's pages. Null without figures. */
export type SearchWindowsTable = {
  website_id: number
  source: Generated<Source | null>
  first_day: Generated<string | null>
  last_day: Generated<string | null>
  /** The first of as many days before them. */
  before_first_day: Generated<string | null>
  /** 1 if all days of both were pulled, so that they can be compared. */
  is_comparable: Generated<0 | 1>
  /** 1 if the columns are to be written again. */
  is_stale: 0 | 1
  /** The time since which new pages at risk are alerted. */
  at_risk_since: Generated<string | null>
}

/** Columns of `pages`: the figures of these days, null where unknown. */
export type SearchColumns = {
  clicks: Generated<number | null>
  impressions: Generated<number | null>
  position: Generated<number | null>
  clicks_before: Generated<number | null>
  /** Null also if the two periods can't be compared. */
  clicks_change: Generated<number | null>
}

export type Window = {
  source: Source
  first_day: string
  last_day: string
  before_first_day: string
  is_comparable: 0 | 1
}

/** The days that the columns of pages sum up. */
export const windowDays = 28
/** Days of the API are kept this long, then weeks. */
export const keptDays = 100

/** Pages or URLs of one statement. */
const batchSize = 500

/** Rolls old days into weeks, finds the pages of URLs, and writes the columns of pages. */
export async function refreshClicks(db: Kysely<Schema>, websiteId: number): Promise<void> {
  await rollWeeks(db, websiteId)
  await matchUrls(db, websiteId)
  const window = await windowOf(db, websiteId)
  for (const ids of batchesOf(await pagesInSearch(db, websiteId), batchSize)) {
    await writeFigures(db, websiteId, window, ids)
    await yieldToEventLoop()
  }
  const none = { source: null, first_day: null, last_day: null, before_first_day: null, is_comparable: 0 as const }
  const row = { ...(window ?? none), is_stale: 0 as const }
  await db
    .insertInto('search_windows')
    .values({ website_id: websiteId, ...row })
    .onConflict((conflict) => conflict.column('website_id').doUpdateSet(row))
    .execute()
}

const storedDays = (db: Kysely<Schema>, websiteId: number, source: Source) =>
  db
    .selectFrom('search_days')
    .selectAll()
    .where('website_id', '=', websiteId)
    .where('source', '=', source)
    .where('pulled_at', 'is not', null)
    .orderBy('day')
    .execute()

/** The weeks whose days are all older than those that are kept, and were all pulled. */
async function rollWeeks(db: Kysely<Schema>, websiteId: number): Promise<void> {
  const days = await storedDays(db, websiteId, 'api')
  const last = days.at(-1)
  if (!last) return
  const oldest = dayAfter(endOf(last), 1 - keptDays)
  const single = days.filter((row) => row.days === 1 && row.day < oldest)
  const weeks = [...Map.groupBy(single, ({ day }) => mondayOf(day))]
  const complete = weeks.filter(([monday, week]) => week.length === 7 && dayAfter(monday, 6) < oldest)
  if (complete.length === 0) return
  const urls = await urlsOf(db, websiteId)
  for (const [monday, week] of complete) {
    const sunday = dayAfter(monday, 6)
    for (const ids of batchesOf(urls, batchSize)) {
      const ofWeek = sql`url_id in (${sql.join(ids)}) and source = 'api' and days = 1
        and day between ${monday} and ${sunday}`
      await db.transaction().execute(async (tx) => {
        await sql`insert into search_url_days (url_id, source, day, days, clicks, impressions, position_sum)
          select url_id, 'api', cast(${monday} as text), 7, sum(clicks), sum(impressions), sum(position_sum)
          from search_url_days where ${ofWeek} group by url_id
          on conflict (url_id, source, day) do update set days = 7, clicks = excluded.clicks,
            impressions = excluded.impressions, position_sum = excluded.position_sum`.execute(tx)
        await sql`delete from search_url_days where ${ofWeek}`.execute(tx)
      })
      await yieldToEventLoop()
    }
    const known = week.filter(({ impressions }) => impressions !== null)
    const sum = (name: 'clicks' | 'impressions' | 'position_sum' | 'page_clicks' | 'page_impressions' | 'rows') =>
      week.reduce((total, row) => total + (row[name] ?? 0), 0)
    const ofProperty = (name: 'clicks' | 'impressions' | 'position_sum') => (known.length === 0 ? null : sum(name))
    await db.transaction().execute(async (tx) => {
      const ofWebsite = tx.deleteFrom('search_days').where('website_id', '=', websiteId).where('source', '=', 'api')
      await ofWebsite.where('day', '>', monday).where('day', '<=', sunday).execute()
      await tx
        .updateTable('search_days')
        .set({
          days: 7,
          clicks: ofProperty('clicks'),
          impressions: ofProperty('impressions'),
          position_sum: ofProperty('position_sum'),
          page_clicks: sum('page_clicks'),
          page_impressions: sum('page_impressions'),
          rows: sum('rows'),
        })
        .where('website_id', '=', websiteId)
        .where('source', '=', 'api')
        .where('day', '=', monday)
        .execute()
    })
  }
}

/** The 28 days up to the last one with figures of the API, or else the last period of a file. */
async function windowOf(db: Kysely<Schema>, websiteId: number): Promise<Window | null> {
  const days = await storedDays(db, websiteId, 'api')
  const last = days.findLast(({ rows, impressions }) => rows > 0 || impressions !== null)
  if (!last) return fileWindow(await storedDays(db, websiteId, 'file'))
  const last_day = endOf(last)
  const first_day = dayAfter(last_day, 1 - windowDays)
  const before_first_day = dayAfter(first_day, -windowDays)
  const compared = days.filter(({ day }) => day >= before_first_day && day <= last_day)
  const is_comparable = compared.length === 2 * windowDays ? 1 : 0
  return { source: 'api', first_day, last_day, before_first_day, is_comparable }
}

function fileWindow(files: readonly { day: string; days: number }[]): Window | null {
  const last = files.toSorted((a, b) => endOf(a).localeCompare(endOf(b))).at(-1)
  if (!last) return null
  const before_first_day = dayAfter(last.day, -last.days)
  const before = files.some(({ day, days }) => day === before_first_day && days === last.days)
  const window = { source: 'file', first_day: last.day, last_day: endOf(last) } as const
  return { ...window, before_first_day: before ? before_first_day : last.day, is_comparable: before ? 1 : 0 }
}

/** Returns the IDs of the pages of a website that have figures, or had some. */
async function pagesInSearch(db: Kysely<Schema>, websiteId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select page_id as id from search_urls where website_id = ${websiteId} and page_id is not null
    union
    select id from pages where website_id = ${websiteId} and (impressions is not null or clicks_before is not null)
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Selects the figures of some pages from the rows of their URLs. */
function figuresOf(websiteId: number, window: Window, ids: readonly number[]) {
  const { source, first_day, last_day, before_first_day } = window
  const isWithin = sql`d.day >= ${first_day}`
  return sql`select u.page_id, sum(case when ${isWithin} then d.clicks end) as clicks,
      sum(case when ${isWithin} then d.impressions end) as impressions,
      sum(case when ${isWithin} then d.position_sum end) as position_sum,
      sum(case when d.day < ${first_day} then d.clicks end) as clicks_before
    from search_urls as u join search_url_days as d on d.url_id = u.id and d.source = ${source}
      and d.day between ${before_first_day} and ${last_day}
    where u.website_id = ${websiteId} and u.page_id in (${sql.join(ids)}) group by u.page_id`
}

const columns = ['clicks', 'impressions', 'position', 'clicks_before', 'clicks_change'] as const

const expected = (websiteId: number, window: Window, ids: readonly number[]) => sql`
  select p.id, f.clicks, f.impressions, f.position_sum / nullif(f.impressions, 0) as position, f.clicks_before,
    case when ${window.is_comparable} = 1 then f.clicks - f.clicks_before end as clicks_change
  from pages as p left join (${figuresOf(websiteId, window, ids)}) as f on f.page_id = p.id
  where p.id in (${sql.join(ids)})`

/** Writes the columns of some pages of a website. */
export async function writeFigures(
  db: Kysely<Schema>,
  websiteId: number,
  window: Window | null,
  ids: readonly number[],
): Promise<void> {
  if (window === null) {
    const none = { clicks: null, impressions: null, position: null, clicks_before: null, clicks_change: null }
    await db.updateTable('pages').set(none).where('id', 'in', ids).execute()
    return
  }
  const names = columns.map((name) => sql.ref(name))
  const differs = names.map((name) => sql`pages.${name} is distinct from e.${name}`)
  await sql`update pages set ${sql.join(names.map((name) => sql`${name} = e.${name}`))}
    from (${expected(websiteId, window, ids)}) as e
    where pages.id = e.id and (${sql.join(differs, sql` or `)})`.execute(db)
}

/** Returns the pages of a website whose columns contradict the figures of their URLs. */
export async function wrongFigures(db: Kysely<Schema>, websiteId: number): Promise<number[]> {
  const window = await findWindow(db, websiteId)
  const wrong: number[] = []
  for (const ids of batchesOf(await pagesInSearch(db, websiteId), batchSize)) {
    if (!window) {
      wrong.push(...ids)
      continue
    }
    const differs = columns.map((name) =>
      name === 'position'
        ? sql`abs(coalesce(p.position, 0) - coalesce(e.position, 0)) > 0.000001`
        : sql`p.${sql.ref(name)} is distinct from e.${sql.ref(name)}`,
    )
    const { rows } = await sql<{ id: number }>`select p.id from pages as p
      join (${expected(websiteId, window, ids)}) as e on e.id = p.id
      where ${sql.join(differs, sql` or `)} order by p.id`.execute(db)
    wrong.push(...rows.map(({ id }) => id))
  }
  return wrong
}

/** Returns the days of the columns of a website's pages; null without figures. */
export async function findWindow(db: Kysely<Schema>, websiteId: number): Promise<Window | null> {
  const row = await db
    .selectFrom('search_windows')
    .selectAll()
    .where('website_id', '=', websiteId)
    .where('source', 'is not', null)
    .$narrowType<{ source: Source; first_day: string; last_day: string; before_first_day: string }>()
    .executeTakeFirst()
  return row ?? null
}

/** Gives a new page the URLs of Google that are its own, with their figures. */
export async function adoptUrls(
  tx: Transaction<Schema>,
  { id, website_id, url }: { id: number; website_id: number; url: string },
): Promise<void> {
  const urls = await tx
    .selectFrom('search_urls')
    .select(['id', 'page_id'])
    .where('website_id', '=', website_id)
    .where('url_key', '=', urlKey(url))
    .execute()
  if (urls.length === 0) return
  const ids = urls.map((one) => one.id)
  await tx.updateTable('search_urls').set({ page_id: id }).where('id', 'in', ids).execute()
  const before = urls.flatMap(({ page_id }) => page_id ?? [])
  await writeFigures(tx, website_id, await findWindow(tx, website_id), [id, ...before])
}
