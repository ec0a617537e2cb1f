import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageSizes, type ReportListQuery, reportSorts, sortDirections } from '#contract/lists/list-query.ts'
import { ratingOf, ratings } from '#contract/reports/rating.ts'
import { randomFrom } from '#testing/random.ts'
import { sampleOf } from '#testing/sample.ts'
import { describeEachEngine, onBoth, type TestDatabase } from '#testing/store/databases.ts'
import { reportListFilter, reportListQuery, websiteListQuery } from '#testing/store/lists.ts'
import { newReport } from '#testing/store/reports.ts'
import { openStore, type Store } from '../database.ts'
import { insertReports, type NewPackedReport } from '../reports/bulk-insert.ts'
import { pack } from '../reports/report-payloads.ts'
import { type ReportRecord, selectReports } from '../reports/reports.ts'
import { deleteWebsite } from '../websites/websites.ts'
import { allReports, countNewer, listReports } from './report-list.ts'
import { fold, searchTextOfUrl } from './search-text.ts'
import { listWebsites } from './website-list.ts'

const everything = { kind: 'all' } as const
const firstPage = reportListQuery()

describeEachEngine('the list of reports', onBoth, (engine) => {
  let database: TestDatabase
  let store: Store
  let kept: ReportRecord[] = []
  const list = (query: Partial<ReportListQuery>) => listReports(store.db, { ...firstPage, ...query }, everything)
  const websiteOf = (domain: string) => kept.find((report) => report.domain === domain)?.website_id ?? 0

  beforeAll(async () => {
    database = await engine.createDatabase()
    store = await openStore(database)
    await insertReports(store.db, someReports(12_500))
    const { rows } = await listWebsites(store.db, websiteListQuery({ search: 'removed', sort: 'asc' }), everything)
    await deleteWebsite(store.db, rows[0]?.id ?? 0)
    const stored = await selectReports(store.db).where('w.deleted_at', 'is', null).execute()
    kept = stored
  })

  afterAll(async () => {
    await store.close()
    await database.remove()
  })

  const searches = ['', 'example', 'RARE', '/ü', 'a%b', 'c_d', "o'", 'y "hi"', 'qz', 'no such thing', 'bücher']
  const orders = reportSorts.flatMap((sort_by) => sortDirections.map((sort) => ({ sort_by, sort })))
  const subsets = [null, 'big.example', 'xn--bcher-kva.example'].flatMap((domain) =>
    [null, ...ratings].map((result) => ({ domain, result })),
  )
  type Order = (typeof orders)[number]

  /** Compares some pages of a list with what plain code would make. */
  async function expectPlainly(order: Order, search: string, { domain, result }: (typeof subsets)[number]) {
    const website_id = domain === null ? null : websiteOf(domain)
    const query = { ...order, search, website_id, result, per_page: 25 } as const
    const expected = plainly(kept, { ...firstPage, ...query })
    const last = Math.ceil(expected.length / 25)
    for (const page of new Set([1, 2, Math.ceil(last / 2), last, last + 1])) {
      if (page === 0) continue
      const given = { ...query, page }
      const { rows, total, totalRelation, hasNext } = await list(given)
      expect(
        rows.map(({ id }) => id),
        JSON.stringify(given),
      ).toEqual(expected.slice((page - 1) * 25, page * 25).map(({ id }) => id))
      const many = search !== '' && expected.length > 10_000
      expect({ total, totalRelation, hasNext }, JSON.stringify(given)).toEqual({
        total: many ? 10_000 : expected.length,
        totalRelation: many ? 'gte' : 'eq',
        hasNext: expected.length > page * 25,
      })
    }
  }

  it('is as plain code would make it, by any order, search and filter', async () => {
    const all = orders.flatMap((order) =>
      searches.flatMap((search) => subsets.map((subset) => [order, search, subset] as const)),
    )
    for (const one of sampleOf(all, 60)) await expectPlainly(...one)
  })

  describe.each(searches)('searched for "%s"', { tags: 'all' }, (search) => {
    it.each(orders)('is as plain code would make it, by $sort_by $sort', async (order) => {
      for (const subset of subsets) await expectPlainly(order, search, subset)
    })
  })

  it('has complete rows', async () => {
    const { rows } = await list({ sort_by: 'url', sort: 'asc', per_page: 100, page: 3 })
    expect(rows).toHaveLength(100)
    expect(kept).toEqual(expect.arrayContaining(rows))
  })

  it.each(['', 'rare', 'example'])(
    'tells the score of the report before of the same URL, searched for "%s"',
    async (search) => {
      const before = new Map<string, number>()
      const expected = new Map(
        kept
          .toSorted((a, b) => a.id - b.id)
          .map(({ id, url, score }) => {
            const previous = before.get(url) ?? null
            before.set(url, score)
            return [id, previous]
          }),
      )
      const { rows } = await list({ search, sort_by: 'score', per_page: 100 })
      expect(rows.map(({ previous_score }) => previous_score)).toEqual(rows.map(({ id }) => expected.get(id)))
      expect(rows.some(({ previous_score }) => previous_score !== null)).toBe(true)
    },
  )

  it.each(pageSizes)('in pages of %d neither skips nor repeats', async (per_page) => {
    const expected = plainly(kept, { ...firstPage, sort_by: 'score', website_id: websiteOf('small.example') })
    const ids: number[] = []
    for (let page = 1; ; page += 1) {
      const { rows, hasNext } = await list({ sort_by: 'score', website_id: websiteOf('small.example'), per_page, page })
      ids.push(...rows.map(({ id }) => id))
      if (!hasNext) break
    }
    expect(ids).toEqual(expected.map(({ id }) => id))
  })

  it('is empty far past its end, with its total', async () => {
    expect(await list({ page: 2 ** 31 - 1, per_page: 100 })).toEqual({
      rows: [],
      total: kept.length,
      totalRelation: 'eq',
      hasNext: false,
    })
    expect(await list({ page: 2 ** 31 - 1, search: 'rare' })).toMatchObject({
      rows: [],
      totalRelation: 'eq',
      hasNext: false,
    })
  })

  it('counts the rows of further filters up to 10,000', async () => {
    const query = { from: '2020-01-01', per_page: 100 } as const
    expect(await list({ ...query, page: 1 })).toMatchObject({ total: 10_000, totalRelation: 'gte', hasNext: true })
    const last = Math.ceil(kept.length / 100)
    expect(await list({ ...query, page: last })).toMatchObject({ totalRelation: 'gte', hasNext: false })
    expect((await list({ ...query, page: last })).rows).toHaveLength(kept.length - (last - 1) * 100)
  })

  it('is empty for a missing or deleted website', async () => {
    const deletedWebsite = await store.db
      .selectFrom('websites')
      .select('id')
      .where('domain', '=', 'removed.example')
      .executeTakeFirstOrThrow()
    expect(await list({ website_id: deletedWebsite.id })).toMatchObject({ rows: [], total: 0 })
    expect(await list({ website_id: Number.MAX_SAFE_INTEGER })).toMatchObject({ rows: [], total: 0 })
    expect(await list({ search: 'removed' })).toMatchObject({ rows: [], total: 0 })
  })

  it('has the rows of its scope only', async () => {
    const websiteId = websiteOf('small.example')
    const scoped = await listReports(
      store.db,
      { ...firstPage, per_page: 100 },
      { kind: 'website', website_id: websiteId },
    )
    expect(scoped.total).toBe(kept.filter((report) => report.website_id === websiteId).length)
    expect(new Set(scoped.rows.map((row) => row.website_id))).toEqual(new Set([websiteId]))
    expect(
      (
        await listReports(
          store.db,
          { ...firstPage, website_id: websiteOf('big.example') },
          { kind: 'website', website_id: websiteId },
        )
      ).total,
    ).toBe(0)
    expect((await listReports(store.db, firstPage, { kind: 'none' })).total).toBe(0)
    expect((await listReports(store.db, firstPage, { kind: 'report', report_id: kept[0]?.id ?? 0 })).total).toBe(0)
    expect(
      (
        await listReports(store.db, firstPage, {
          kind: 'websites',
          filter: { search: '', privacy: null, client: null },
        })
      ).total,
    ).toBe(0)
  })

  it('has the rows of a view, which further filters only reduce', async () => {
    const views = [
      { search: 'p/1', website_id: null, result: null },
      { search: 'RARE', website_id: null, result: 'bad' },
      { search: '', website_id: websiteOf('small.example'), result: null },
    ] as const
    const queries = ['', 'small', 'qz', 'p/17', 'https://big.example/p/1', 'example'].flatMap((search) => [
      { search },
      { search, result: 'good' as const, sort_by: 'score' as const },
    ])
    for (const view of views) {
      const held = plainly(kept, { ...firstPage, ...view })
      for (const one of [...queries, { search: '', website_id: websiteOf('big.example') }]) {
        const query = { ...firstPage, ...one }
        const expected = plainly(held, {
          ...query,
          website_id: view.website_id ?? query.website_id,
          result: view.result ?? query.result,
        })
        const scope = { kind: 'reports', filter: reportListFilter(view) } as const
        const { rows, total } = await listReports(store.db, query, scope)
        expect([rows.map(({ id }) => id), total], JSON.stringify([view, one])).toEqual([
          expected.slice(0, 10).map(({ id }) => id),
          expected.length,
        ])
        const whole = await allReports(store.db, query, scope, new AbortController().signal)
        expect(whole.total, JSON.stringify([view, one])).toBe(expected.length)
        const newer = expected.filter(({ id }) => id > 12_400).length
        expect(await countNewer(store.db, query, scope, 12_400)).toEqual({ newer, relation: 'eq' })
      }
    }
  })
})

