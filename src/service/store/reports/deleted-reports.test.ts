import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { pageState } from '#analyser/page-state.ts'
import { countToFix, pack } from '#service/store/reports/report-payloads.ts'
import { randomOfRun, sampleOf } from '#testing/sample.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newFacts, newReport, newScreenshot } from '#testing/store/reports.ts'
import { createAlertRule, findAlertRule } from '../alerts/rules.ts'
import { storeCount } from '../alerts/views.ts'
import type { Store } from '../database.ts'
import { findFindingStates, setFindingStates } from '../pages/finding-states.ts'
import { findFaults } from '../verify/verify.ts'
import { createView } from '../views.ts'
import { purgeDeletedWebsites } from '../websites/purge-websites.ts'
import { deleteWebsite, findWebsite, restoreWebsite } from '../websites/websites.ts'
import { deleteReport, purgeDeletedReports, restoreReport } from './deleted-reports.ts'
import { createReport, findReport, findWholeReport, readLatest } from './reports.ts'
import { findScreenshot } from './screenshots.ts'

const all = { kind: 'all' } as const
const isRestorable = { isRestorable: true }
const origin = 'https://shop.example'

type Made = { issues?: string[]; links?: string[]; day?: number; ruleset?: number }

/** Returns a report whose page has what its payload says. */
function reportOf(path: string, score: number, { issues = [], links = [], day = 1 }: Made = {}) {
  const url = origin + path
  const results = Object.fromEntries(
    issues.map((id) => [id, newCheckResult({ outcome: 'fail', passed: false, points_lost: 1 })]),
  )
  const items = links.map((to) => ({
    url: origin + to,
    internal: true,
    text: 'More',
    rel: null,
    noscript: false,
    at: 1,
  }))
  const facts = {
    ...newFacts(url),
    links: { items, total: items.length, followable: items.length, broken: { items: [], total: 0 } },
  }
  const evaluation = newEvaluation({ results })
  const state = {
    ...pageState(facts, results),
    to_fix: countToFix(results),
    ...readLatest({ evaluation: pack(evaluation), facts: pack(facts) }),
  }
  const created_at = `2026-05-${String(day).padStart(2, '0')}T10:00:00.000Z`
  return newReport({ url, score, evaluation, facts, state, created_at, screenshot: newScreenshot(`${path} ${day}`) })
}

/** Returns the rows of all tables, by table. */
async function dumpOf({ db, engine }: Store): Promise<Record<string, string[]>> {
  const tables =
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_list where type = 'table' and schema = 'main'
          and name not like 'sqlite%' order by name`
      : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = 'public' order by 1`
  const dump: Record<string, string[]> = {}
  for (const { name } of (await tables.execute(db)).rows) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    dump[name] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return dump
}

/** Ages what was deleted by more than the ten minutes in which it can be restored. */
async function letTenMinutesPass({ db }: Store) {
  const deleted_at = new Date(Date.now() - 11 * 60_000).toISOString()
  await db.updateTable('deleted_reports').set({ deleted_at }).execute()
  await db.updateTable('websites').set({ deleted_at }).where('deleted_at', 'is not', null).execute()
}

async function storeRule({ db }: Store, conditions: ('count_changed' | 'new_issue')[], query = '') {
  const view = await createView(db, { name: `View ${query}`, list: 'reports', query })
  const to = { mail_to: [], webhook_url: 'https://hook.example/', author_id: 'abcdefgh', author_name: 'Ann' }
  return (await createAlertRule(db, { view_id: view?.id ?? 1, website_id: null }, { conditions, ...to })) ?? 0
}

