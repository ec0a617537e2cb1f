import type { Kysely } from 'kysely'
import type { JobError, JobUrlState } from '#contract/jobs/job.ts'
import { databaseNow, engineOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import type { Claim } from './claims.ts'
import { CountChanges } from './counts.ts'
import { isCrawl, isSource, keepLastStepLast } from './jobs.ts'

/** The number of processes that were killed while they worked on a URL, after which it fails. */
export const maxKills = 2

/**
 * Lets the leases of URLs end with their process, so that {@link reclaim} counts a kill for them: the process ends
 * because of an error that their work threw.
 */
export async function countKills(db: Kysely<Schema>, claims: readonly Claim[]): Promise<void> {
  for (const { job_id, line } of claims)
    await db
      .updateTable('job_urls')
      .set({ lease_owner: 'an ended process' })
      .where('job_id', '=', job_id)
      .where('line', '=', line)
      .where('state', '=', 'running')
      .execute()
}

/** Takes back in advance the kills that {@link reclaim} counts if a process that begins to stop is killed meanwhile. */
export const uncountKillsOf = (db: Kysely<Schema>, owner: string): Promise<unknown> =>
  db
    .updateTable('job_urls')
    .set(({ eb }) => ({ kills: eb('kills', '-', 1) }))
    .where('state', '=', 'running')
    .where('lease_owner', '=', owner)
    .execute()

/**
 * Releases the URLs that a process has claimed. The claims don't count as tries.
 * @param isUncounted true after {@link uncountKillsOf}
 */
export const releaseAll = (db: Kysely<Schema>, owner: string, isUncounted = false): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const released = await tx
      .updateTable('job_urls')
      .set(({ eb }) => ({
        state: 'queued',
        lease_owner: null,
        lease_until: null,
        attempts: eb('attempts', '-', 1),
        kills: eb('kills', '+', isUncounted ? 1 : 0),
      }))
      .where('state', '=', 'running')
      .where('lease_owner', '=', owner)
      .returning(['job_id', 'line'])
      .execute()
    const changes = new CountChanges()
    for (const url of released) changes.add(url, 'running', 'queued')
    await changes.store(tx, await databaseNow(tx))
  })

/** For leases that ended without a kill: their process is alive, but couldn't reach the database. */
export async function uncountKills(db: Kysely<Schema>, claims: readonly Claim[]): Promise<void> {
  for (const { job_id, line } of claims)
    await db
      .updateTable('job_urls')
      .set(({ eb }) => ({ kills: eb('kills', '-', 1) }))
      .where('job_id', '=', job_id)
      .where('line', '=', line)
      .where('kills', '>', 0)
      .where('state', 'in', ['queued', 'running'])
      .execute()
}

/** The error of a URL whose work was killed each time. */
export const killedProcesses: JobError = {
  status: 500,
  code: 'internal_error',
  message: 'The service was killed twice while it worked on this, so it isn’t tried again.',
  errors: null,
}

/**
 * Queues the URLs of processes that were killed, and fails those that were in work each time. They come after those not
 * tried yet, so that a page that ends processes doesn't hold up others. Returns their number.
 * @param isAlone true if no other process can have a lease, so that those of others need not expire first
 */
export async function reclaim(db: Kysely<Schema>, owner: string, isAlone: boolean): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const now = await databaseNow(tx)
    let query = tx
      .selectFrom('job_urls')
      .select(['job_id', 'line', 'kills'])
      .where('state', '=', 'running')
      .where((eb) => (isAlone ? eb('lease_owner', '<>', owner) : eb('lease_until', '<', now)))
      .orderBy('job_id')
      .orderBy('line')
      .limit(500)
    if (engineOf(tx) === 'postgres') query = query.forUpdate().skipLocked()
    const changes = new CountChanges()
    const expired = await query.execute()
    for (const { job_id, line, kills } of expired) {
      // The last step of a crawl leaves out the part that was in work each time, and completes the rest.
      const canFail = !isSource({ line }) || !(await isCrawl(tx, job_id))
      const state: JobUrlState = canFail && kills + 1 >= maxKills ? 'failed' : 'queued'
      const error = state === 'failed' ? JSON.stringify(killedProcesses) : null
      await tx
        .updateTable('job_urls')
        .set({ state, kills: kills + 1, run_after: now, lease_owner: null, lease_until: null, ...(error && { error }) })
        .where('job_id', '=', job_id)
        .where('line', '=', line)
        .execute()
      if (isSource({ line })) await keepLastStepLast(tx, job_id)
      if (isSource({ line }) && error) await tx.updateTable('jobs').set({ error }).where('id', '=', job_id).execute()
      changes.add({ job_id, line }, 'running', state)
    }
    await changes.store(tx, now)
    return expired.length
  })
}
