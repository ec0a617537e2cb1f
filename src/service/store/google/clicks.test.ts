import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { addCrawl } from '#testing/store/crawls.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { daysAgo, figures, lastDay, storeClicks } from '#testing/store/search.ts'
import { deleteReport, restoreReport } from '../reports/deleted-reports.ts'
import { createReport } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'
import { findFaults } from '../verify/verify.ts'
import { purgeDeletedWebsites } from '../websites/purge-websites.ts'
import { deleteWebsite } from '../websites/websites.ts'
import { dayAfter, forgetSearch, mondayOf, pulledDays, storeDay } from './days.ts'
import { keptQueries, storeQueries } from './queries.ts'
import { keptDays, refreshClicks } from './refresh-clicks.ts'

const origin = 'https://shop.example'
const storePage = (db: Kysely<Schema>, path: string, canonical: string | null = null) => {
  const report = newReport({ url: origin + path, domain: 'shop.example' })
  const columns = { ...report.state.columns, canonical: canonical && origin + canonical }
  return createReport(db, { ...report, state: { ...report.state, columns } })
}

const shown = async (db: Kysely<Schema>) => {
  const columns = ['url', 'clicks', 'impressions', 'position', 'clicks_before', 'clicks_change'] as const
  const pages = await db.selectFrom('pages').select(columns).orderBy('url').execute()
  return Object.fromEntries(
    pages.map(({ url, clicks, impressions, position, clicks_before, clicks_change }) => [
      url.slice(origin.length),
      [clicks, impressions, position, clicks_before, clicks_change],
    ]),
  )
}

const unknown = [null, null, null, null, null]

