import { afterAll, beforeAll, expect, it } from 'vitest'
import { type WebsiteListQuery, ownWebsiteSorts } from '#contract/lists/list-query.ts'
import { randomFrom } from '#testing/random.ts'
import { sampleOf } from '#testing/sample.ts'
import { describeEachEngine, onBoth, type TestDatabase } from '#testing/store/databases.ts'
import { websiteListQuery } from '#testing/store/lists.ts'
import { newReport } from '#testing/store/reports.ts'
import { openStore, type Store } from '../database.ts'
import { fold, searchTextOfDomain } from '../lists/search-text.ts'
import { allWebsites, listWebsites } from '../lists/website-list.ts'
import { insertReports } from '../reports/bulk-insert.ts'
import { deleteReport } from '../reports/deleted-reports.ts'
import { pack } from '../reports/report-payloads.ts'
import { createReport, findReport, findWholeReport } from '../reports/reports.ts'
import { findFaults } from '../verify/verify.ts'
import { purgeDeletedWebsites } from './purge-websites.ts'
import { deleteWebsite, findWebsite, selectWebsites, setWebsiteSettings, type WebsiteRecord } from './websites.ts'

const all = { kind: 'all' } as const
const firstPage = websiteListQuery()

describeEachEngine('the list of websites', onBoth, (engine) => {
  let database: TestDatabase
  let store: Store
  let kept: WebsiteRecord[] = []

  beforeAll(async () => {
    database = await engine.createDatabase()
    store = await openStore(database)
    await insertReports(store.db, someReports(1500, 1100))
    const websites = await everyWebsite(store)
    for (const { id } of websites.filter((_, at) => at % 9 === 0)) {
      const reports = await store.db.selectFrom('reports').select('id').where('website_id', '=', id).execute()
      for (const report of reports) await deleteReport(store.db, report.id)
    }
    for (const { id } of websites.filter((_, at) => at % 50 === 1)) await deleteWebsite(store.db, id)
    for (const website of websites.filter((_, at) => at % 3 === 2))
      await setWebsiteSettings(store.db, website, {
        privacy: website.id % 2 === 0 ? 0 : 2,
        password_hash: null,
        findable: false,
      })
    kept = await everyWebsite(store)
  })

  afterAll(async () => {
    await store.close()
    await database.remove()
  })

  const orders = ownWebsiteSorts.flatMap((sort_by) => (['asc', 'desc'] as const).map((sort) => ({ sort_by, sort })))
  const searches = ['', 'lamp', 'BÜCHER', 'o', '-4', '_', 'no such']
  const lists = orders.flatMap((order) =>
    [null, '0', '1', '2'].flatMap((privacy) =>
      searches.map(
        (search) =>
          ({ ...order, search, privacy }) as Pick<WebsiteListQuery, keyof typeof order | 'search' | 'privacy'>,
      ),
    ),
  )

  /** Compares some pages of a list with what plain code would make. */
  async function expectPlainly(list: (typeof lists)[number]) {
    const query = { ...firstPage, ...list, per_page: 25 } as const
    const expected = plainly(kept, query)
    const last = Math.ceil(expected.length / 25)
    for (const page of new Set([1, 2, Math.ceil(last / 2), last, last + 1, 99])) {
      if (page === 0) continue
      const { rows, ...rest } = await listWebsites(store.db, { ...query, page }, all)
      const given = JSON.stringify({ ...list, page })
      expect(rows, given).toEqual(expected.slice((page - 1) * 25, page * 25))
      const hasNext = expected.length > page * 25
      expect(rest, given).toEqual({ total: expected.length, totalRelation: 'eq', hasNext })
    }
  }

  it('is as plain code would make it, by any order, search and privacy', async () => {
    for (const list of sampleOf(lists, 30)) await expectPlainly(list)
  })

  it.each(orders)('is as plain code would make it, by $sort_by $sort', { tags: 'all' }, async (order) => {
    for (const list of lists.filter(({ sort_by, sort }) => sort_by === order.sort_by && sort === order.sort))
      await expectPlainly(list)
  })

  it('has the privacy of a view, whatever the request', async () => {
    const view = { kind: 'websites', filter: { search: 'lamp', privacy: '0', client: null } } as const
    const expected = plainly(kept, { ...firstPage, search: 'lamp', privacy: '0', client: null })
    for (const privacy of [null, '0', '1'] as const) {
      for (const list of [listWebsites, allWebsites]) {
        const { total } = await list(store.db, { ...firstPage, privacy }, view, new AbortController().signal)
        expect(total).toBe(expected.length)
      }
    }
    expect(expected.length).toBeGreaterThan(10)
  })

  it('has websites without a report last in both directions', async () => {
    const empty = kept.filter(({ reports_count }) => reports_count === 0).length
    const last = Math.ceil(kept.length / 100)
    for (const sort of ['asc', 'desc'] as const) {
      const { rows } = await listWebsites(
        store.db,
        { ...firstPage, sort_by: 'reports_avg_score', sort, per_page: 100, page: last },
        all,
      )
      expect(rows.at(-1)).toMatchObject({ average_score: null, reports_count: 0 })
      expect(rows.filter(({ average_score }) => average_score === null)).toHaveLength(Math.min(empty, rows.length))
    }
  })

  it('has the rows of its scope only', async () => {
    const { id } = kept[7] as WebsiteRecord
    expect((await listWebsites(store.db, firstPage, { kind: 'website', website_id: id })).rows).toEqual([kept[7]])
    expect(
      await listWebsites(store.db, { ...firstPage, search: 'no such' }, { kind: 'website', website_id: id }),
    ).toMatchObject({ rows: [], total: 0 })
    expect(await listWebsites(store.db, firstPage, { kind: 'none' })).toMatchObject({ rows: [], total: 0 })
  })
})