function someReports(count: number): NewPackedReport[] {
  const random = randomFrom(7)
  const [evaluation, facts] = [pack({}), pack({})]
  return Array.from({ length: count }, (_, at) => {
    const score = Math.floor(random() * 101)
    const domain = pick(random, [
      ['big.example', 0.85],
      ['small.example', 0.06],
      ['xn--bcher-kva.example', 0.05],
      ['removed.example', 1],
    ])
    const path = pick(random, [
      ['/', 0.2],
      [`/a%b/${at % 40}`, 0.1],
      ['/acb', 0.1],
      ['/c_d', 0.01],
      ['/cxd', 0.01],
      ["/o'", 0.01],
      ['/say "hi"', 0.01],
      ['/%C3%9C', 0.02],
      ['/Zürich', 0.02],
      [`/qz${at}`, 0.01],
      ['/Rare', 0.01],
      [`/p/${at % 97}`, 1],
    ])
    const {
      evaluation: _v,
      facts: _f,
      ...report
    } = newReport({
      domain,
      url: `https://${domain}${encodeURI(path).replace('%25', '%')}`,
      score,
      result: ratingOf(score),
    })
    return { ...report, evaluation, facts }
  })
}

function pick(random: () => number, choices: [string, number][]): string {
  for (const [choice, share] of choices) if (random() < share) return choice
  return choices.at(-1)?.[0] ?? ''
}

/** Builds the expected list in the simplest way. */
function plainly(
  reports: ReportRecord[],
  { search, website_id, result, sort_by, sort }: ReportListQuery,
): ReportRecord[] {
  const sign = sort === 'asc' ? 1 : -1
  return reports
    .filter((report) => website_id === null || report.website_id === website_id)
    .filter((report) => result === null || report.result === result)
    .filter((report) => searchTextOfUrl(report.url).includes(fold(search)))
    .toSorted((a, b) => sign * (compare(a[sort_by] ?? 0, b[sort_by] ?? 0) || a.id - b.id))
}

const compare = <T extends number | string>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
