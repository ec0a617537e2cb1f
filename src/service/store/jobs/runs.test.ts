import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { dayMs } from '#contract/format/dates.ts'
import { jobDays, jobUrlDays } from '#contract/jobs/job.ts'
import { type RunListQuery, runListParams } from '#contract/jobs/runs.ts'
import { defaultsOf } from '#contract/lists/query-params.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import { addCrawl, newFigures } from '#testing/store/crawls.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { createReport } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'
import { findFaults } from '../verify/verify.ts'
import { deleteWebsite } from '../websites/websites.ts'
import { claimUrls, endWork } from './claims.ts'
import { commandJob, purgeJobs } from './commands.ts'
import { createJob, findJob, listJobUrls, type NewJob } from './jobs.ts'
import { insertRunWithoutJob, listRuns } from './runs.ts'

const key = { author_id: 'abcdefgh', author_name: 'Dana' }
const list = { kind: 'urls', label: 'Shop', url: null, crawl: null, ...key } as const

const urlsOf = (...hosts: string[]) => hosts.map((host, at) => ({ line: at + 1, url: `https://${host}/${at}`, host }))

const addJob = (db: Kysely<Schema>, job: Partial<NewJob>) =>
  db.transaction().execute((tx) => createJob(tx, { ...list, urls: urlsOf('www.shop.example'), ...job }))

const runsOf = async (db: Kysely<Schema>, query: Partial<RunListQuery> = {}) =>
  (await listRuns(db, { ...defaultsOf(runListParams), ...query })).rows

const idsOf = async (db: Kysely<Schema>, query: Partial<RunListQuery> = {}) =>
  (await runsOf(db, query)).map(({ id }) => id)

/** Ends the next URL of a job, with a report that is indexable or not, or without one. */
async function endNext(db: Kysely<Schema>, indexability: Indexability | null) {
  const [claim] = await claimUrls(db, { owner: 'test', limit: 1, afterKey: '', maxOfHost: () => 1 })
  if (!claim) throw new Error('no URL waits')
  const error = { status: 422, code: null, message: 'Refused.', errors: null }
  const report =
    indexability === null
      ? null
      : await createReport(db, newReport({ url: claim.url, state: { ...newReport().state, indexability } }))
  await db
    .transaction()
    .execute((tx) =>
      endWork(tx, claim, 'test', report ? { state: 'done', report_id: report.id } : { state: 'failed', error }),
    )
}