describeEachEngine('a deleted report', onBoth, ({ openStore }) => {
  it('is put back with all that it took away, in whatever order reports are deleted and restored', async () => {
    const random = randomOfRun()
    const pick = <T>(items: readonly T[]): T[] => items.filter(() => random() < 0.5)
    const store = await openStore()
    const { db } = store
    const rule = await storeRule(store, ['new_issue'])
    const paths = ['/', '/a', '/blog/b', '/only']
    const checks = ['title-present', 'canonical', 'noindex', 'ttfb', 'h1-present']
    const ids: number[] = []
    for (let day = 1; day <= 9; day += 1) {
      const path = day === 4 ? '/only' : (paths[Math.floor(random() * 3)] ?? '/')
      const made = { issues: pick(checks), links: pick(paths), day }
      const { id, page_id, url, website_id, created_at } = await createReport(
        db,
        reportOf(path, Math.floor(random() * 101), made),
      )
      ids.push(id)
      for (const check of pick(made.issues)) {
        const page = { id: page_id, latest_report_id: id }
        const status = random() < 0.5 ? 'fixed' : 'open'
        const decision = { status, owner: 'Ann', at: '2026-05-20T00:00:00.000Z', by: 'Ann' } as const
        await db.transaction().execute((tx) => setFindingStates(tx, [page], check, decision))
      }
      const change = { rule_id: rule, page_id, website_id, url, condition: 'new_issue', check_id: `c${id}` } as const
      await db
        .insertInto('alert_changes')
        .values({ ...change, baseline: '', state: 'open', report_id: id, seen_at: created_at })
        .execute()
    }
    const before = await dumpOf(store)
    // SQLite's own check reads the search index as it was before another connection wrote to it.
    const faults = async () => (await findFaults(db)).filter((fault) => !fault.includes('damaged: fts5'))
    for (let round = 0; round < 3; round += 1) {
      const deleted: number[] = []
      for (const id of sampleOf(ids, 1 + Math.floor(random() * ids.length), random)) {
        expect(await deleteReport(db, id, isRestorable)).toBeDefined()
        deleted.push(id)
        if (random() < 0.2) await restoreReport(db, deleted.splice(Math.floor(random() * deleted.length), 1)[0] ?? 0)
        expect(await faults()).toEqual([])
      }
      for (const id of sampleOf(deleted, deleted.length, random)) {
        expect(await restoreReport(db, id)).toBe(true)
        expect(await faults()).toEqual([])
      }
      expect(await dumpOf(store)).toEqual(before)
    }
  })

  it('is gone for readers, and can be restored once', async () => {
    const store = await openStore()
    const { db } = store
    const { id } = await createReport(db, reportOf('/', 80))
    expect(await restoreReport(db, id)).toBe(false)
    const deletion = await deleteReport(db, id, isRestorable)
    expect(Date.parse(deletion?.restorable_until ?? '') - Date.now()).toBeGreaterThan(9 * 60_000)
    expect(await findWholeReport(db, id, all)).toBeUndefined()
    expect(await findScreenshot(db, id, all)).toBeUndefined()
    expect(await Promise.all([restoreReport(db, id), restoreReport(db, id)])).toEqual(
      expect.arrayContaining([true, false]),
    )
    expect(await findWholeReport(db, id, all)).toMatchObject({ record: { id, score: 80 } })
    expect(await findScreenshot(db, id, all)).toBeDefined()
  })

  it('joins the page of a report that was made of its URL since, which stays the latest', async () => {
    const { db } = await openStore()
    const old = await createReport(db, reportOf('/', 40, { issues: ['canonical', 'noindex'] }))
    const decide = (check: string) =>
      db.transaction().execute((tx) =>
        setFindingStates(tx, [{ id: old.page_id, latest_report_id: old.id }], check, {
          status: 'in_progress',
          owner: 'Ann',
          at: '2026-05-01T00:00:00.000Z',
          by: 'Ann',
        }),
      )
    await decide('canonical')
    await decide('noindex')
    await deleteReport(db, old.id, isRestorable)
    const newer = await createReport(db, reportOf('/', 60, { issues: ['canonical'], day: 2 }))
    expect(newer.previous_score).toBeNull()
    expect(await restoreReport(db, old.id)).toBe(true)
    expect(await findReport(db, old.id, all)).toMatchObject({ latest: 0, page_id: newer.page_id })
    expect(await findReport(db, newer.id, all)).toMatchObject({ latest: 1, previous_score: 40 })
    // The newer report passes the second check, so it is fixed.
    expect(await findFindingStates(db, newer.page_id)).toMatchObject([
      { check_id: 'canonical', status: 'in_progress', owner: 'Ann' },
      { check_id: 'noindex', status: 'fixed', owner: 'Ann' },
    ])
    expect(await findFaults(db)).toEqual([])
  })

  it('keeps what the team has decided since it was deleted', async () => {
    const { db } = await openStore()
    await createReport(db, reportOf('/', 40, { issues: ['canonical'] }))
    const latest = await createReport(db, reportOf('/', 40, { issues: ['canonical'], day: 2 }))
    const page = { id: latest.page_id, latest_report_id: latest.id }
    const decide = (owner: string, at: string) =>
      db.transaction().execute((tx) => setFindingStates(tx, [page], 'canonical', { owner, at, by: owner }))
    await decide('Ann', '2026-05-01T00:00:00.000Z')
    await deleteReport(db, latest.id, isRestorable)
    await decide('Ben', new Date(Date.now() + 1000).toISOString())
    await restoreReport(db, latest.id)
    expect(await findFindingStates(db, latest.page_id)).toMatchObject([{ owner: 'Ben' }])
  })

  it('no longer waits for a crawl that has ended', async () => {
    const { db } = await openStore()
    const { id } = await createReport(db, { ...reportOf('/', 40), pending_crawl_id: 7 })
    await deleteReport(db, id, isRestorable)
    await restoreReport(db, id)
    expect(await db.selectFrom('reports').select('pending_crawl_id').execute()).toEqual([{ pending_crawl_id: null }])
  })

  it('changes the number of pages that was last sent, so that nobody is alerted', async () => {
    const store = await openStore()
    const { db } = store
    const rule = await storeRule(store, ['count_changed'], 'result=bad')
    await createReport(db, reportOf('/a', 20))
    const low = await createReport(db, reportOf('/', 20))
    const high = await createReport(db, reportOf('/', 90, { day: 2 }))
    const count = async () => (await findAlertRule(db, rule))?.count
    await storeCount(db, (await findAlertRule(db, rule))!, 1, 0)
    const counts = [await count()]
    for (const change of [
      () => deleteReport(db, high.id, isRestorable),
      () => deleteReport(db, low.id, isRestorable),
      () => restoreReport(db, high.id),
      () => restoreReport(db, low.id),
    ]) {
      await change()
      counts.push(await count())
    }
    expect(counts).toEqual([1, 2, 1, 1, 1])
  })

  it('can no longer be restored after ten minutes, and is then purged', async () => {
    const store = await openStore()
    const { db } = store
    const { id } = await createReport(db, reportOf('/', 80))
    await deleteReport(db, id, isRestorable)
    expect(await purgeDeletedReports(db)).toBe(0)
    await letTenMinutesPass(store)
    expect(await restoreReport(db, id)).toBe(false)
    expect(await purgeDeletedReports(db)).toBe(1)
    const left = ['report_payloads', 'screenshots'] as const
    for (const table of left) expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await db.selectFrom('deleted_reports').select(['id', 'restorable']).execute()).toEqual([
      { id, restorable: null },
    ])
  })

  it('is purged at once if the disk is full, and then not restored', async () => {
    const { db } = await openStore()
    const { id } = await createReport(db, reportOf('/', 80))
    await deleteReport(db, id, isRestorable)
    expect(await purgeDeletedReports(db, { isDiskFull: true })).toBe(1)
    expect(await restoreReport(db, id)).toBe(false)
    const other = await createReport(db, reportOf('/', 80))
    expect(await deleteReport(db, other.id)).toEqual({ restorable_until: null })
    expect(await db.selectFrom('report_payloads').selectAll().execute()).toEqual([])
  })
})

