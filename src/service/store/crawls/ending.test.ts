import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { crawledContent } from '#analyser/crawled-content.ts'
import { pageIssues } from '#analyser/page-state.ts'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import { linkTarget } from '#service/store/pages/link-targets.ts'
import { watch } from '#testing/store/alerts.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { queuedReports } from '../alerts/changes.ts'
import { claimUrls, endWork, holdLease } from '../jobs/claims.ts'
import { commandJob, finishCommands } from '../jobs/commands.ts'
import { createJob, findJob } from '../jobs/jobs.ts'
import { reclaim } from '../jobs/kills.ts'
import { storeLater } from '../pages/page-states.ts'
import { deleteReport } from '../reports/deleted-reports.ts'
import { pack } from '../reports/report-payloads.ts'
import { createReport } from '../reports/reports.ts'
import { countToRescore } from '../reports/rescoring.ts'
import type { Schema } from '../schema.ts'
import { findFaults } from '../verify/verify.ts'
import { countCrawlList, listCrawlUrls } from './crawl-lists.ts'
import { completeReport, pendingReports, storeCrawlEnd } from './ending.ts'
import { recordPage, recordSeen } from './recording.ts'

const owner = 'test'
const domain = 'www.shop.example'
const start = `https://${domain}/`
const elsewhere = 'https://partner.example/gone'
const options = { owner, limit: 9, afterKey: '', maxOfHost: () => 9 }
const answer = { status: 200, end_status: 200, redirects_to: null, redirect_statuses: null }

/** Stores a crawl with a page that was read and one that waits. Returns its ID and the report of the first. */
async function storeCrawl(db: Kysely<Schema>) {
  const id = await db.transaction().execute((tx) =>
    createJob(tx, {
      ...({ kind: 'crawl', label: '', url: start, author_id: 'abcdefgh', author_name: null } as const),
      crawl: defaultCrawlLimits,
      urls: [
        { line: 0, url: `${start}robots.txt`, host: domain, isLast: true },
        { line: 1, url: start, host: domain, depth: 0, orphan: 0 },
        { line: 2, url: `${start}b`, host: domain, depth: 1, orphan: 0 },
      ],
    }),
  )
  const [claim] = await claimUrls(db, { ...options, limit: 1 })
  if (!claim) throw new Error('There is no page to claim.')
  const pending = { ...newReport({ url: start, domain }), pending_crawl_id: id }
  const report = await createReport(db, pending, async (tx, { id: report_id, website_id }) => {
    await endWork(tx, claim, owner, { state: 'done', report_id })
    await recordPage(tx, id, { url: start, ...answer, report_id, website_id, links: [] })
    await recordSeen(tx, id, [
      { url: `${start}catalogue.pdf`, kind: 'file' },
      { url: elsewhere, kind: 'external', failure: 'unreachable' },
    ])
  })
  return { id, report }
}

/** Returns the report with its links checked, and a lower score. */
const completed = (report: { id: number; website_id: number }, score = 40) => {
  const { evaluation, facts, state } = newReport({ url: start, domain })
  const packed = { evaluation: pack(evaluation), facts: pack(facts) }
  const brokenExternal = [{ url: elsewhere, isBroken: true, anchor: 'Partner' }]
  const content = JSON.stringify(crawledContent(facts, evaluation.results))
  return {
    ...report,
    url: start,
    score,
    result: 'bad' as const,
    ruleset: 99,
    ...packed,
    state,
    content,
    brokenExternal,
  }
}

const noStep = async () => {}
const waiting = (db: Kysely<Schema>, id: number) => pendingReports(db, id, 0, 9)

