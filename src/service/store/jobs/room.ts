import { type Kysely, sql } from 'kysely'
import { grouped } from '#contract/format/numbers.ts'
import { openJobStates } from '#contract/jobs/job.ts'
import type { Schema } from '../schema.ts'

/** Safety limits for all unfinished jobs together. */
const maxOpenJobs = 10_000
const maxOpenUrls = 1_000_000

/** The condition for jobs that are not finished. It has literals, as its partial index requires. */
export const openJobCondition = sql<boolean>`state in (${sql.join(openJobStates.map((state) => sql.lit(state)))})`

/** Sizes as {@link bytesOf} estimates them. */
export type RoomForJobs = {
  /** The most bytes that the jobs of one key can store. Finished and cancelled jobs count until they are deleted. */
  quota: number
  /** Returns true if nothing more may be stored. */
  isDiskFull(): boolean
}

/** Of tests and tools. */
export const unlimitedRoom: RoomForJobs = { quota: Infinity, isDiskFull: () => false }

/** The reason for not creating a job. */
export type NoRoom = { reason: 'disk_full' | 'queue_full' } | { reason: 'quota_exceeded'; sentence: string }

/** Returns the reason for not creating a job of a key with a number of URLs, or null. */
export async function findNoRoom(
  db: Kysely<Schema>,
  job: { author_id: string; urls: number; bytes: number },
  { quota, isDiskFull }: RoomForJobs,
): Promise<NoRoom | null> {
  if (isDiskFull()) return { reason: 'disk_full' }
  const { jobs, urls } = await db
    .selectFrom('jobs')
    .select([sql<number>`count(*)`.as('jobs'), sql<number>`coalesce(sum(queued + running), 0)`.as('urls')])
    .where(openJobCondition)
    .executeTakeFirstOrThrow()
  if (jobs >= maxOpenJobs || urls + job.urls > maxOpenUrls) return { reason: 'queue_full' }
  const stored = await storedBytesOf(db, job.author_id)
  if (stored + job.bytes <= quota) return null
  const sentence = `The jobs of one API key can store ${megabytes(quota)} of URLs. This key's store ${megabytes(stored)}, and this one needs ${megabytes(job.bytes)}. Cancel jobs, or wait until old ones are deleted.`
  return { reason: 'quota_exceeded', sentence }
}

/** Returns the bytes that the URLs of a key's jobs take. Reads an index. */
export async function storedBytesOf(db: Kysely<Schema>, keyId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('jobs')
    .select(sql<number>`coalesce(sum(bytes), 0)`.as('bytes'))
    .where('author_id', '=', keyId)
    .executeTakeFirstOrThrow()
  return bytes
}

export const megabytes = (bytes: number): string => `${grouped(Math.ceil(bytes / 1_000_000))} MB`