describeEachEngine('a deleted website', onBoth, ({ openStore }) => {
  const shop = async (store: Store) => {
    for (const path of ['/', '/a']) await createReport(store.db, reportOf(path, 80, { links: ['/', '/a'] }))
    return store
  }

  it('is put back with everything that belongs to it', async () => {
    const store = await shop(await openStore())
    const before = await dumpOf(store)
    expect(await deleteWebsite(store.db, 1, isRestorable)).toMatchObject({ restorable_until: expect.any(String) })
    expect(await findWebsite(store.db, 1)).toBeUndefined()
    expect(await purgeDeletedWebsites(store.db)).toBe(0)
    expect(await restoreWebsite(store.db, 1)).toBe('restored')
    expect(await restoreWebsite(store.db, 1)).toBe('not_found')
    expect(await dumpOf(store)).toEqual(before)
  })

  it('stays deleted if its domain has a new website', async () => {
    const { db } = await shop(await openStore())
    await deleteWebsite(db, 1, isRestorable)
    const { website_id } = await createReport(db, reportOf('/', 50))
    expect(await restoreWebsite(db, 1)).toBe('domain_taken')
    expect(await findWebsite(db, website_id)).toMatchObject({ reports_count: 1 })
    await deleteWebsite(db, website_id)
    expect(await restoreWebsite(db, 1)).toBe('restored')
    expect(await findWebsite(db, 1)).toMatchObject({ reports_count: 2 })
  })

  it('is purged after ten minutes, or at once if the disk is full', async () => {
    for (const isDiskFull of [false, true]) {
      const store = await shop(await openStore())
      await deleteWebsite(store.db, 1, isRestorable)
      if (!isDiskFull) await letTenMinutesPass(store)
      if (!isDiskFull) expect(await restoreWebsite(store.db, 1)).toBe('not_found')
      expect(await purgeDeletedWebsites(store.db, { isDiskFull, batch: 1 })).toBe(1)
      // Without all its rows, it isn't restored.
      await store.db.updateTable('websites').set({ deleted_at: new Date().toISOString() }).execute()
      expect(await restoreWebsite(store.db, 1)).toBe('not_found')
      while ((await purgeDeletedWebsites(store.db)) > 0);
      for (const table of ['websites', 'pages', 'reports', 'report_payloads'] as const)
        expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })
})
