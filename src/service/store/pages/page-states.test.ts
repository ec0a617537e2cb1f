import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { pageIssues } from '#analyser/page-state.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newCheckResult, newReport } from '#testing/store/reports.ts'
import { pagesToCompare } from '../crawls/compared-pages.ts'
import { deleteReport, restoreReport } from '../reports/deleted-reports.ts'
import { createReport } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'
import { findFaults } from '../verify/verify.ts'
import { findFindingStates, setFindingStates } from './finding-states.ts'
import { type LaterState, setGone, storeLater, storeUnreadPages } from './page-states.ts'

const url = 'https://www.shop.example/'
const isRestorable = { isRestorable: true }
const noStep = async () => {}

/** robots.txt blocks the page. */
const blocked: LaterState = {
  facts: { robots: { line: 2, text: 'Disallow: /' } },
  score: 49,
  state: {
    ...newReport().state,
    indexability: 'blocked',
    indexing_code: 'robots',
    main_issue: 'robots-blocked',
    issues: pageIssues({ 'robots-blocked': newCheckResult({ outcome: 'fail', passed: false, points_lost: 51 }) }),
  },
}

const reportOf = (title: string) => newReport({ url, domain: 'www.shop.example', title })

async function createBlocked(db: Kysely<Schema>) {
  const report = await createReport(db, reportOf('Blocked'))
  await storeLater(db, { website_id: 1, report_id: report.id }, blocked, noStep)
  return report
}

/** Returns the state of the only page, and its issues. */
async function onlyPage(db: Kysely<Schema>) {
  const page = await db.selectFrom('pages').select(['indexability', 'main_issue', 'unread']).executeTakeFirstOrThrow()
  const issues = await db.selectFrom('page_issues').select('check_id').execute()
  return { ...page, issues: issues.map(({ check_id }) => check_id) }
}

const asReported = { indexability: 'indexable', main_issue: null, unread: null, issues: [] }

describeEachEngine('the state of a page that a crawl found after its latest report', onBoth, ({ openStore }) => {
  it('is that of the report again once this was deleted and restored', async () => {
    const { db } = await openStore()
    const { id } = await createBlocked(db)
    expect(await onlyPage(db)).toMatchObject({ indexability: 'blocked', issues: ['robots-blocked'] })
    await deleteReport(db, id, isRestorable)
    expect(await restoreReport(db, id)).toBe(true)
    expect(await onlyPage(db)).toEqual(asReported)
    expect(await findFaults(db)).toEqual([])
  })

  it('decides whether a page is compared with others', async () => {
    const { db } = await openStore()
    const { id } = await createBlocked(db)
    const open = await createReport(db, newReport({ url: `${url}open`, domain: 'www.shop.example' }))
    const ids: number[] = []
    for await (const pages of pagesToCompare(db, { crawlId: 1, websiteId: 1, isWhole: false }))
      ids.push(...pages.map((page) => page.id))
    expect(ids).toContain(open.id)
    expect(ids).not.toContain(id)
  })

  it('does not come back when a newer report is deleted', async () => {
    const { db } = await openStore()
    await createBlocked(db)
    const { id } = await createReport(db, reportOf('Open'))
    expect(await onlyPage(db)).toEqual(asReported)
    await deleteReport(db, id)
    expect(await onlyPage(db)).toEqual(asReported)
    expect(await findFaults(db)).toEqual([])
  })
})

describeEachEngine('a restored report', onBoth, ({ openStore }) => {
  it('leaves the findings of a page that is gone as they are', async () => {
    const { db } = await openStore()
    const { id, page_id } = await createReport(db, reportOf('Gone'))
    await db.transaction().execute(async (tx) => {
      const decision = { status: 'in_progress', owner: 'Ann', at: '2026-05-01T00:00:00.000Z', by: 'Ann' } as const
      await setFindingStates(tx, [{ id: page_id, latest_report_id: id }], 'h1-present', decision)
      await setGone(tx, 1, [page_id])
    })
    const before = await findFindingStates(db, page_id)
    await deleteReport(db, id, isRestorable)
    expect(await restoreReport(db, id)).toBe(true)
    expect(await findFindingStates(db, page_id)).toEqual(before)
    expect(await findFaults(db)).toEqual([])
  })

  it('takes the place of what a crawl has stored of its page since', async () => {
    const { db } = await openStore()
    const { id } = await createReport(db, reportOf('Back'))
    await deleteReport(db, id, isRestorable)
    await db.transaction().execute(async (tx) => {
      const unread = { url, status: 404, failure: 'http_error', depth: 1 }
      await storeUnreadPages(tx, { website_id: 1, job_id: 1 }, [unread])
    })
    expect(await onlyPage(db)).toMatchObject({ indexability: 'blocked', unread: 'http_error' })
    expect(await restoreReport(db, id)).toBe(true)
    expect(await onlyPage(db)).toEqual(asReported)
    expect(await findFaults(db)).toEqual([])
  })
})
