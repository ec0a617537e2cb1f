import { expect, it } from 'vitest'
import { comparedChecks } from '#analyser/changed-checks.ts'
import { indexabilities, type Indexability } from '#contract/reports/indexability.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { reportListQuery } from '#testing/store/lists.ts'
import { newReport } from '#testing/store/reports.ts'
import type { Store } from '../database.ts'
import { listReports } from '../lists/report-list.ts'
import { insertReports } from '../reports/bulk-insert.ts'
import { deleteReport } from '../reports/deleted-reports.ts'
import { findDuplicatesOf } from '../reports/duplicates.ts'
import { pack } from '../reports/report-payloads.ts'
import { createReport } from '../reports/reports.ts'
import { storeEvaluations } from '../reports/rescoring.ts'
import { findFaults } from '../verify/verify.ts'
import { findDuplicateSets } from './duplicate-sets.ts'
import { findOverview } from './overview.ts'
import { findPageGroups, findWebsiteHistory } from './website-issues.ts'
import { findWebsite } from './websites.ts'

const all = { kind: 'all' } as const
const conditions = { day: '2026-03-09', blockers: [] }

type PageState = { score: number; state: Indexability | null; day?: number }

const reportOf = (path: string, { score, state, day = 4 }: PageState) =>
  newReport({
    domain: 'shop.example',
    url: `https://shop.example${path}`,
    score,
    state: { ...newReport().state, indexability: state },
    created_at: `2026-03-0${day}T05:06:07.890Z`,
  })
const add = ({ db }: Store, path: string, state: PageState) => createReport(db, reportOf(path, state))

/** Everything that shows figures of the pages of the only website. */
async function figuresOf({ db }: Store) {
  const website = (await findWebsite(db, 1))!
  const { counted_pages: pages, counted_average: average, counted_good: good, counted_bad: bad } = website
  const [groups, history] = [await findPageGroups(db, 1, conditions), await findWebsiteHistory(db, 1)]
  const overview = await findOverview(db, '2026-03-05', {
    ...conditions,
    comparedChecks,
    granted: null,
    showsClicks: true,
  })
  const { total } = await listReports(db, reportListQuery({ latest: '1' }), all)
  return {
    website: { pages, average, good, bad },
    groups,
    history,
    overview,
    listed: total,
    faults: await findFaults(db),
  }
}

describeEachEngine('the groups of pages', onBoth, ({ openStore }) => {
  it('leave out a shape whose pages are those of a folder, with or without its index page', async () => {
    const { db } = await openStore()
    const paths = ['/shoes/', '/shoes/a-1', '/shoes/b-2', '/hats/a-1', '/hats/b-2']
    const mixed = ['/bags/a-1', '/bags/b-2', '/bags/a-1/care', '/bags/b-2/care']
    for (const path of [...paths, ...mixed]) await createReport(db, reportOf(path, { score: 80, state: 'indexable' }))
    const groups = await findPageGroups(db, 1, conditions)
    expect(groups.map(({ group, pages }) => `${group} ${pages}`)).toEqual([
      '/bags/ 4',
      '/shoes/ 3',
      '/hats/ 2',
      '/bags/* 2',
      '/bags/*/care 2',
    ])
  })
})

