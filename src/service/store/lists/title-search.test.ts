import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReportListQuery, reportSorts } from '#contract/lists/list-query.ts'
import { randomFrom } from '#testing/random.ts'
import { sampleOf } from '#testing/sample.ts'
import { describeEachEngine, onBoth, type TestDatabase } from '#testing/store/databases.ts'
import { reportListFilter, reportListQuery } from '#testing/store/lists.ts'
import { newReport } from '#testing/store/reports.ts'
import { openStore, type Store } from '../database.ts'
import { insertReports, type NewPackedReport } from '../reports/bulk-insert.ts'
import { pack } from '../reports/report-payloads.ts'
import { findReport, selectReports, type ReportRecord } from '../reports/reports.ts'
import { findFaults } from '../verify/verify.ts'
import type { Total } from './list.ts'
import { positionInList } from './neighbours.ts'
import { allReports, countNewer, filterReports, listReports } from './report-list.ts'
import { fold, searchTextOfUrl } from './search-text.ts'
import { scannedIds, scannedTotal } from './search.ts'

const everything = { kind: 'all' } as const
const orders = reportSorts.flatMap((sort_by) => (['asc', 'desc'] as const).map((sort) => ({ sort_by, sort })))

describeEachEngine('a search of URLs and titles', onBoth, (engine) => {
  let database: TestDatabase
  let store: Store
  let all: ReportRecord[] = []
  const queries: string[] = []
  const list = (query: Partial<ReportListQuery>) => listReports(store.db, reportListQuery(query), everything)
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

  beforeAll(async () => {
    database = await engine.createDatabase()
    store = await openStore({ ...database, onQuery: (query) => queries.push(query) })
    await insertReports(store.db, someReports(12_500))
    all = await selectReports(store.db).execute()
  })

  afterAll(async () => {
    await store.close()
    await database.remove()
  })

  // They match many rows, few by title, URL or both, one character, characters of patterns, and none.
  const searches = ['lamp', 'GRÜNE', 'rare', 'sale', 'both', 'qz', '%', 'a_b', '"oak"', 'no such thing']

  const filters = [{}, { inFirst: true }, { result: 'bad' }, { latest: '1' }, { inFirst: true, latest: '1' }] as const
  type Filter = { inFirst?: boolean; result?: 'bad'; latest?: '1' }

  /** Compares some pages of a list with what plain code would make. */
  async function expectPlainly(order: (typeof orders)[number], search: string, { inFirst, ...filter }: Filter) {
    const website_id = inFirst ? (all[0]?.website_id ?? null) : null
    const given = { ...order, ...filter, website_id, search, titles: '1' } as const
    const expected = plainly(all, reportListQuery(given))
    for (const page of [1, 2, 40]) {
      const { rows, total, totalRelation, hasNext } = await list({ ...given, per_page: 25, page })
      const many = expected.length > 10_000
      expect([idsOf(rows), total, totalRelation, hasNext], JSON.stringify({ ...given, page })).toEqual([
        idsOf(expected.slice((page - 1) * 25, page * 25)),
        many ? 10_000 : expected.length,
        many ? 'gte' : 'eq',
        expected.length > page * 25,
      ])
    }
  }

  it('has the rows of which either contains it, by any order, search and filter', async () => {
    const product = orders.flatMap((order) =>
      searches.flatMap((search) => filters.map((filter) => [order, search, filter] as const)),
    )
    for (const one of sampleOf(product, 40)) await expectPlainly(...one)
  })

  describe.each(searches)('for “%s”', { tags: 'all' }, (search) => {
    it.each(orders)('has the rows of which either contains it, by $sort_by $sort', async (order) => {
      for (const filter of filters) await expectPlainly(order, search, filter)
    })
  })

  it('of one character is exact in a list of up to 200,000 rows, even if these are not counted', async () => {
    const query = reportListQuery({ search: '%', titles: '1', sort_by: 'url' })
    const expected = idsOf(plainly(all, query))
    const list = await filterReports(store.db, query, everything)
    if (!list?.scanned) throw new Error('The search needs no scan.')
    const slice = { offset: expected.length - 5, limit: 25 }
    expect(await scannedIds(store.db, list, list.scanned, slice)).toEqual(expected.slice(-5))
    const counted = async (count: Total) => scannedTotal(store.db, { ...list, count: async () => count }, list.scanned!)
    const total = expected.length
    expect(await counted({ total: 10_000, totalRelation: 'gte' })).toEqual({ total, totalRelation: 'eq' })
    expect(await counted({ total: 300_000, totalRelation: 'eq' })).toEqual({ total, totalRelation: 'gte' })
  })

  it('with many matches in a long list is counted without reading the texts', async () => {
    queries.length = 0
    expect(await list({ search: 'lamp', titles: '1' })).toMatchObject({ total: 10_000, totalRelation: 'gte' })
    const counts = queries.filter((query) => query.includes('count(*)'))
    expect(counts.length).toBeGreaterThan(0)
    expect(counts.filter((query) => /instr|strpos/.test(query))).toEqual([])
  })

  it('is of URLs only without the parameter', async () => {
    expect((await list({ search: 'rare' })).total).toBe(0)
    expect((await list({ search: 'rare', titles: '1' })).total).toBeGreaterThan(0)
  })

  it('has the same rows in exports, counters of newer rows and the neighbours of a report', async () => {
    for (const search of ['rare', 'both', 'lamp', 'qz']) {
      const query = reportListQuery({ search, titles: '1', sort_by: 'score' })
      const expected = plainly(all, query)
      const whole = await allReports(store.db, query, everything, new AbortController().signal)
      const exported: number[] = []
      for await (const rows of whole.batches()) exported.push(...idsOf(rows))
      expect(exported, search).toEqual(idsOf(expected))
      expect(await countNewer(store.db, query, everything, 12_400), search).toEqual({
        newer: expected.filter(({ id }) => id > 12_400).length,
        relation: 'eq',
      })
      const report = await findReport(store.db, expected[3]?.id ?? 0, everything)
      const place = report && (await positionInList(store.db, report, query, everything))
      expect([place?.previous?.id, place?.next?.id], search).toEqual([expected[2]?.id, expected[4]?.id])
    }
  })

  it('is the scope of a shared view, which searches by visitors only reduce', async () => {
    const view = { search: 'sale', titles: '1' } as const
    const scope = { kind: 'reports', filter: reportListFilter(view) } as const
    const held = plainly(all, reportListQuery(view))
    expect(held.length).toBeGreaterThan(0)
    for (const given of [{}, { search: 'p/1' }, { search: 'rare' }, { search: 'rare', titles: '1' }] as const) {
      const expected = plainly(held, reportListQuery(given))
      const { rows, total } = await listReports(store.db, reportListQuery(given), scope)
      expect([idsOf(rows), total], JSON.stringify(given)).toEqual([idsOf(expected.slice(0, 10)), expected.length])
    }
    expect(await findReport(store.db, held[0]?.id ?? 0, scope)).toMatchObject({ id: held[0]?.id })
    const other = all.find(({ id }) => !held.some((report) => report.id === id))
    expect(await findReport(store.db, other?.id ?? 0, scope)).toBeUndefined()
  })

  it('is served by an index that matches the titles', async () => {
    expect((await findFaults(store.db)).filter((fault) => /search|index/.test(fault))).toEqual([])
  })
})

