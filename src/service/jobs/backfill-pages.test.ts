import { expect, it } from 'vitest'
import type { Store } from '#service/store/database.ts'
import { listReports } from '#service/store/lists/report-list.ts'
import { createReport, deleteReport, findReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { reportListQuery } from '#testing/store/list-queries.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { createAnalyserPool } from './analyser-pool.ts'
import { fillPages, type Skipped } from './backfill.ts'

const all = { kind: 'all' } as const
const pool = createAnalyserPool({ threads: 1 })
const warning = newCheckResult({ outcome: 'warn', passed: false, points_lost: 1.5 })

/** Stores reports of three websites as an older version did, which knew no pages. */
async function olderReports({ db }: Store, count: number) {
  const made = []
  for (let at = 0; at < count; at += 1) {
    const domain = `w${at % 3}.example`
    const evaluation = newEvaluation({ results: { 'title-present': warning } })
    made.push(await createReport(db, newReport({ domain, url: `https://${domain}/${at % 5}`, score: at, evaluation })))
  }
  for (const table of ['page_issues', 'website_issues', 'website_causes', 'website_days', 'pages'] as const)
    await db.deleteFrom(table).execute()
  const nothing = { page_id: null, previous_score: null, previous_indexability: null, indexability: null }
  await db
    .updateTable('reports')
    .set({ ...nothing, main_issue: null })
    .execute()
  return made
}

async function fillAll({ db }: Store, stopAfter = Number.POSITIVE_INFINITY): Promise<Skipped[]> {
  const stop = new AbortController()
  const skipped: Skipped[] = []
  let batches = 0
  const onBatch = (some: Skipped[]) => {
    skipped.push(...some)
    batches += 1
    if (batches === stopAfter) stop.abort()
  }
  await fillPages({ db, pool }, { batch: 4, pauseMs: 0 }, onBatch, stop.signal)
  return skipped
}

const countUnfilled = async ({ db }: Store) =>
  (await db.selectFrom('reports').select('id').where('page_id', 'is', null).execute()).length

describeEachEngine('filling in the pages of older reports', ({ openStore }) => {
  it('continues where it was stopped, while lists, new reports and deletions work', async () => {
    const store = await openStore()
    const made = await olderReports(store, 30)
    const latest = async () => (await listReports(store.db, reportListQuery({ latest: '1' }), all)).total
    expect(await latest()).toBe(15)
    await fillAll(store, 2)
    expect(await countUnfilled(store)).toBe(22)
    expect(await latest()).toBe(15)
    // One whose page has no row yet, and one of a new page.
    const again = await createReport(store.db, newReport({ domain: 'w1.example', url: 'https://w1.example/3' }))
    await createReport(store.db, newReport({ domain: 'w1.example', url: 'https://w1.example/new' }))
    expect(again.previousScore).toBe(28)
    await deleteReport(store.db, made[20]?.id ?? 0)
    await deleteReport(store.db, made[6]?.id ?? 0)
    expect(await latest()).toBe(16)

    expect(await fillAll(store)).toEqual([])
    expect(await countUnfilled(store)).toBe(0)
    expect(await findFaults(store.db)).toEqual([])
    const last = await findReport(store.db, made[29]?.id ?? 0, all)
    expect(last).toMatchObject({ previousScore: 14, indexability: 'indexable', mainIssue: 'title-present' })
    const query = reportListQuery({ check: 'title-present', website_id: made[0]?.websiteId ?? 0 })
    expect((await listReports(store.db, query, all)).total).toBe(5)
  })

  it('leaves out deleted websites, and reports that cannot be read', async () => {
    const store = await openStore()
    const made = await olderReports(store, 6)
    await deleteWebsite(store.db, made[1]?.websiteId ?? 0)
    await store.db
      .updateTable('report_payloads')
      .set({ facts: Buffer.from('nonsense') })
      .where('report_id', '=', made[0]?.id ?? 0)
      .execute()
    expect((await fillAll(store)).map(({ id }) => id)).toEqual([made[0]?.id])
    expect(await countUnfilled(store)).toBe(3)
  })
})
