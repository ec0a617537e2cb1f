import { expect, it, onTestFinished } from 'vitest'
import { pageIssues, type PageIssue } from '#analyser/page-state.ts'
import type { ReportListQuery } from '#contract/lists/list-query.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { reportListFilter, reportListQuery } from '#testing/store/lists.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { openStore as openDatabase, type Store } from '../database.ts'
import { allReports, listReports } from '../lists/report-list.ts'
import { deleteReport } from '../reports/deleted-reports.ts'
import { createReport, findReport } from '../reports/reports.ts'
import { findFaults } from '../verify/verify.ts'
import { findWebsiteHistory, findWebsiteIssues } from '../websites/website-issues.ts'
import { findWebsite } from '../websites/websites.ts'

const all = { kind: 'all' } as const
const lamps = 'https://shop.example/blog/lamps-1'

type Made = { url?: string; issues?: string[]; indexability?: Indexability | null; day?: number }

/** Stores a report with issues that cost one point each. */
async function store(
  { db }: Store,
  score: number,
  { url = lamps, issues = [], indexability = 'indexable', day = 1 }: Made = {},
) {
  const results = Object.fromEntries(
    issues.map((id) => [id, newCheckResult({ outcome: 'fail', passed: false, points_lost: 1 })]),
  )
  const found: PageIssue[] = pageIssues(results).map((issue) => ({
    ...issue,
    causes: [{ key: `cause of ${issue.check}`, label: 'A link in the footer' }],
  }))
  const state = { ...newReport().state, indexability, main_issue: issues[0] ?? null, issues: found }
  const createdAt = `2026-05-${String(day).padStart(2, '0')}T10:00:00.000Z`
  return createReport(
    db,
    newReport({ url, score, evaluation: newEvaluation({ results }), state, created_at: createdAt }),
  )
}

const pagesOf = ({ db }: Store) => db.selectFrom('pages').selectAll().orderBy('id').execute()

async function listed({ db }: Store, given: Partial<ReportListQuery>): Promise<number[]> {
  return (await listReports(db, reportListQuery({ per_page: 100, ...given }), all)).rows.map(({ id }) => id)
}

