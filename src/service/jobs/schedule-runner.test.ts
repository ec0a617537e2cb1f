import type { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import { runListParams } from '#contract/jobs/runs.ts'
import { defaultsOf } from '#contract/lists/query-params.ts'
import { openStore } from '#service/store/database.ts'
import { findJob } from '#service/store/jobs/jobs.ts'
import { unlimitedRoom } from '#service/store/jobs/room.ts'
import { listJobs, listRuns } from '#service/store/jobs/runs.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { runSchedule } from '#service/store/schedules/runs.ts'
import { changeSchedule, createSchedule, dueSchedules, listSchedules } from '#service/store/schedules/schedules.ts'
import type { Schema } from '#service/store/schema.ts'
import { createView } from '#service/store/views.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { createScheduleRunner } from './schedule-runner.ts'

const times = { every: 'day', weekday: null, month_day: null, time: '06:00', time_zone: 'Europe/Berlin' } as const
const page = (path: string, score = 85) => newReport({ url: `https://shop.example${path}`, score })

function runnerOn(db: Kysely<Schema>, room = unlimitedRoom) {
  const failures: unknown[] = []
  const runner = createScheduleRunner(db, { room, onJob: () => {}, onError: (error) => failures.push(error) })
  onTestFinished(async () => {
    await runner.close()
    expect(failures).toEqual([])
  })
  return runner
}

async function schedule(db: Kysely<Schema>, target: Partial<Parameters<typeof createSchedule>[1]>) {
  const given = { website_id: null, view_id: null, ...target, ...times, author_id: 'abcdefgh', author_name: 'Test' }
  await db.transaction().execute((tx) => createSchedule(tx, given))
}

/** Simulates a long time without a running process. */
const makeDue = (db: Kysely<Schema>) =>
  db.updateTable('schedules').set({ next_run_at: '2026-01-05T05:00:00.000Z' }).execute()

const jobs = (db: Kysely<Schema>) =>
  db
    .selectFrom('jobs')
    .select(['id', 'label', 'queued', 'author_id'])
    .where('outcome', 'is', null)
    .orderBy('id')
    .execute()
const urls = async (db: Kysely<Schema>) =>
  (await db.selectFrom('job_urls').select('url').orderBy('job_id').orderBy('line').execute()).map(({ url }) => url)

describeEachEngine('a schedule that is due', onBoth, ({ openStore: open }) => {
  it('starts one job for many missed runs, and runs next at its usual time', async () => {
    const { db } = await open()
    const { website_id } = await createReport(db, page('/a'))
    await createReport(db, page('/b'))
    await createReport(db, page('/a'))
    await schedule(db, { website_id })
    const runner = runnerOn(db)
    await runner.run()
    expect(await jobs(db)).toEqual([])
    await makeDue(db)
    await runner.run()
    await runner.run()
    expect(await jobs(db)).toEqual([{ id: 1, label: 'Schedule: shop.example', queued: 2, author_id: 'abcdefgh' }])
    expect(await urls(db)).toEqual(['https://shop.example/b', 'https://shop.example/a'])
    const [{ next_run_at = '', ...after } = {}] = await listSchedules(db)
    expect(after).toMatchObject({ last_outcome: 'started', last_job_id: 1, last_run_at: expect.any(String) })
    expect(Date.parse(next_run_at)).toBeGreaterThan(Date.now())
  })
})

describeEachEngine('a schedule that is due', ({ createDatabase, openStore: open }) => {
  it.each([
    ['the disk is full', { ...unlimitedRoom, isDiskFull: () => true }],
    ['the jobs of its key store too much', { ...unlimitedRoom, quota: 100 }],
  ])('waits while %s', async (_, room) => {
    const { db } = await open()
    const { website_id } = await createReport(db, page('/a'))
    await schedule(db, { website_id })
    await makeDue(db)
    await runnerOn(db, room).run()
    expect(await jobs(db)).toEqual([])
    await runnerOn(db).run()
    expect(await jobs(db)).toHaveLength(1)
  })

  it('skips a run while the job of the last one is unfinished', async () => {
    const { db } = await open()
    const { website_id } = await createReport(db, page('/a'))
    await schedule(db, { website_id })
    const runner = runnerOn(db)
    for (const outcome of ['started', 'skipped']) {
      await makeDue(db)
      await runner.run()
      expect(await listSchedules(db)).toMatchObject([{ last_outcome: outcome, last_job_id: 1 }])
    }
    await db.updateTable('jobs').set({ state: 'done', queued: 0, done: 1 }).execute()
    await makeDue(db)
    await runner.run()
    expect(await listSchedules(db)).toMatchObject([{ last_outcome: 'started', last_job_id: 3 }])
    const { rows } = await listRuns(db, defaultsOf(runListParams))
    const shared = { label: 'Schedule: shop.example', schedule_id: 1, domain: 'shop.example', website_id }
    expect(rows).toMatchObject([
      { id: 3, outcome: null, ...shared },
      { id: 2, outcome: 'skipped', ...shared, finished_at: expect.any(String) },
      { id: 1, outcome: null, ...shared },
    ])
    expect((await listJobs(db, { page: 1, per_page: 10 })).rows.map(({ id }) => id)).toEqual([3, 1])
    expect(await findJob(db, 2)).toBeUndefined()
  })

  it('starts a crawl with its limits, and skips a run while that is unfinished', async () => {
    const { db } = await open()
    const { website_id } = await createReport(db, page('/a'))
    await createReport(db, page('/b'))
    const crawl = { crawl_url: 'https://shop.example/de/', crawl_limits: JSON.stringify({ max_pages: 7, speed: 2 }) }
    await schedule(db, { website_id, ...crawl })
    const runner = runnerOn(db)
    for (const outcome of ['started', 'skipped']) {
      await makeDue(db)
      await runner.run()
      expect(await listSchedules(db)).toMatchObject([{ last_outcome: outcome, last_job_id: 1 }])
    }
    expect(await urls(db)).toEqual(['https://shop.example/robots.txt', 'https://shop.example/de/'])
    const [job] = await db.selectFrom('jobs').selectAll().execute()
    expect(job).toMatchObject({ kind: 'crawl', url: 'https://shop.example/de/', schedule_id: 1, pace_ms: 500 })
    expect(JSON.parse(job?.options ?? '')).toEqual({ ...defaultCrawlLimits, max_pages: 7, speed: 2 })
  })

  it.each([
    ['the known pages', {}],
    ['a crawl', { crawl_url: 'https://shop.example/' }],
  ])('renders as it says, in a job of %s', async (_, crawl) => {
    const { db } = await open()
    const { website_id } = await createReport(db, page('/a'))
    await schedule(db, { website_id, ...crawl, render: 'always' })
    await makeDue(db)
    await runnerOn(db).run()
    expect(await db.selectFrom('jobs').select('render').execute()).toEqual([{ render: 'always' }])
  })

  it('does not run while it is paused, and does not make up for it when it is resumed', async () => {
    const { db } = await open()
    const { website_id } = await createReport(db, page('/a'))
    await schedule(db, { website_id })
    const runner = runnerOn(db)
    await changeSchedule(db, 1, { ...times, paused: 1 })
    await makeDue(db)
    await runner.run()
    expect(await listSchedules(db)).toMatchObject([{ paused: 1, last_run_at: null }])
    await changeSchedule(db, 1, { ...times, time: '07:00' })
    expect(await listSchedules(db)).toMatchObject([{ paused: 1, time: '07:00' }])
    await makeDue(db)
    await changeSchedule(db, 1, { ...times, paused: 0 })
    await runner.run()
    const [{ next_run_at = '', ...resumed } = {}] = await listSchedules(db)
    expect(resumed).toMatchObject({ paused: 0, last_run_at: null })
    expect(Date.parse(next_run_at)).toBeGreaterThan(Date.now())
    expect(await jobs(db)).toEqual([])
    await makeDue(db)
    await runner.run()
    expect(await jobs(db)).toHaveLength(1)
  })

  it('is not run if it was paused since it was found due', async () => {
    const { db } = await open()
    const { website_id } = await createReport(db, page('/a'))
    await schedule(db, { website_id })
    await makeDue(db)
    const [due] = await dueSchedules(db)
    if (!due) throw new Error('no schedule is due')
    await db.updateTable('schedules').set({ paused: 1 }).execute()
    expect(await runSchedule(db, due, ['https://shop.example/a'])).toBeUndefined()
    expect(await jobs(db)).toEqual([])
  })

  it('analyses the pages that its view has at the time', async () => {
    const { db } = await open()
    const view = await createView(db, { name: 'Bad', list: 'reports', query: 'result=bad' })
    await schedule(db, { view_id: view?.id ?? 0 })
    const runner = runnerOn(db)
    await makeDue(db)
    await runner.run()
    expect(await listSchedules(db)).toMatchObject([{ last_outcome: 'empty', last_job_id: null }])
    for (const report of [page('/good'), page('/bad', 20), page('/bad', 30)])
      await createReport(db, { ...report, result: report.score < 50 ? 'bad' : 'good' })
    await makeDue(db)
    await runner.run()
    expect(await urls(db)).toEqual(['https://shop.example/bad'])
    expect(await jobs(db)).toMatchObject([{ label: 'Schedule: Bad' }])
  })

  it('is run by one of several processes', async () => {
    const database = await createDatabase()
    const stores = [await openStore(database)]
    if (database.databaseUrl) for (let more = 0; more < 3; more += 1) stores.push(await openStore(database))
    onTestFinished(async () => {
      for (const store of stores) await store.close()
      await database.remove()
    })
    const { db } = stores[0] as (typeof stores)[number]
    for (let site = 0; site < 20; site += 1) {
      const domain = `site-${site}.example`
      const { website_id } = await createReport(db, newReport({ url: `https://${domain}/`, domain }))
      await schedule(db, { website_id })
    }
    await makeDue(db)
    await Promise.all(stores.flatMap((store) => [runnerOn(store.db).run(), runnerOn(store.db).run()]))
    expect(await jobs(db)).toHaveLength(20)
    expect(new Set(await urls(db)).size).toBe(20)
  })
})