describeEachEngine('the privacy of a website', onBoth, ({ openStore }) => {
  it('is stored with its password hash, and increases the time of change', async () => {
    const { db } = await openStore()
    const { website_id: id } = await createReport(db, newReport({ created_at: '2999-01-01T00:00:00.000Z' }))
    expect(
      await setWebsiteSettings(
        db,
        { id, updated_at: '2999-01-01T00:00:00.000Z' },
        { privacy: 2, password_hash: 'hash' },
      ),
    ).toBe(true)
    expect(await findWebsite(db, id)).toMatchObject({
      privacy: 2,
      password_hash: 'hash',
      updated_at: '2999-01-01T00:00:00.001Z',
    })
    expect(
      await setWebsiteSettings(db, { id, updated_at: '2999-01-01T00:00:00.001Z' }, { privacy: 0, password_hash: null }),
    ).toBe(true)
    expect(await findWebsite(db, id)).toMatchObject({
      privacy: 0,
      password_hash: null,
      updated_at: '2999-01-01T00:00:00.002Z',
    })
  })

  it('is stored for one of several concurrent changes', async () => {
    const { db } = await openStore()
    const { website_id: id, created_at: updatedAt } = await createReport(db, newReport())
    const change = { privacy: 0, password_hash: null } as const
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => setWebsiteSettings(db, { id, updated_at: updatedAt }, change)),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(1)
  })

  it('is rejected for a missing website and for an unknown value', async () => {
    const { db } = await openStore()
    const { website_id: id, created_at: updatedAt } = await createReport(db, newReport())
    await expect(
      setWebsiteSettings(db, { id, updated_at: updatedAt }, { privacy: 3 as never, password_hash: null }),
    ).rejects.toThrow()
    await deleteWebsite(db, id)
    expect(await setWebsiteSettings(db, { id, updated_at: updatedAt }, { privacy: 0, password_hash: null })).toBe(false)
  })
})