describeEachEngine('a page', onBoth, (engine) => {
  const { openStore } = engine

  it('has its latest report, the one before, and when it changed', async () => {
    const opened = await openStore()
    const first = await store(opened, 60, { indexability: 'blocked', day: 1 })
    await store(opened, 60, { day: 2 })
    const latest = await store(opened, 60, { day: 3 })
    expect(await pagesOf(opened)).toMatchObject([
      {
        url: lamps,
        folder: '/blog/',
        shape: '/blog/*',
        latest_report_id: latest.id,
        score: 60,
        previous_score: 60,
        result: 'decent',
        indexability: 'indexable',
        reports_count: 3,
        first_seen: '2026-05-01T10:00:00.000Z',
        changed_at: '2026-05-02T10:00:00.000Z',
      },
    ])
    expect(latest).toMatchObject({ previous_score: 60, latest: 1 })
    expect(await findReport(opened.db, first.id, all)).toMatchObject({ latest: 0, previous_score: null })
    expect(await findFaults(opened.db)).toEqual([])
  })

  it('counts once on its website, by its latest report', async () => {
    const opened = await openStore()
    const { website_id } = await store(opened, 20)
    await store(opened, 90)
    await store(opened, 50, { url: 'https://shop.example/' })
    expect(await findWebsite(opened.db, website_id)).toMatchObject({
      reports_count: 3,
      pages_count: 2,
      counted_pages: 2,
      counted_average: 70,
      counted_good: 1,
      counted_decent: 1,
      counted_bad: 0,
    })
  })

  it('counts on its website as blocked, as in the list of blocked pages', async () => {
    const opened = await openStore()
    const { website_id } = await store(opened, 20, { indexability: 'blocked' })
    const blocked = async () => [
      (await findWebsite(opened.db, website_id))?.pages_blocked,
      (await listed(opened, { website_id, indexability: 'blocked' })).length,
    ]
    await store(opened, 20, { url: 'https://shop.example/a', indexability: 'blocked' })
    await store(opened, 20, { url: 'https://shop.example/b', indexability: 'unlikely' })
    expect(await blocked()).toEqual([2, 2])
    const allowed = await store(opened, 20)
    expect(await blocked()).toEqual([1, 1])
    await deleteReport(opened.db, allowed.id)
    expect(await blocked()).toEqual([2, 2])
  })

  it('is that of the report stored last, even if the clock was set back', async () => {
    const opened = await openStore()
    await store(opened, 80, { day: 20 })
    const later = await store(opened, 30, { day: 4 })
    expect(await pagesOf(opened)).toMatchObject([{ latest_report_id: later.id, score: 30, previous_score: 80 }])
    expect(await findWebsiteHistory(opened.db, later.website_id)).toMatchObject([
      { day: '2026-05-04' },
      { day: '2026-05-20', pages: 1, average: 30 },
    ])
    expect(await findFaults(opened.db)).toEqual([])
  })

  it('goes back to the report before when its latest is deleted, with its issues', async () => {
    const opened = await openStore()
    const first = await store(opened, 40, { issues: ['title-present'] })
    const second = await store(opened, 70, { issues: ['canonical'] })
    const third = await store(opened, 90)
    await deleteReport(opened.db, third.id)
    expect(await pagesOf(opened)).toMatchObject([{ latest_report_id: second.id, score: 70, reports_count: 2 }])
    expect(await findWebsiteIssues(opened.db, first.website_id)).toMatchObject([
      { check: 'canonical', pages: 1, points: 10 },
    ])
    // The first of two, so the second no longer has a report before it.
    await deleteReport(opened.db, first.id)
    expect(await findReport(opened.db, second.id, all)).toMatchObject({ latest: 1, previous_score: null })
    expect(await findFaults(opened.db)).toEqual([])
    await deleteReport(opened.db, second.id)
    expect(await pagesOf(opened)).toEqual([])
    expect(await findWebsiteIssues(opened.db, first.website_id)).toEqual([])
    expect(await opened.db.selectFrom('website_causes').selectAll().execute()).toEqual([])
    expect(await findWebsite(opened.db, first.website_id)).toMatchObject({ pages_count: 0, counted_average: null })
    expect(await findFaults(opened.db)).toEqual([])
  })

  it('is one page for concurrent first reports, and stays right while reports are deleted', async () => {
    const database = await engine.createDatabase()
    const stores = await Promise.all([openDatabase(database), openDatabase(database)])
    onTestFinished(async () => {
      await Promise.all(stores.map((store) => store.close()))
      await database.remove()
    })
    const [one, other] = stores as [Store, Store]
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        store(at % 2 ? one : other, at * 8, { issues: at % 3 ? ['canonical'] : [] }),
      ),
    )
    expect(await pagesOf(one)).toMatchObject([{ reports_count: 12 }])
    expect(await listed(one, { latest: '1' })).toEqual([Math.max(...made.map(({ id }) => id))])
    expect((await findFaults(one.db)).filter((fault) => !fault.includes('cause of'))).toEqual([])
    await Promise.all([
      ...made.slice(3, 9).map(({ id }) => deleteReport(one.db, id)),
      ...made.slice(6).map(({ id }) => deleteReport(other.db, id)),
      ...Array.from({ length: 5 }, (_, at) => store(other, at * 11, { issues: ['title-present'] })),
    ])
    expect(await pagesOf(other)).toMatchObject([{ reports_count: 8 }])
    expect(await findFaults(other.db)).toEqual([])
  })

  it('shares the causes of its issues with others', async () => {
    const opened = await openStore()
    const urls = ['a', 'b', 'c'].map((name) => `https://shop.example/${name}`)
    for (const url of urls) await store(opened, 50, { url, issues: ['canonical', 'title-present'] })
    const { website_id } = await store(opened, 50, { url: urls[0] ?? '', issues: ['canonical'] })
    expect(await findWebsiteIssues(opened.db, website_id)).toMatchObject([
      { check: 'canonical', pages: 3, points: 30, causes: [{ label: 'A link in the footer', pages: 3 }] },
      { check: 'title-present', pages: 2, points: 20, sample: { url: urls[1] }, causes: [{ pages: 2 }] },
    ])
    expect(await findFaults(opened.db)).toEqual([])
  })
})

