import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { dayMs } from '#contract/format/dates.ts'
import { isFinished, jobDays, jobUrlDays, type JobCommand, type JobState, openJobStates } from '#contract/jobs/job.ts'
import { databaseNow } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { CountChanges } from './counts.ts'
import { afterAllPages, bytesOf, keepLastStepLast, repeatLastStep, sourceLine } from './jobs.ts'
import { clearRedirects, redirectsOf } from './redirects.ts'

/** Lines per transaction, so that no other request waits long. */
const batchSize = 500

/** The states that a command changes, and the state they change to. */
const moves: Record<'pause' | 'resume', [from: JobState[], to: JobState]> = {
  pause: [['queued', 'running'], 'paused'],
  resume: [['paused'], 'running'],
}

/**
 * Does a command. One that changes nothing, such as pausing a paused job, is done too.
 * @returns false if the job is already finished, so that the command makes no sense
 */
export async function commandJob(db: Kysely<Schema>, id: number, command: JobCommand): Promise<boolean> {
  const now = await databaseNow(db)
  if (command === 'retry') return queueAgain(db, id, now, ['failed'])
  if (command === 'repeat') return queueAgain(db, id, now, ['failed', 'done'])
  if (command === 'cancel') return cancel(db, id, now)
  const [from, to] = moves[command]
  await db
    .updateTable('jobs')
    .set({ state: to, updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', from)
    .execute()
  const job = await db.selectFrom('jobs').select('state').where('id', '=', id).executeTakeFirst()
  return job !== undefined && !isFinished(job)
}

async function cancel(db: Kysely<Schema>, id: number, now: string): Promise<boolean> {
  await db.transaction().execute(async (tx) => {
    const cancelled = await tx
      .updateTable('jobs')
      .set({ state: 'cancelled', updated_at: now, finished_at: now })
      .where('id', '=', id)
      .where('state', 'in', openJobStates)
      .executeTakeFirst()
    if (cancelled.numUpdatedRows === 1n) await restartLastStep(tx, id)
  })
  const job = await db.selectFrom('jobs').select('state').where('id', '=', id).executeTakeFirst()
  if (job?.state !== 'cancelled') return false
  await deleteOpenUrls(db, id, now)
  return true
}

/** Takes the last step of a crawl from its process, since that of a cancelled crawl asks for nothing more. */
const restartLastStep = (tx: Transaction<Schema>, id: number) =>
  tx
    .updateTable('job_urls')
    .set({ state: 'queued', run_after: afterAllPages, kills: 0, lease_owner: null, lease_until: null })
    .where('job_id', '=', id)
    .where('line', '=', sourceLine)
    .where('state', '=', 'running')
    .where((eb) => eb.exists(eb.selectFrom('jobs').select('id').where('id', '=', id).where('kind', '=', 'crawl')))
    .execute()

/**
 * Deletes the URLs of a cancelled job that were not analysed, in batches. Its counter keeps their number. Processes
 * lose those that they work on. The last step of a crawl stays if there are reports for it to complete, which is known
 * once no more can be stored.
 */
async function deleteOpenUrls(db: Kysely<Schema>, id: number, now: string): Promise<void> {
  for (;;) {
    const openUrls = db
      .selectFrom('job_urls')
      .select('line')
      .where('job_id', '=', id)
      .where('state', 'in', ['queued', 'running'])
    const pages = await openUrls.where('line', '>', sourceLine).limit(batchSize).execute()
    const open = pages.length > 0 ? pages : await openUrls.where(hasNoReports(id)).execute()
    if (open.length === 0) return
    await db.transaction().execute(async (tx) => {
      const changes = new CountChanges()
      for (const state of ['queued', 'running'] as const) {
        const redirects = await redirectsOf(
          tx,
          id,
          open.map(({ line }) => line),
        )
        const deleted = await tx
          .deleteFrom('job_urls')
          .where('job_id', '=', id)
          .where('state', '=', state)
          .where(
            'line',
            'in',
            open.map(({ line }) => line),
          )
          .returning(['line', 'url'])
          .execute()
        for (const { line, url } of deleted) {
          changes.add({ job_id: id, line }, state, 'cancelled')
          changes.addBytes(id, -bytesOf({ url, redirect: redirects.get(line) }))
        }
      }
      await changes.store(tx, now)
    })
    await yieldToEventLoop()
  }
}

/** A crawl has a row once it has a report. */
const hasNoReports = (id: number) => sql<boolean>`not exists (select 1 from crawls where crawls.id = ${id})`

/** Queues the URLs of some states again, in batches. A finished job runs again as soon as the first is queued. */
async function queueAgain(
  db: Kysely<Schema>,
  id: number,
  now: string,
  states: readonly ('failed' | 'done')[],
): Promise<boolean> {
  const job = await db.selectFrom('jobs').select(['state', 'urls_kept']).where('id', '=', id).executeTakeFirst()
  if (!job || job.state === 'cancelled' || job.urls_kept === 0) return false
  for (const state of states) await queueUrls(db, id, now, state)
  return true
}

/** Queues the URLs of a state again, in batches. */
async function queueUrls(db: Kysely<Schema>, id: number, now: string, state: 'failed' | 'done'): Promise<void> {
  for (let after = sourceLine - 1; ;) {
    const found = await db
      .selectFrom('job_urls')
      .select('line')
      .where('job_id', '=', id)
      .where('state', '=', state)
      .where('line', '>', after)
      .orderBy('line')
      .limit(batchSize)
      .execute()
    const lines = found.map(({ line }) => line)
    const last = lines.at(-1)
    if (last === undefined) return
    await db.transaction().execute(async (tx) => {
      const changes = new CountChanges()
      const moved = await tx
        .updateTable('job_urls')
        .set({ state: 'queued', ...fresh })
        .where('job_id', '=', id)
        .where('state', '=', state)
        .where('line', 'in', lines)
        .returning('line')
        .execute()
      for (const { line } of moved) changes.add({ job_id: id, line }, state, 'queued')
      await clearRedirects(tx, id, lines)
      const before = await repeatLastStep(tx, id)
      if (before) changes.add({ job_id: id, line: sourceLine }, before, 'queued')
      await keepLastStepLast(tx, id)
      await changes.store(tx, now)
    })
    after = last
    await yieldToEventLoop()
  }
}

const fresh = { run_after: '', attempts: 0, failures: 0, kills: 0, error: null }

/** Ends commands that a kill interrupted: cancelled jobs have no open URLs but the last step of a crawl. */
export async function finishCommands(db: Kysely<Schema>): Promise<void> {
  const left = await db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', 'cancelled')
    .where('finished_at', 'is not', null)
    .where((eb) => eb.or([eb('queued', '>', 0), eb('running', '>', 0), eb('sources', '>', 0)]))
    .execute()
  if (left.length === 0) return
  const now = await databaseNow(db)
  for (const { id } of left) await deleteOpenUrls(db, id, now)
}

/**
 * Deletes up to `batch` URLs of a job that finished too long ago, or jobs that are no longer kept without them. Returns
 * the number of changed rows.
 */
export async function purgeJobs(db: Kysely<Schema>, now = Date.now(), batch = 500): Promise<number> {
  const before = (days: number) => new Date(now - days * dayMs).toISOString()
  const job = await db
    .selectFrom('jobs')
    .select('id')
    .where('finished_at', '<', before(jobUrlDays))
    .where('bytes', '>', 0)
    // The rows of a redirect map are what it found, so they stay as long as the job.
    .where((eb) => eb.or([eb('kind', '<>', 'redirects'), eb('finished_at', '<', before(jobDays))]))
    // The last step of a cancelled crawl may still run.
    .where('sources', '=', 0)
    .orderBy('finished_at')
    .limit(1)
    .executeTakeFirst()
  if (job) return purgeUrls(db, job.id, batch)
  const old = db
    .selectFrom('jobs')
    .select('id')
    .where('created_at', '<', before(jobDays))
    .where('finished_at', '<', before(jobDays))
    .where('bytes', '=', 0)
    .orderBy('created_at')
    .limit(batch)
  return Number((await db.deleteFrom('jobs').where('id', 'in', old).executeTakeFirst()).numDeletedRows)
}

/** From the first batch on, no URL of the job can be tried again. */
async function purgeUrls(db: Kysely<Schema>, id: number, batch: number): Promise<number> {
  await db.updateTable('jobs').set({ urls_kept: 0 }).where('id', '=', id).where('urls_kept', '=', 1).execute()
  const lines = db.selectFrom('job_urls').select('line').where('job_id', '=', id).orderBy('line').limit(batch)
  const deleted = await db.deleteFrom('job_urls').where('job_id', '=', id).where('line', 'in', lines).executeTakeFirst()
  if (deleted.numDeletedRows > 0n) return Number(deleted.numDeletedRows)
  return Number((await db.updateTable('jobs').set({ bytes: 0 }).where('id', '=', id).executeTakeFirst()).numUpdatedRows)
}