const titles = ['Oak lamp', 'Grüne Vase', 'Rare find', 'Sale: 20 % off', 'a_b', 'The "oak" table', 'Both', null]

function someReports(count: number): NewPackedReport[] {
  const random = randomFrom(3)
  const packed = { evaluation: pack({}), facts: pack({}) }
  return Array.from({ length: count }, (_, at) => {
    const score = Math.floor(random() * 101)
    const domain = random() < 0.9 ? 'big.example' : 'small.example'
    const title = random() < 0.84 ? `Oak Lamp ${at}` : (titles[Math.floor(random() * titles.length)] ?? null)
    const path = random() < 0.02 ? `both/${at}` : random() < 0.02 ? `sale?a_b=100%&qz=${at}` : `p/${at % 3000}`
    return { ...newReport({ domain, url: `https://${domain}/${path}`, title, score }), ...packed }
  })
}

/** Builds the expected list in the simplest way. */
function plainly(reports: ReportRecord[], query: ReportListQuery): ReportRecord[] {
  const { search, titles: inTitles, website_id, result, latest, sort_by, sort } = query
  const sign = sort === 'asc' ? 1 : -1
  const contains = (text: string) => text.includes(fold(search))
  return reports
    .filter((report) => website_id === null || report.website_id === website_id)
    .filter((report) => result === null || report.result === result)
    .filter((report) => latest === null || report.latest === 1)
    .filter(({ url, title }) => contains(searchTextOfUrl(url)) || (inTitles && contains(fold(title ?? ''))))
    .toSorted((a, b) => sign * (compare(a[sort_by] ?? 0, b[sort_by] ?? 0) || a.id - b.id))
}

const compare = <T extends number | string>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