describeEachEngine('a list of pages', onBoth, ({ openStore }) => {
  it('has the latest report of each, filtered by what it says', async () => {
    const opened = await openStore()
    const other = 'https://shop.example/other'
    const old = await store(opened, 50, { day: 1, issues: ['canonical'] })
    const single = await store(opened, 30, { day: 2, url: other, indexability: 'other_url' })
    const better = await store(opened, 80, { day: 3 })
    const [, lost, worse] = [
      await store(opened, 70, { day: 3, url: 'https://b.example/x' }),
      await store(opened, 70, { day: 5, url: 'https://b.example/x', indexability: 'blocked', issues: ['noindex'] }),
      await store(opened, 20, { day: 4, url: other, issues: ['canonical', 'noindex'] }),
    ]
    const cases: [Partial<ReportListQuery>, number[]][] = [
      [{ latest: '1' }, [worse.id, lost.id, better.id]],
      [{ latest: '1', sort_by: 'score', sort: 'asc' }, [worse.id, lost.id, better.id]],
      [{ changed: 'better' }, [better.id]],
      [{ changed: 'worse' }, [worse.id]],
      [{ changed: 'new' }, []],
      [{ changed: 'not_indexable' }, [lost.id]],
      [{ indexability: 'blocked' }, [lost.id]],
      [{ check: 'canonical' }, [worse.id]],
      [{ check: 'noindex', sort_by: 'url' }, [worse.id, lost.id]],
      [{ check: 'noindex', website_id: old.website_id }, [worse.id, lost.id]],
      [{ check: 'title-present' }, []],
      [{ group: '/blog/' }, [better.id]],
      [{ group: '/blog/*' }, [better.id]],
      [{ score: '70-79' }, [lost.id]],
      [{ score: '20-70', sort_by: 'score', sort: 'asc' }, [worse.id, lost.id]],
      [{ score: '0-80', website_id: old.website_id, indexability: 'indexable' }, [worse.id, better.id]],
      [{ from: '2026-05-02', to: '2026-05-03' }, [better.id + 1, better.id, single.id]],
      [{ from: '2026-05-05', sort: 'asc' }, [lost.id]],
      [{ latest: '1', to: '2026-05-04' }, [worse.id, better.id]],
      [{ latest: '1', search: 'b.example' }, [lost.id]],
    ]
    for (const [query, expected] of cases) {
      expect(await listed(opened, query), JSON.stringify(query)).toEqual(expected)
      const result = await listReports(opened.db, reportListQuery(query), all)
      expect([result.total, result.totalRelation], JSON.stringify(query)).toEqual([expected.length, 'eq'])
      const whole = await allReports(opened.db, reportListQuery(query), all, new AbortController().signal)
      expect(whole.total, JSON.stringify(query)).toBe(expected.length)
      // A link to this list shows nothing more for any request.
      const {
        search: _s,
        search_by: _b,
        sort_by,
        sort,
        page: _p,
        per_page: _n,
        website_id: _w,
        result: _r,
        ...filter
      } = reportListQuery(query)
      const scope = { kind: 'reports', filter: reportListFilter({ ...filter, search: query.search ?? '' }) } as const
      const linked = await listReports(opened.db, reportListQuery({ sort_by, sort }), scope)
      expect(
        linked.rows.map(({ id }) => id),
        JSON.stringify(query),
      ).toEqual(expected)
      for (const report of [old, single, better, lost, worse])
        expect(Boolean(await findReport(opened.db, report.id, scope)), JSON.stringify(query)).toBe(
          expected.includes(report.id),
        )
    }
  })
})
