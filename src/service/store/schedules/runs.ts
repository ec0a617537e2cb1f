import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isFinished, maxJobLabel, maxJobUrls } from '#contract/jobs/job.ts'
import { nextRun } from '#contract/jobs/schedule-times.ts'
import type { RunOutcome } from '#contract/jobs/schedules.ts'
import { reportListParams, websiteListParams } from '#contract/lists/list-query.ts'
import { readQuery } from '#contract/lists/query-params.ts'
import { databaseTime } from '../engine.ts'
import { crawlUrls, createJob, type NewJobUrl } from '../jobs/jobs.ts'
import { insertRunWithoutJob } from '../jobs/runs.ts'
import { allReports } from '../lists/report-list.ts'
import type { Scope } from '../lists/scope.ts'
import { allWebsites } from '../lists/website-list.ts'
import type { Schema } from '../schema.ts'
import { findAnyView } from '../views.ts'
import type { ScheduleRecord, ScheduleTarget } from './schedules.ts'

/**
 * Returns the URLs of a website's pages, the least recently analysed first, or of a view's pages in its order; at most
 * as many as a job can have. Those that its author can’t edit are left out.
 */
export async function urlsOf(
  db: Kysely<Schema>,
  { website_id, view_id }: ScheduleTarget,
  scope: Scope,
  signal: AbortSignal,
): Promise<string[]> {
  if (website_id !== null) return urlsOfWebsite(db, website_id, maxJobUrls)
  const view = view_id === null ? undefined : await findAnyView(db, view_id)
  if (!view) return []
  const search = new URLSearchParams(view.query)
  const urls = new Set<string>()
  if (view.list === 'reports') {
    const list = await allReports(db, readQuery(reportListParams, search).query, scope, signal)
    for await (const reports of list.batches()) {
      for (const { url } of reports) urls.add(url)
      signal.throwIfAborted()
      if (urls.size >= maxJobUrls) break
    }
  } else {
    const list = await allWebsites(db, readQuery(websiteListParams, search).query, scope, signal)
    for await (const websites of list.batches())
      for (const { id } of websites) {
        if (urls.size >= maxJobUrls) break
        for (const url of await urlsOfWebsite(db, id, maxJobUrls - urls.size)) urls.add(url)
        signal.throwIfAborted()
      }
  }
  return [...urls].slice(0, maxJobUrls)
}

async function urlsOfWebsite(db: Kysely<Schema>, websiteId: number, limit: number): Promise<string[]> {
  const pages = db.selectFrom('pages').select('url').where('website_id', '=', websiteId)
  const found = pages.where('gone_at', 'is', null).where('latest_report_id', '>', 0)
  const rows = await found.orderBy('latest_report_id').limit(limit).execute()
  return rows.map(({ url }) => url)
}

/**
 * Runs a schedule that is due: creates its job and sets the next run in one transaction, so that of all processes only
 * one does, and runs missed while none was running are replaced by one.
 * @param isAllowed false if its author can no longer edit its website
 * @returns undefined if another process was faster, or the schedule was changed, paused or deleted
 */
export async function runSchedule(
  db: Kysely<Schema>,
  schedule: ScheduleRecord,
  urls: readonly string[],
  isAllowed = true,
): Promise<RunOutcome | undefined> {
  const { crawl } = schedule
  const rows = crawl ? crawlUrls(new URL(crawl.start_url)) : await jobUrls(urls)
  return db.transaction().execute(async (tx) => {
    const time = await databaseTime(tx)
    const now = new Date(time).toISOString()
    const claimed = await tx
      .updateTable('schedules')
      .set({ next_run_at: nextRun(schedule, new Date(time)).toISOString(), last_run_at: now })
      .where('id', '=', schedule.id)
      .where('next_run_at', '=', schedule.next_run_at)
      .where('updated_at', '=', schedule.updated_at)
      .where('paused', '=', 0)
      .executeTakeFirst()
    if (claimed.numUpdatedRows !== 1n) return undefined
    const outcome = !isAllowed
      ? 'not_allowed'
      : rows.length === 0
        ? 'empty'
        : (await isBusy(tx, schedule.id))
          ? 'skipped'
          : 'started'
    const job = {
      ...jobOf(schedule),
      ...(crawl && { kind: 'crawl' as const, url: crawl.start_url, crawl: crawl.limits }),
    }
    const started = outcome === 'started' ? await createJob(tx, { ...job, urls: rows }) : null
    // The target of a website is named by its domain.
    const domain = schedule.website_id === null ? null : schedule.target_name
    if (outcome !== 'started') await insertRunWithoutJob(tx, { ...job, domain }, outcome)
    await tx
      .updateTable('schedules')
      .set({ last_outcome: outcome, ...(started !== null && { last_job_id: started }) })
      .where('id', '=', schedule.id)
      .execute()
    return outcome
  })
}

async function jobUrls(urls: readonly string[]): Promise<NewJobUrl[]> {
  const rows: NewJobUrl[] = []
  for (const [at, url] of urls.entries()) {
    rows.push({ line: at + 1, url, host: new URL(url).host })
    if (at % 1_000 === 0) await yieldToEventLoop()
  }
  return rows
}

const jobOf = ({ id, target_name, author_id, author_name, render }: ScheduleRecord) => ({
  schedule_id: id,
  kind: 'urls' as const,
  label: [...`Schedule: ${target_name}`].slice(0, maxJobLabel).join(''),
  url: null,
  crawl: null,
  render,
  author_id,
  author_name,
})

/** Returns true until the job of the last run is finished. */
async function isBusy(tx: Transaction<Schema>, id: number): Promise<boolean> {
  const job = await tx
    .selectFrom('schedules as s')
    .innerJoin('jobs as j', 'j.id', 's.last_job_id')
    .select('j.state')
    .where('s.id', '=', id)
    .executeTakeFirst()
  return job !== undefined && !isFinished(job)
}