describeEachEngine('a report that waits for the end of its crawl', onBoth, ({ openStore }) => {
  it('is completed once, with its score, the counters of its website and its row in the crawl', async () => {
    const { db } = await openStore()
    const { id, report } = await storeCrawl(db)
    expect(await findFaults(db)).toEqual([])
    expect(await waiting(db, id)).toMatchObject([{ id: report.id, url: start }])
    await completeReport(db, id, completed(report), noStep)
    await completeReport(db, id, completed(report, 10), noStep)
    expect(await waiting(db, id)).toEqual([])
    const { score, ruleset } = await db.selectFrom('reports').select(['score', 'ruleset']).executeTakeFirstOrThrow()
    expect([score, ruleset]).toEqual([40, 99])
    const website = await db.selectFrom('websites').select(['score_sum', 'bad', 'good']).executeTakeFirstOrThrow()
    expect(website).toEqual({ score_sum: 40, bad: 1, good: 0 })
    const row = db.selectFrom('crawl_urls').select(['score', 'result']).where('target', '=', linkTarget(db, start))
    expect(await row.executeTakeFirstOrThrow()).toEqual({ score: 40, result: 'bad' })
    expect(await findFaults(db)).toEqual([])
  })

  it('leaves its issues with their numbers of places to the crawl, and what couldn’t be checked', async () => {
    const { db } = await openStore()
    const { id, report } = await storeCrawl(db)
    const results = {
      'title-present': newCheckResult(),
      hreflang: newCheckResult({ outcome: 'warn', passed: false, evidence_total: 2 }),
      'image-alt': newCheckResult({ outcome: 'fail', passed: false, evidence_total: 31 }),
      certificate: newCheckResult({ outcome: 'unknown', passed: false }),
    }
    const last = completed(report)
    const state = { ...last.state, issues: pageIssues(results) }
    await completeReport(db, id, { ...last, evaluation: pack(newEvaluation({ results })), state }, noStep)
    const row = db.selectFrom('crawl_urls').select('issues').where('target', '=', linkTarget(db, start))
    const { issues } = await row.executeTakeFirstOrThrow()
    expect(JSON.parse(issues ?? '')).toEqual({
      hreflang: ['warn', 2],
      'image-alt': ['fail', 31],
      certificate: 'unknown',
    })
  })

  it('keeps the state that another crawl has found of its page meanwhile', async () => {
    const { db } = await openStore()
    const { id, report } = await storeCrawl(db)
    const { state } = newReport({ url: start, domain })
    const issues = pageIssues({ 'robots-blocked': newCheckResult({ outcome: 'fail', passed: false, points_lost: 51 }) })
    const later = {
      facts: { robots: { line: 2, text: 'Disallow: /' } },
      score: 49,
      state: { ...state, indexability: 'blocked', main_issue: 'robots-blocked', issues } as const,
    }
    await storeLater(db, { website_id: report.website_id, report_id: report.id }, later, noStep)
    await completeReport(db, id, completed(report), noStep)
    expect(await db.selectFrom('pages').select(['score', 'main_issue']).execute()).toEqual([
      { score: 49, main_issue: 'robots-blocked' },
    ])
    expect(await db.selectFrom('page_issues').select('check_id').execute()).toEqual([{ check_id: 'robots-blocked' }])
    expect(await findFaults(db)).toEqual([])
  })

  it('lists its broken links to other websites with the page and their text', async () => {
    const { db } = await openStore()
    const { id, report } = await storeCrawl(db)
    await completeReport(db, id, completed(report), noStep)
    const listed = await listCrawlUrls(db, id, { list: 'broken_external', host: null, page: 1, per_page: 10 })
    expect(listed.rows).toMatchObject([
      { url: elsewhere, kind: 'external', samples: [{ url: start, report_id: report.id, anchor: 'Partner' }] },
    ])
    expect(await countCrawlList(db, id, 'broken')).toBe(0)
  })

  it('is not completed by a process that lost the last step', async () => {
    const { db } = await openStore()
    const { id, report } = await storeCrawl(db)
    const lost = () => Promise.reject(new Error('The lease has ended.'))
    await expect(completeReport(db, id, completed(report), lost)).rejects.toThrow('The lease has ended.')
    expect(await waiting(db, id)).toHaveLength(1)
    expect(await db.selectFrom('reports').select('score').executeTakeFirst()).toEqual({ score: 85 })
  })

  it('is neither rescored nor checked for alerts before', async () => {
    const { db } = await openStore()
    await watch(db)
    const { id, report } = await storeCrawl(db)
    expect([await countToRescore(db, 1_000), await queuedReports(db, 0, 9)]).toEqual([0, []])
    await completeReport(db, id, completed(report), noStep)
    expect([await countToRescore(db, 1_000), await queuedReports(db, 0, 9)]).toEqual([1, [report.id]])
  })

  it('counts as unchecked in its job, once all pages are read and while the job runs', async () => {
    const { db } = await openStore()
    const { id, report } = await storeCrawl(db)
    const checking = async () => (await findJob(db, id))?.checking
    expect(await checking()).toBeNull()
    await db.deleteFrom('job_urls').where('line', '=', 2).execute()
    await db.updateTable('jobs').set({ queued: 0 }).where('id', '=', id).execute()
    expect(await checking()).toEqual({ done: 0, total: 1 })
    await completeReport(db, id, completed(report), noStep)
    expect(await checking()).toEqual({ done: 1, total: 1 })
    await commandJob(db, id, 'pause')
    expect(await checking()).toBeNull()
  })

  it('can be deleted, which loses nothing of the crawl', async () => {
    const { db } = await openStore()
    const { id, report } = await storeCrawl(db)
    await deleteReport(db, report.id)
    await completeReport(db, id, completed(report), noStep)
    expect(await waiting(db, id)).toEqual([])
    const row = db.selectFrom('crawl_urls').select(['status', 'score']).where('target', '=', linkTarget(db, start))
    expect(await row.executeTakeFirst()).toEqual({ status: 200, score: null })
    expect(await findFaults(db)).toEqual([])
  })
})

