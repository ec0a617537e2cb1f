import { expect, it } from 'vitest'
import { dayMs, todayInUtc } from '#contract/format/dates.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import { changeDays, trendDays } from '#contract/websites/website.ts'
import { addCrawl, newCrawl } from '#testing/store/crawls.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { websiteListQuery } from '#testing/store/lists.ts'
import { newReport } from '#testing/store/reports.ts'
import type { Store } from '../database.ts'
import { allWebsites, listWebsites } from '../lists/website-list.ts'
import { createReport } from '../reports/reports.ts'
import { findWebsiteFigures } from './website-figures.ts'
import { findWebsiteHistory } from './website-issues.ts'
import { deleteWebsite } from './websites.ts'

const today = todayInUtc()
const dayAgo = (days: number) => new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10)
const timeOf = (daysAgo: number) => `${dayAgo(daysAgo)}T00:00:0${daysAgo % 10}.000Z`

type ReportOptions = { score?: number; state?: Indexability; host?: string }

function add({ db }: Store, path: string, daysAgo: number, options: ReportOptions = {}) {
  const { score = 90, state = 'indexable', host = 'shop.example' } = options
  return createReport(
    db,
    newReport({
      domain: host,
      url: `https://${host}${path}`,
      score,
      created_at: timeOf(daysAgo),
      state: { ...newReport().state, indexability: state, main_issue: state === 'blocked' ? 'noindex' : null },
    }),
  )
}

async function figuresOf({ db }: Store, id: number) {
  const figures = (await findWebsiteFigures(db, [id], today)).get(id)
  if (!figures) throw new Error(`Website ${id} has no figures.`)
  return figures
}

describeEachEngine('the figures of a website in the list', onBoth, ({ openStore }) => {
  it('have the score of each day, as its history has it', async () => {
    const store = await openStore()
    const { website_id: id } = await add(store, '/a', 100, { score: 60 })
    await add(store, '/b', 50, { score: 80 })
    await add(store, '/a', 30, { score: 90 })
    await add(store, '/b', 3, { state: 'blocked', score: 49 })
    await add(store, '/c', 0, { score: 50 })
    const { trend } = await figuresOf(store, id)
    expect(trend).toHaveLength(trendDays)
    const scoreOf = (daysAgo: number) => trend[trendDays - 1 - daysAgo]
    expect([89, 51, 50, 31, 30, 4, 3, 1, 0].map(scoreOf)).toEqual([60, 60, 70, 70, 85, 85, 90, 90, 70])
    for (const { day, average } of await findWebsiteHistory(store.db, id)) {
      const daysAgo = (Date.parse(today) - Date.parse(day)) / dayMs
      if (daysAgo < trendDays) expect([day, scoreOf(daysAgo)]).toEqual([day, average])
    }
  })

  it('have no score for days without indexable pages', async () => {
    const store = await openStore()
    const { website_id: id } = await add(store, '/', 2)
    expect((await figuresOf(store, id)).trend.slice(-4)).toEqual([null, 90, 90, 90])
    await add(store, '/', 1, { state: 'blocked', score: 49 })
    expect((await figuresOf(store, id)).trend.slice(-4)).toEqual([null, 90, null, null])
  })

  it('follow what crawls found since the reports, and pages that are gone', async () => {
    const store = await openStore()
    const { website_id: id, page_id } = await add(store, '/a', 20, { score: 60 })
    const { id: later } = await add(store, '/b', 20, { score: 80 })
    await store.db
      .updateTable('reports')
      .set({ later_at: timeOf(5), later_indexability: 'blocked', later_score: 49 })
      .where('id', '=', later)
      .execute()
    await store.db
      .updateTable('pages')
      .set({ gone_at: timeOf(2) })
      .where('id', '=', page_id)
      .execute()
    await store.db
      .updateTable('websites')
      .set({ counted_pages: 0, counted_score_sum: 0 })
      .where('id', '=', id)
      .execute()
    expect((await figuresOf(store, id)).trend.slice(-7)).toEqual([70, 60, 60, 60, null, null, null])
    expect((await figuresOf(store, id)).pages_change).toBe(-1)
  })

  it('say what changed in a week: pages of before by their points, new ones only by their number', async () => {
    const store = await openStore()
    const { website_id: id } = await add(store, '/a', 20)
    await add(store, '/b', 20)
    await add(store, '/a', changeDays, { score: 80 })
    await add(store, '/b', 2, { state: 'blocked', score: 49 })
    await add(store, '/c', 1, { score: 30 })
    expect(await figuresOf(store, id)).toMatchObject({ newly_not_indexable: 1, pages_change: 1 })
    const { website_id: other } = await add(store, '/a', 20, { host: 'other.example' })
    await add(store, '/a', 3, { host: 'other.example', score: 84 })
    await add(store, '/new', 3, { host: 'other.example', score: 84 })
    expect(await figuresOf(store, other)).toMatchObject({ newly_not_indexable: 0, pages_change: 1, score_change: -3 })
  })

  it('compare a new website with its first reports, if any of its pages changed since', async () => {
    const store = await openStore()
    const { website_id: id } = await add(store, '/a', 2)
    expect(await figuresOf(store, id)).toMatchObject({ pages_change: null, score_change: null })
    await add(store, '/a', 1, { score: 86 })
    expect(await figuresOf(store, id)).toMatchObject({ pages_change: null, score_change: -4 })
  })

  it('have the last run and the next one', async () => {
    const store = await openStore()
    const { website_id: id } = await add(store, '/', 20)
    expect(await figuresOf(store, id)).toMatchObject({ last_run_at: timeOf(20), next_run_at: null })
    const crawl = newCrawl({ id: 1, website_id: id, started_at: timeOf(8), finished_at: null })
    await addCrawl(store.db, 1, { crawl, urls: {} })
    expect((await figuresOf(store, id)).last_run_at).toBe(timeOf(8))
    await store.db
      .updateTable('crawls')
      .set({ finished_at: timeOf(7) })
      .execute()
    expect((await figuresOf(store, id)).last_run_at).toBe(timeOf(7))
    await addSchedule(store, id, { paused: 0 })
    expect((await figuresOf(store, id)).next_run_at).toBe('2999-01-01T00:00:00.000Z')
    await store.db.updateTable('schedules').set({ paused: 1 }).execute()
    expect((await figuresOf(store, id)).next_run_at).toBeNull()
  })
})

