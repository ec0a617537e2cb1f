import { type Kysely, sql, type Transaction } from 'kysely'
import type { JobError, JobKind } from '#contract/jobs/job.ts'
import type { RenderMode } from '#contract/reports/rendering.ts'
import { databaseNow, databaseTime, engineOf, locks } from '../engine.ts'
import type { Schema } from '../schema.ts'
import {
  type ClaimLimits,
  decide,
  dueAgainAt,
  firstTurns,
  nextSearch,
  type Search,
  type Turns,
} from './claim-choice.ts'
import { CountChanges } from './counts.ts'
import { bytesOf, insertJobUrls, isSource, type NewJobUrl } from './jobs.ts'

/** Time in milliseconds after which a URL can be claimed again, unless its lease is renewed. */
export const leaseMs = 15_000
/** A URL of a job that one process works on: one to analyse, or the job's source, see {@link isSource}. */
export type Claim = {
  job_id: number
  line: number
  kind: JobKind
  render: RenderMode | null
  /** The URL that a person gave: its own, or that of the crawl or sitemap that led to it. */
  asked: string | null
  url: string
  host: string
  author_id: string
  failures: number
  kills: number
  depth: number | null
  orphan: 0 | 1 | null
  /** The most bytes that the jobs of its key can store. */
  quota: number
}

/** The lease of a URL has ended: another process may have it, or the job was cancelled. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export type ClaimOptions = ClaimLimits & {
  owner: string
  /** The key that was served last. Keys take turns. */
  afterKey: string
  /** That of a {@link RoomForJobs}. */
  quota?: number
}

/**
 * Claims the next URLs, as {@link decide} chooses them. Claims are made one after the other, so that the number of
 * running URLs of a host is exact over all processes.
 */
export async function claimUrls(db: Kysely<Schema>, options: ClaimOptions): Promise<Claim[]> {
  return db.transaction().execute(async (tx) => {
    if (engineOf(tx) === 'postgres') await sql`select pg_advisory_xact_lock(${locks.claim})`.execute(tx)
    const time = await databaseTime(tx)
    const now = new Date(time).toISOString()
    const lease = { owner: options.owner, until: new Date(time + leaseMs).toISOString() }
    const changes = new CountChanges()
    const claims: Claim[] = []
    let turns = firstTurns(await keysWithUrls(tx), options.afterKey, { now, ...(await runningUrls(tx)) })
    for (let search = nextSearch(turns, options); search; search = nextSearch(turns, options)) {
      const { next, claimed } = decide(turns, await nextUrl(tx, search), options)
      turns = next
      if (!claimed) continue
      const { job_state, run_after, open_pages, pace_ms, next_claim_at, ...columns } = claimed
      const claim = { ...columns, quota: options.quota ?? Infinity }
      await startWork(tx, claim, lease)
      if (pace_ms !== null && !isSource(claim))
        await tx
          .updateTable('jobs')
          .set({ next_claim_at: dueAgainAt({ next_claim_at, pace_ms }, time) })
          .where('id', '=', claim.job_id)
          .execute()
      changes.add(claim, 'queued', 'running')
      claims.push(claim)
    }
    await changes.store(tx, now)
    return claims
  })
}

async function startWork(tx: Transaction<Schema>, claim: Claim, lease: { owner: string; until: string }) {
  await tx
    .updateTable('job_urls')
    .set(({ eb }) => ({
      state: 'running',
      attempts: eb('attempts', '+', 1),
      lease_owner: lease.owner,
      lease_until: lease.until,
    }))
    .where('job_id', '=', claim.job_id)
    .where('line', '=', claim.line)
    .execute()
}

/** Returns the URL that a search finds next. */
async function nextUrl(tx: Transaction<Schema>, { author_id, order, host, job_id }: Search) {
  const columns = order === 'age' ? (['u.job_id', 'u.host'] as const) : (['u.host', 'u.job_id'] as const)
  const after = order === 'age' ? [job_id, host] : [host, job_id]
  const next = tx
    .selectFrom('job_urls as u')
    .innerJoin('jobs as j', 'j.id', 'u.job_id')
    .select(['u.job_id', 'u.line', 'u.url', 'u.host', 'u.author_id', 'u.failures', 'u.depth', 'u.orphan'])
    .select(['j.kind', 'j.render', 'j.state as job_state', 'j.pace_ms', 'j.next_claim_at', 'u.run_after', 'u.kills'])
    .select(sql<string | null>`case when j.urls_given = 1 then u.url else j.url end`.as('asked'))
    .select(sql<number>`j.queued + j.running`.as('open_pages'))
    .where('u.state', '=', 'queued')
    .where('u.author_id', '=', author_id)
    .where(sql<boolean>`(${sql.join(columns.map((name) => sql.ref(name)))}) > (${sql.join(after)})`)
    .orderBy(columns[0])
    .orderBy(columns[1])
    .orderBy('u.run_after')
    .orderBy('u.line')
    .limit(1)
  return (engineOf(tx) === 'postgres' ? next.forUpdate('u').skipLocked() : next).executeTakeFirst()
}

/** Identifies a claim among all that run. */
export const claimKey = ({ job_id, line }: Pick<Claim, 'job_id' | 'line'>) => `${job_id}/${line}`