describeEachEngine('the clicks of pages', onBoth, ({ openStore }) => {
  it('are those of 28 days, with those of the 28 days before, and unknown without a row', async () => {
    const { db } = await openStore()
    for (const path of ['/', '/seen', '/unseen']) await storePage(db, path)
    for (let day = 0; day < 56; day += 1)
      await storeClicks(db, daysAgo(day), day % 2 === 0 ? { '/': figures(day < 28 ? 3 : 1, 10, day < 14 ? 1 : 3) } : {})
    await storeClicks(db, daysAgo(3), { '/seen': figures(0, 4, 7) })
    await refreshClicks(db, 1)
    expect(await shown(db)).toEqual({ '/': [42, 140, 2, 14, 28], '/seen': [0, 4, 7, null, null], '/unseen': unknown })
    // Of one day, nothing is known: the two periods can no longer be compared.
    await db.deleteFrom('search_days').where('day', '=', daysAgo(40)).execute()
    await refreshClicks(db, 1)
    expect((await shown(db))['/']).toEqual([42, 140, 2, 14, null])
  })

  it('are replaced with a day that is pulled again, and end with the last day that has figures', async () => {
    const { db } = await openStore()
    await storePage(db, '/')
    await storePage(db, '/a')
    await storeClicks(db, lastDay, { '/': figures(5), '/a': figures(2) })
    await storeClicks(db, lastDay, { '/': figures(7) }, figures(12))
    await storeClicks(db, dayAfter(lastDay, 1), {}, null)
    await refreshClicks(db, 1)
    expect(await shown(db)).toEqual({ '/': [7, 70, 2, null, null], '/a': unknown })
    expect(await pulledDays(db, 1)).toEqual({
      first_day: lastDay,
      last_day: lastDay,
      rows: 1,
      days: [lastDay, dayAfter(lastDay, 1)],
    })
    const total = db.selectFrom('search_days').select(['clicks', 'page_clicks', 'rows']).where('day', '=', lastDay)
    expect(await total.execute()).toEqual([{ clicks: 12, page_clicks: 7, rows: 1 }])
  })

  it('join URLs by their keys, then known redirects, then canonicals that are declared', async () => {
    const { db } = await openStore()
    await storePage(db, '/a-b')
    await storePage(db, '/variant?x=1', '/canonical')
    // The page has a report of its own, so its clicks are not those of the page that declares it.
    await storePage(db, '/other?x=1', '/a-b')
    await addCrawl(db, 1, {
      urls: {
        '/old': { redirects_to: `${origin}/older`, status: 301, report_id: null },
        '/older': { redirects_to: `${origin}/a-b`, status: 301, report_id: null },
      },
    })
    await storeClicks(db, lastDay, {
      '/a%2Db': figures(1),
      '/a-b#top': figures(2),
      '/old': figures(4),
      '/canonical': figures(8),
      '/nowhere': figures(16),
    })
    await refreshClicks(db, 1)
    const clicks = Object.entries(await shown(db)).map(([path, [first]]) => [path, first])
    expect(Object.fromEntries(clicks)).toEqual({ '/a-b': 7, '/variant?x=1': 8, '/other?x=1': null })
    const unmatched = db.selectFrom('search_urls').select('url').where('page_id', 'is', null)
    expect(await unmatched.execute()).toEqual([{ url: `${origin}/nowhere` }])
  })

  it('of files are those of their last period, and a later file replaces those that it covers', async () => {
    const { db } = await openStore()
    await storePage(db, '/')
    const file = (day: string, days: number, clicks: number) =>
      storeDay(db, 1, {
        source: 'file',
        day,
        days,
        total: figures(clicks),
        pages: [{ url: `${origin}/`, ...figures(clicks) }],
        chart: [{ day, ...figures(clicks) }],
      })
    await file('2026-01-01', 31, 100)
    await file('2026-02-01', 28, 50)
    await refreshClicks(db, 1)
    expect((await shown(db))['/']).toEqual([50, 500, 2, null, null])
    await file('2026-01-04', 28, 80)
    await file('2026-02-01', 28, 60)
    await refreshClicks(db, 1)
    expect((await shown(db))['/']).toEqual([60, 600, 2, 80, -20])
    expect(await pulledDays(db, 1)).toEqual({ first_day: '2026-01-04', last_day: '2026-02-28', rows: 2, days: [] })
    await storeClicks(db, lastDay, { '/': figures(1) })
    await refreshClicks(db, 1)
    expect((await shown(db))['/']).toEqual([1, 10, 2, null, null])
  })

  it('older than 100 days are kept by week, once all its days were pulled', async () => {
    const { db } = await openStore()
    await storePage(db, '/')
    const monday = mondayOf(daysAgo(keptDays + 10))
    const week = Array.from({ length: 7 }, (_, day) => dayAfter(monday, day))
    for (const [index, day] of week.slice(0, 6).entries())
      await storeClicks(
        db,
        day,
        { '/': figures(index), ...(index === 0 && { '/once': figures(9) }) },
        index === 1 ? null : figures(20),
      )
    await storeClicks(db, lastDay, { '/': figures(1) })
    await refreshClicks(db, 1)
    const stored = () =>
      db.selectFrom('search_days').select(['day', 'days', 'clicks', 'page_clicks', 'rows']).orderBy('day').execute()
    expect(await stored()).toHaveLength(7)
    await storeClicks(db, week[6] ?? '', { '/': figures(6) }, figures(20))
    await refreshClicks(db, 1)
    expect(await stored()).toEqual([
      { day: monday, days: 7, clicks: 120, page_clicks: 30, rows: 8 },
      { day: lastDay, days: 1, clicks: 99, page_clicks: 1, rows: 1 },
    ])
    const rows = db
      .selectFrom('search_url_days as d')
      .innerJoin('search_urls as u', 'u.id', 'd.url_id')
      .select(['u.url', 'd.day', 'd.days', 'd.clicks', 'd.position_sum'])
      .where('d.day', '<>', lastDay)
    expect(await rows.orderBy('u.url').execute()).toEqual([
      { url: `${origin}/`, day: monday, days: 7, clicks: 21, position_sum: 420 },
      { url: `${origin}/once`, day: monday, days: 7, clicks: 9, position_sum: 180 },
    ])
    // A day of the week is pulled, and can't be stored alone.
    await storeClicks(db, week[2] ?? '', { '/': figures(500) })
    await refreshClicks(db, 1)
    expect(await stored()).toHaveLength(2)
    expect((await pulledDays(db, 1)).days).toEqual([...week, lastDay])
  })

  it('keep the queries of most clicks of each URL', async () => {
    const { db } = await openStore()
    await storePage(db, '/')
    const rows = Array.from({ length: keptQueries + 5 }, (_, clicks) => ({
      url: `${origin}/`,
      query: `lamp ${clicks}`,
      ...figures(clicks),
    }))
    await storeQueries(db, 1, { first_day: daysAgo(27), last_day: lastDay }, [
      ...rows,
      ...rows.slice(0, 1).map((row) => ({ ...row, url: `${origin}/b` })),
    ])
    const counted = db
      .selectFrom('search_queries')
      .select(['url_id', ({ fn }) => fn.countAll<number>().as('count'), ({ fn }) => fn.min('clicks').as('least')])
    expect(await counted.groupBy('url_id').orderBy('url_id').execute()).toEqual([
      { url_id: 1, count: keptQueries, least: 5 },
      { url_id: 2, count: 1, least: 0 },
    ])
    await storeQueries(db, 1, { first_day: daysAgo(27), last_day: lastDay }, rows.slice(0, 1))
    expect(await db.selectFrom('search_queries').select(['url_id', 'query']).execute()).toEqual([
      { url_id: 1, query: 'lamp 0' },
    ])
  })

  it('are forgotten when asked, and with their website', async () => {
    const { db } = await openStore()
    await storePage(db, '/')
    const fill = async () => {
      await storeClicks(db, lastDay, { '/': figures(5), '/a': figures(2) })
      await storeQueries(db, 1, { first_day: daysAgo(27), last_day: lastDay }, [
        { url: `${origin}/`, query: 'a', ...figures(1) },
      ])
      await refreshClicks(db, 1)
    }
    const tables = ['search_days', 'search_urls', 'search_url_days', 'search_queries', 'search_windows'] as const
    const counts = () =>
      Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length))
    await fill()
    expect(await counts()).toEqual([1, 2, 2, 1, 1])
    await forgetSearch(db, 1)
    expect(await counts()).toEqual([0, 0, 0, 0, 0])
    expect((await shown(db))['/']).toEqual(unknown)
    await fill()
    await deleteWebsite(db, 1)
    while ((await purgeDeletedWebsites(db, { isDiskFull: true, batch: 1 })) > 0);
    expect(await counts()).toEqual([0, 0, 0, 0, 0])
  })

  it('are verified, and right again after a page is deleted and put back', async () => {
    const { db } = await openStore()
    const { id, page_id } = await storePage(db, '/')
    await storePage(db, '/a')
    await storeClicks(db, lastDay, { '/': figures(5), '/a': figures(2) })
    await refreshClicks(db, 1)
    expect(await findFaults(db)).toEqual([])
    await deleteReport(db, id, { isRestorable: true })
    expect(await findFaults(db)).toEqual([])
    await restoreReport(db, id)
    expect([await findFaults(db), (await shown(db))['/']]).toEqual([[], [5, 50, 2, null, null]])
    await db.updateTable('pages').set({ clicks: 6 }).where('id', '=', page_id).execute()
    expect(await findFaults(db)).toEqual([`Page ${page_id}: the clicks don't match those of its URLs.`])
  })
})