const addSchedule = ({ db }: Store, website_id: number, { paused }: { paused: 0 | 1 }) =>
  db
    .insertInto('schedules')
    .values({
      website_id,
      view_id: null,
      every: 'day',
      weekday: null,
      month_day: null,
      time: '06:00',
      time_zone: 'UTC',
      crawl_url: null,
      crawl_limits: null,
      render: null,
      author_id: 'k1',
      author_name: null,
      paused,
      next_run_at: '2999-01-01T00:00:00.000Z',
      last_run_at: null,
      last_outcome: null,
      last_job_id: null,
      created_at: timeOf(9),
      updated_at: timeOf(9),
    })
    .execute()

describeEachEngine('the list of websites by attention', onBoth, ({ openStore }) => {
  /** Websites by the points that their page lost in a week, and whether it can still be indexed. */
  async function withWebsites() {
    const store = await openStore()
    const websites = { calm: 0, aside: 0, dropped: 20, fell: 5, slid: 5, blocked: 41, gained: -5, early: 10 }
    for (const [name, lost] of Object.entries(websites)) {
      const host = `${name}.example`
      await add(store, '/', 20, { host })
      if (lost !== 0)
        await add(store, '/', name === 'early' ? 8 : 2, {
          host,
          score: 90 - lost,
          state: name === 'blocked' ? 'blocked' : 'indexable',
        })
    }
    const { website_id } = await add(store, '/', 20, { host: 'deleted.example' })
    await add(store, '/', 2, { host: 'deleted.example', score: 10 })
    await deleteWebsite(store.db, website_id)
    return store
  }
  const needy = ['blocked', 'dropped', 'fell', 'slid']
  const others = ['aside', 'calm', 'early', 'gained']
  const all = { kind: 'all' } as const
  const namesOf = (rows: readonly { domain: string }[]) => rows.map(({ domain }) => domain.replace('.example', ''))

  it('begins with pages that are no longer indexable, then falls, then the other domains', async () => {
    const { db } = await withWebsites()
    const query = websiteListQuery({ sort_by: 'attention' })
    expect(namesOf((await listWebsites(db, query, all)).rows)).toEqual([...needy, ...others])
    const reversed = await listWebsites(db, { ...query, sort: 'asc' }, all)
    expect(namesOf(reversed.rows)).toEqual([...needy, ...others].toReversed())
  })

  it('has the same rows over pages, with a search, in a scope and in an export', async () => {
    const store = await withWebsites()
    const { db } = store
    for (let at = 0; at < 30; at++) await add(store, '/', 20, { host: `more-${at + 10}.example` })
    const more = Array.from({ length: 30 }, (_, at) => `more-${at + 10}`)
    const expected = [...needy, ...[...others, ...more].toSorted()]
    const query = websiteListQuery({ sort_by: 'attention', per_page: 25 })
    for (const sort of ['desc', 'asc'] as const) {
      const listed = sort === 'desc' ? expected : expected.toReversed()
      for (const page of [1, 2, 3]) {
        const { rows, ...rest } = await listWebsites(db, { ...query, sort, page }, all)
        expect(namesOf(rows)).toEqual(listed.slice((page - 1) * 25, page * 25))
        expect(rest).toEqual({ total: expected.length, totalRelation: 'eq', hasNext: page === 1 })
      }
      const exported = await allWebsites(db, { ...query, sort }, all, new AbortController().signal)
      const rows = []
      for await (const batch of exported.batches()) rows.push(...batch)
      expect(namesOf(rows)).toEqual(listed)
    }
    for (const search of ['l', 'ropped', 'no such']) {
      const { rows } = await listWebsites(db, { ...query, search }, all)
      expect(namesOf(rows)).toEqual(expected.filter((name) => `${name}.example`.includes(search)).slice(0, 25))
    }
    const [{ id } = { id: 0 }] = (await listWebsites(db, { ...query, search: 'slid' }, all)).rows
    const { rows } = await listWebsites(db, query, { kind: 'website', website_id: id })
    expect(namesOf(rows)).toEqual(['slid'])
  })
})