describeEachEngine('the figures of a website', onBoth, ({ openStore }) => {
  it('are those of its indexable pages, on every screen', async () => {
    const store = await openStore()
    await add(store, '/lamps/a', { score: 90, state: 'indexable' })
    await add(store, '/lamps/b', { score: 80, state: 'indexable' })
    const others = [...indexabilities.filter((state) => state !== 'indexable'), null]
    for (const [at, state] of others.entries()) await add(store, `/lamps/${at}`, { score: at, state })
    const { website, groups, history, overview, listed, faults } = await figuresOf(store)
    expect(website).toEqual({ pages: 2, average: 85, good: 2, bad: 0 })
    expect(groups.map(({ group, pages, average }) => ({ group, pages, average }))).toEqual([
      { group: '/lamps/', pages: 2, average: 85 },
    ])
    expect(history).toEqual([{ day: '2026-03-04', pages: 2, average: 85, good: 2, decent: 0, bad: 0 }])
    expect(overview.pages).toEqual({ all: 2, good: 2, decent: 0, bad: 0 })
    expect(overview.scores).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1])
    expect(listed).toBe(2 + others.length)
    expect(faults).toEqual([])
    expect(await findWebsite(store.db, 1)).toMatchObject({
      reports_count: 8,
      pages_count: 8,
      pages_redirect: 1,
      pages_other_url: 1,
      pages_unlikely: 1,
      pages_blocked: 1,
      pages_unclear: 1,
    })
  })

  it('follow pages that become indexable, or stop being so', async () => {
    const store = await openStore()
    await add(store, '/a', { score: 90, state: 'indexable' })
    await add(store, '/b', { score: 40, state: 'blocked' })
    await add(store, '/b', { score: 60, state: 'indexable', day: 5 })
    const last = await add(store, '/a', { score: 90, state: 'redirect', day: 6 })
    const { website, history, overview, faults } = await figuresOf(store)
    expect(website).toEqual({ pages: 1, average: 60, good: 0, bad: 0 })
    expect(history).toEqual([
      { day: '2026-03-04', pages: 1, average: 90, good: 1, decent: 0, bad: 0 },
      { day: '2026-03-05', pages: 2, average: 75, good: 1, decent: 1, bad: 0 },
      { day: '2026-03-06', pages: 1, average: 60, good: 0, decent: 1, bad: 0 },
    ])
    expect(overview.news).toMatchObject([{ website_id: 1, domain: 'shop.example', average: 60, change: -30 }])
    expect(faults).toEqual([])
    await deleteReport(store.db, last.id)
    expect(await figuresOf(store)).toMatchObject({ website: { pages: 2, average: 75 }, faults: [] })
  })

  it('follow a new ruleset that changes the state alone', async () => {
    const store = await openStore()
    const { id, website_id, score, result } = await add(store, '/a', { score: 85, state: 'indexable' })
    await add(store, '/b', { score: 55, state: 'other_url' })
    const rescore = (indexability: Indexability, ruleset: number) =>
      storeEvaluations(
        store.db,
        [
          {
            id,
            website_id,
            score,
            result,
            ruleset,
            evaluation: pack(newReport().evaluation),
            changes: [],
            state: { ...newReport().state, indexability },
          },
        ],
        '2026-03-08T00:00:00.000Z',
      )
    await rescore('unclear', 2)
    expect(await figuresOf(store)).toMatchObject({
      website: { pages: 0, average: null },
      history: [],
      overview: { pages: { all: 0 } },
      faults: [],
    })
    await rescore('indexable', 3)
    expect(await figuresOf(store)).toMatchObject({ website: { pages: 1, average: 85 }, faults: [] })
  })

  it('are the same for reports that are inserted together', async () => {
    const store = await openStore()
    const pages: [string, PageState][] = [
      ['/a', { score: 90, state: 'indexable' }],
      ['/b', { score: 40, state: 'indexable' }],
      ['/b', { score: 40, state: 'redirect' }],
      ['/c', { score: 20, state: 'blocked' }],
    ]
    const packed = (report: ReturnType<typeof newReport>) => ({
      ...report,
      evaluation: pack(report.evaluation),
      facts: pack(report.facts),
    })
    await insertReports(
      store.db,
      pages.map(([path, state]) => packed(reportOf(path, state))),
    )
    await insertReports(store.db, [packed(reportOf('/c', { score: 30, state: 'indexable' }))])
    expect(await figuresOf(store)).toMatchObject({ website: { pages: 2, average: 60, good: 1, bad: 1 }, faults: [] })
  })

  it('have no duplicates among pages that are not indexable', async () => {
    const store = await openStore()
    const first = await add(store, '/a', { score: 90, state: 'indexable' })
    const second = await add(store, '/b', { score: 90, state: 'indexable' })
    const third = await add(store, '/c', { score: 90, state: 'other_url' })
    await add(store, '/d', { score: 90, state: 'redirect' })
    const duplicatesOf = (report: typeof first) => findDuplicatesOf(store.db, report, () => 1)
    expect(await duplicatesOf(first)).toMatchObject({
      counted: true,
      others: 1,
      title: { items: [{ id: second.id }], total: 1 },
    })
    expect(await duplicatesOf(third)).toMatchObject({ counted: false, title: { total: 0 }, body: { total: 0 } })
    expect(await findDuplicateSets(store.db, 1)).toMatchObject([{ kinds: ['title', 'body'], pages: 2 }])
  })
})