describeEachEngine('runs', onBoth, ({ openStore }) => {
  it('find the website that has their domain now', async () => {
    const { db } = await openStore()
    const before = await addJob(db, {})
    const mixed = await addJob(db, { urls: urlsOf('shop.example', 'other.example') })
    expect(await runsOf(db)).toMatchObject([
      { id: mixed, domain: null, website_id: null },
      { id: before, domain: 'shop.example', website_id: null },
    ])
    const first = await createReport(db, newReport({ url: 'https://shop.example/' }))
    expect(await idsOf(db, { website_id: first.website_id })).toEqual([before])
    await deleteWebsite(db, first.website_id)
    expect(await idsOf(db, { website_id: first.website_id })).toEqual([])
    expect(await runsOf(db)).toMatchObject([{}, { domain: 'shop.example', website_id: null }])
    const again = await createReport(db, newReport({ url: 'https://shop.example/' }))
    expect(await runsOf(db, { website_id: again.website_id })).toMatchObject([
      { id: before, website_id: again.website_id },
    ])
  })

  it('have no results once the website of their crawl is deleted', async () => {
    const { db } = await openStore()
    const { website_id } = await createReport(db, newReport({ url: 'https://shop.example/' }))
    const id = await addJob(db, { kind: 'crawl', url: 'https://shop.example/' })
    await addCrawl(db, id, { crawl: { website_id, figures: newFigures() }, urls: {} })
    expect(await runsOf(db)).toMatchObject([{ id, results: { website_id } }])
    await deleteWebsite(db, website_id)
    expect(await runsOf(db)).toMatchObject([{ id, results: null }])
  })

  it('are filtered by state, kind and day', async () => {
    const { db } = await openStore()
    const [open, failed] = [await addJob(db, {}), await addJob(db, { kind: 'sitemap', url: 'https://shop.example/' })]
    const paused = await addJob(db, { schedule_id: 4 })
    await commandJob(db, paused, 'pause')
    const end = { state: 'failed', queued: 0, failed: 1, finished_at: '2026-05-02T10:00:00.000Z' } as const
    await db
      .updateTable('jobs')
      .set({ ...end, created_at: '2026-05-01T23:59:59.999Z' })
      .where('id', '=', failed)
      .execute()
    const without = { ...list, schedule_id: 4, domain: 'shop.example' }
    for (const outcome of ['skipped', 'empty'] as const)
      await db.transaction().execute((tx) => insertRunWithoutJob(tx, without, outcome))
    const [skipped, empty] = [paused + 1, paused + 2]
    expect(await idsOf(db)).toEqual([empty, skipped, paused, open, failed])
    expect(await idsOf(db, { per_page: 10, page: 2 })).toEqual([])
    expect(await idsOf(db, { state: 'open' })).toEqual([paused, open])
    expect(await idsOf(db, { state: 'paused' })).toEqual([paused])
    expect(await idsOf(db, { state: 'done' })).toEqual([])
    expect(await idsOf(db, { state: 'failed' })).toEqual([failed])
    expect(await idsOf(db, { state: 'skipped' })).toEqual([skipped])
    expect(await idsOf(db, { state: 'empty' })).toEqual([empty])
    expect(await idsOf(db, { kind: 'sitemap' })).toEqual([failed])
    expect(await idsOf(db, { kind: 'schedule' })).toEqual([empty, skipped, paused])
    expect(await idsOf(db, { to: '2026-05-01' })).toEqual([failed])
    expect(await idsOf(db, { from: '2026-05-01', to: '2026-05-02', state: 'failed' })).toEqual([failed])
    expect(await idsOf(db, { from: '2026-05-02', kind: 'sitemap' })).toEqual([])
  })

  it('count the reports that were not indexable, as websites do: without redirects and unclear pages', async () => {
    const { db } = await openStore()
    const states = ['indexable', 'blocked', 'redirect', 'other_url', 'unclear', null] as const
    const id = await addJob(db, { urls: urlsOf(...states.map(() => 'shop.example')) })
    for (const indexability of states) await endNext(db, indexability)
    expect(await runsOf(db)).toMatchObject([{ id, state: 'done', not_indexable: 1, counts: { done: 5, failed: 1 } }])
    expect(await findFaults(db)).toEqual([])
    await db.updateTable('jobs').set({ not_indexable: 6 }).execute()
    expect(await findFaults(db)).toEqual([`Job ${id}: 6 of its 5 reports aren’t indexable.`])
  })

  it('stay with their figures when their URLs are deleted, which can then not be tried again', async () => {
    const { db } = await openStore()
    const id = await addJob(db, { urls: urlsOf('shop.example', 'shop.example') })
    for (const indexability of ['blocked', null] as const) await endNext(db, indexability)
    const later = (days: number) => Date.now() + days * dayMs
    expect(await purgeJobs(db, later(jobUrlDays - 1))).toBe(0)
    expect(await commandJob(db, id, 'retry')).toBe(true)
    await endNext(db, null)
    expect(await purgeJobs(db, later(jobUrlDays + 1), 1)).toBe(1)
    // As it is while its URLs are deleted.
    expect(await findFaults(db)).toEqual([])
    expect(await commandJob(db, id, 'retry')).toBe(false)
    while ((await purgeJobs(db, later(jobUrlDays + 1), 1)) > 0);
    expect(await db.selectFrom('job_urls').select('line').execute()).toEqual([])
    const job = await findJob(db, id)
    expect(job).toMatchObject({ urls_kept: 0, not_indexable: 1, counts: { total: 2, done: 1, failed: 1 } })
    expect(await listJobUrls(db, job!, { state: 'failed', page: 1, per_page: 10 })).toMatchObject({
      rows: [],
      total: 0,
    })
    expect(await findFaults(db)).toEqual([])
    expect(await idsOf(db)).toEqual([id])
    expect(await purgeJobs(db, later(jobDays + 1))).toBe(1)
    expect(await idsOf(db)).toEqual([])
  })
})