describeEachEngine('the last step of a crawl', onBoth, ({ openStore }) => {
  const lastStep = async (db: Kysely<Schema>) => (await claimUrls(db, options)).find(({ line }) => line === 0)

  it('stays when the crawl is cancelled, and is taken from its process', async () => {
    const { db } = await openStore()
    const { id } = await storeCrawl(db)
    expect(await commandJob(db, id, 'cancel')).toBe(true)
    await finishCommands(db)
    expect(await findFaults(db)).toEqual([])
    const state = db.selectFrom('jobs').select(['state', 'cancelled', 'sources']).where('id', '=', id)
    expect(await state.executeTakeFirst()).toEqual({ state: 'cancelled', cancelled: 1, sources: 1 })
    const claim = await lastStep(db)
    expect(claim).toMatchObject({ job_id: id, kills: 0 })
    await finishCommands(db)
    await db.transaction().execute((tx) => endWork(tx, claim!, owner, { state: 'done', report_id: null }))
    expect(await state.executeTakeFirst()).toEqual({ state: 'cancelled', cancelled: 1, sources: 0 })
  })

  it('goes when a crawl without reports is cancelled', async () => {
    const { db } = await openStore()
    const { id } = await storeCrawl(db)
    await db.deleteFrom('crawl_outlinks').execute()
    await db.deleteFrom('crawl_urls').execute()
    await db.deleteFrom('crawls').execute()
    await commandJob(db, id, 'cancel')
    expect(await lastStep(db)).toBeUndefined()
  })

  it('is never given up by kills, and is not to blame after progress', async () => {
    const { db } = await openStore()
    const { id } = await storeCrawl(db)
    await db.deleteFrom('job_urls').where('line', '=', 2).execute()
    await db.updateTable('jobs').set({ queued: 0 }).where('id', '=', id).execute()
    for (let kills = 0; kills < 4; kills += 1) {
      expect(await lastStep(db)).toMatchObject({ kills })
      expect(await reclaim(db, 'another', true)).toBe(1)
    }
    const claim = await lastStep(db)
    await db.transaction().execute((tx) => holdLease(tx, claim!, owner, { isProgress: true }))
    expect(await reclaim(db, 'another', true)).toBe(1)
    expect(await lastStep(db)).toMatchObject({ kills: 1 })
  })

  it('is missed by the check of the data if a report still waits', async () => {
    const { db } = await openStore()
    const { id, report } = await storeCrawl(db)
    await db.transaction().execute((tx) => storeCrawlEnd(tx, id, { state: 'done', figures: null, ruleset: 6 }))
    const faults = await findFaults(db)
    expect(faults).toContain(`Report ${report.id} waits for a crawl that doesn't run.`)
    expect(faults).toContain(`Crawl ${id}: ${start}catalogue.pdf wasn't checked.`)
  })
})