describeEachEngine('a deleted website', onBoth, ({ openStore }) => {
  it('disappears at once with its reports, and its domain can have a new website', async () => {
    const { db } = await openStore()
    const old = await createReport(db, newReport())
    expect(await deleteWebsite(db, old.website_id)).toEqual({ restorable_until: null })
    expect(await deleteWebsite(db, old.website_id)).toBeUndefined()
    expect(await findWebsite(db, old.website_id)).toBeUndefined()
    expect(await findReport(db, old.id, all)).toBeUndefined()
    expect(await deleteReport(db, old.id)).toBeUndefined()
    const fresh = await createReport(db, newReport())
    expect(fresh.website_id).toBeGreaterThan(old.website_id)
    expect(await findWebsite(db, fresh.website_id)).toMatchObject({ domain: 'shop.example', reports_count: 1 })
  })

  it('is purged in batches, completely and without touching others', async () => {
    const { db } = await openStore()
    const other = await createReport(db, newReport({ domain: 'other.example' }))
    const reports = await Promise.all(Array.from({ length: 7 }, () => createReport(db, newReport())))
    await deleteReport(db, reports[0]?.id ?? 0)
    await deleteWebsite(db, reports[0]?.website_id ?? 0)
    const removed: number[] = []
    for (let count = -1; count !== 0; removed.push(count)) count = await purgeDeletedWebsites(db, { batch: 4 })
    expect(removed).toEqual([4, 2, 1, 1, 1, 0])
    expect(await db.selectFrom('reports').select('id').execute()).toEqual([{ id: other.id }])
    expect(await db.selectFrom('report_payloads').select('report_id').execute()).toEqual([{ report_id: other.id }])
    expect(await db.selectFrom('deleted_reports').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('websites').select('id').execute()).toEqual([{ id: other.website_id }])
    expect(await findWholeReport(db, other.id, all)).toBeDefined()
    expect(await findFaults(db)).toEqual([])
  })
})

function someReports(count: number, websites: number) {
  const random = randomFrom(11)
  const names = ['oak-lamp', 'xn--bcher-kva', 'river_table', 'Moon'.toLowerCase()]
  const [evaluation, facts] = [pack({}), pack({})]
  return Array.from({ length: count }, (_, at) => {
    const website = at < websites ? at : Math.floor(random() * websites)
    const domain = `${names[website % 4]}${website < 4 ? '' : `-${website}`}.example`.replace(
      'xn--bcher-kva-',
      'xn--bcher-kva.s-',
    )
    const {
      evaluation: _v,
      facts: _f,
      ...report
    } = newReport({ domain, url: `https://${domain}/`, score: Math.floor(random() * 101) })
    return { ...report, evaluation, facts }
  })
}

async function everyWebsite({ db }: Store): Promise<WebsiteRecord[]> {
  const websites = selectWebsites(db).select(['w.score_sum', 'w.counted_score_sum']).where('w.deleted_at', 'is', null)
  return (await websites.orderBy('w.id').execute()).map(({ score_sum, counted_score_sum, ...row }) => ({
    ...row,
    average_score: row.reports_count === 0 ? null : score_sum / row.reports_count,
    counted_average: row.counted_pages === 0 ? null : counted_score_sum / row.counted_pages,
    pages_blocked: 0,
  }))
}

const fields = {
  id: 'id',
  domain: 'domain',
  reports_count: 'reports_count',
  pages_avg_score: 'counted_average',
  reports_avg_score: 'average_score',
  // None of them needs any.
  attention: 'domain',
} as const

/** Builds the expected list in the simplest way. */
function plainly(websites: WebsiteRecord[], { search, privacy, sort_by, sort }: WebsiteListQuery): WebsiteRecord[] {
  const sign = (sort === 'asc') === (sort_by !== 'attention') ? 1 : -1
  const field = fields[sort_by]
  const wanted = websites.filter((website) => privacy === null || website.privacy === Number(privacy))
  const found = wanted.filter(({ domain }) => searchTextOfDomain(domain).includes(fold(search)))
  const last = found.filter((website) => website[field] === null).toSorted((a, b) => sign * (a.id - b.id))
  const sorted = found
    .filter((website) => website[field] !== null)
    .toSorted((a, b) => sign * (compare(a[field], b[field]) || a.id - b.id))
  return [...sorted, ...last]
}

const compare = (a: number | string | null, b: number | string | null) =>
  (a ?? 0) < (b ?? 0) ? -1 : (a ?? 0) > (b ?? 0) ? 1 : 0