/** Returns what runs over all processes. */
async function runningUrls(tx: Transaction<Schema>): Promise<Pick<Turns, 'runningOfHost' | 'isRiskTaken'>> {
  const rows = await tx
    .selectFrom('job_urls')
    .select(['host', sql<number>`count(*)`.as('count'), sql<number>`max(kills)`.as('kills')])
    .where('state', '=', 'running')
    .groupBy('host')
    .execute()
  return {
    runningOfHost: new Map(rows.map(({ host, count }) => [host, count])),
    isRiskTaken: rows.some(({ kills }) => kills > 0),
  }
}

/** Returns the keys with queued URLs in ascending order. Reads one index entry per key. */
async function keysWithUrls(tx: Transaction<Schema>): Promise<string[]> {
  const { rows } = await sql<{ author_id: string }>`with recursive keys (author_id) as (
      select min(author_id) from job_urls where state = 'queued'
      union all
      select (select min(u.author_id) from job_urls as u where u.state = 'queued' and u.author_id > keys.author_id)
      from keys where keys.author_id is not null
    ) select author_id from keys where author_id is not null`.execute(tx)
  return rows.map(({ author_id }) => author_id)
}

/** Renews the leases of a process. Returns the keys of the claims that it still has. */
export async function renewLeases(db: Kysely<Schema>, owner: string): Promise<Set<string>> {
  const until = new Date((await databaseTime(db)) + leaseMs).toISOString()
  const kept = await db
    .updateTable('job_urls')
    .set({ lease_until: until })
    .where('state', '=', 'running')
    .where('lease_owner', '=', owner)
    .returning(['job_id', 'line'])
    .execute()
  return new Set(kept.map(claimKey))
}

export type WorkResult =
  /** `error` is the reason for reading a source only in part. */
  | { state: 'done'; report_id: number | null; error?: JobError | null }
  | { state: 'failed'; error: JobError }
  /** Tried again after a time in milliseconds. */
  | { state: 'queued'; retryInMs: number; error: JobError | null }

/**
 * Ends the work on a URL. Call it in the transaction that stores the report.
 * @throws LeaseLost, which must roll the transaction back
 */
export async function endWork(tx: Transaction<Schema>, claim: Claim, owner: string, result: WorkResult): Promise<void> {
  const time = await databaseTime(tx)
  const now = new Date(time).toISOString()
  const error = 'error' in result && result.error ? JSON.stringify(result.error) : null
  const ended = await tx
    .updateTable('job_urls')
    .set(({ eb }) => ({
      state: result.state,
      kills: 0,
      lease_owner: null,
      lease_until: null,
      error,
      ...(result.state === 'done' && { report_id: result.report_id }),
      ...(result.state === 'queued' && { run_after: new Date(time + result.retryInMs).toISOString() }),
      ...(error !== null && result.state !== 'done' && { failures: eb('failures', '+', 1) }),
    }))
    .where('job_id', '=', claim.job_id)
    .where('line', '=', claim.line)
    .where('state', '=', 'running')
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  if (ended.numUpdatedRows !== 1n) throw leaseLost(claim)
  if (isSource(claim) && result.state === 'failed')
    await tx.updateTable('jobs').set({ error }).where('id', '=', claim.job_id).execute()
  const changes = new CountChanges()
  changes.add(claim, 'running', result.state)
  if (result.state === 'done' && result.report_id !== null && (await isBlocked(tx, result.report_id)))
    changes.addNotIndexable(claim.job_id)
  await changes.store(tx, now)
}

async function isBlocked(tx: Transaction<Schema>, reportId: number): Promise<boolean> {
  const report = tx.selectFrom('reports').select('indexability').where('id', '=', reportId)
  return (await report.executeTakeFirst())?.indexability === 'blocked'
}

/** Adds URLs to a job that it doesn't have. Other requests are served meanwhile. */
export async function addJobUrls(tx: Transaction<Schema>, claim: Claim, urls: readonly NewJobUrl[]): Promise<void> {
  const { job_id, author_id } = claim
  const changes = new CountChanges()
  await insertJobUrls(tx, { id: job_id, author_id }, urls)
  for (const url of urls) {
    changes.add({ job_id, line: url.line }, null, 'queued')
    changes.addBytes(job_id, bytesOf(url))
  }
  await changes.store(tx, await databaseNow(tx))
}

/**
 * Keeps the lease of a URL until the end of a transaction, and renews it.
 * @param isProgress true if the transaction does a part of the work that is never done again: processes that are killed
 *   afterwards are killed by another part
 * @throws LeaseLost, which must roll the transaction back
 */
export async function holdLease(
  tx: Transaction<Schema>,
  claim: Claim,
  owner: string,
  { isProgress = false } = {},
): Promise<void> {
  const until = new Date((await databaseTime(tx)) + leaseMs).toISOString()
  const held = await tx
    .updateTable('job_urls')
    .set({ lease_until: until, ...(isProgress && { kills: 0 }) })
    .where('job_id', '=', claim.job_id)
    .where('line', '=', claim.line)
    .where('state', '=', 'running')
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  if (held.numUpdatedRows !== 1n) throw leaseLost(claim)
}

const leaseLost = (claim: Claim) => new LeaseLost(`The lease of ${claimKey(claim)} has ended.`)
