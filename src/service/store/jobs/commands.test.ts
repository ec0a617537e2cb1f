import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import type { Schema } from '../schema.ts'
import { findFaults } from '../verify/verify.ts'
import { claimUrls, endWork } from './claims.ts'
import { commandJob, finishCommands } from './commands.ts'
import { bytesOf, createJob, findJob, listJobUrls } from './jobs.ts'
import { findNoRoom, storedBytesOf } from './room.ts'

const author_id = 'abcdefgh'
const host = 'shop.example'
const urls = Array.from({ length: 1_200 }, (_, at) => ({ line: at + 1, url: `https://${host}/${at}`, host }))

const addJob = (db: Kysely<Schema>) =>
  db
    .transaction()
    .execute((tx) =>
      createJob(tx, { kind: 'urls', label: 'Shop', url: null, crawl: null, author_id, author_name: null, urls }),
    )

/** Fails the first URL of a job, and starts the second. */
async function startJob(db: Kysely<Schema>) {
  const [first] = await claimUrls(db, { owner: 'test', limit: 1, afterKey: '', maxOfHost: () => 1 })
  const error = { status: 422, code: null, message: 'Refused.', errors: null }
  if (first) await db.transaction().execute((tx) => endWork(tx, first, 'test', { state: 'failed', error }))
  await claimUrls(db, { owner: 'test', limit: 1, afterKey: '', maxOfHost: () => 1 })
}

const storedLines = async (db: Kysely<Schema>) =>
  (await db.selectFrom('job_urls').select('line').execute()).map(({ line }) => line)

describeEachEngine('a job that is cancelled', onBoth, ({ openStore }) => {
  const cancelled = { total: 1_200, queued: 0, running: 0, done: 0, failed: 1, cancelled: 1_199 }

  it('keeps no URLs but those that were tried, and its counts', async () => {
    const { db } = await openStore()
    const id = await addJob(db)
    await startJob(db)
    expect(await storedBytesOf(db, author_id)).toBe(urls.reduce((sum, url) => sum + bytesOf(url), 0))
    expect(await commandJob(db, id, 'cancel')).toBe(true)
    const job = await findJob(db, id)
    expect(job).toMatchObject({ state: 'cancelled', counts: cancelled })
    expect(await storedLines(db)).toEqual([1])
    expect(await storedBytesOf(db, author_id)).toBe(bytesOf({ url: urls[0]?.url ?? '' }))
    const list = (state: 'failed' | 'cancelled' | null) =>
      listJobUrls(db, job!, { state, page: 1, per_page: 25 }).then(({ rows, total }) => [rows.length, total])
    expect([await list(null), await list('failed'), await list('cancelled')]).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
    ])
    expect(await findFaults(db)).toEqual([])
  })

  it('counts until its URLs are deleted, which another process continues after a kill', async () => {
    const { db } = await openStore()
    const id = await addJob(db)
    await startJob(db)
    // As a process leaves it that was killed while it cancelled the job.
    const now = new Date().toISOString()
    await db.updateTable('jobs').set({ state: 'cancelled', finished_at: now }).where('id', '=', id).execute()
    const size = { author_id, urls: 1, bytes: 1 }
    const room = { quota: await storedBytesOf(db, author_id), isDiskFull: () => false }
    expect((await findNoRoom(db, size, room))?.reason).toBe('quota_exceeded')
    await finishCommands(db)
    expect(await findNoRoom(db, size, room)).toBeNull()
    expect(await storedLines(db)).toEqual([1])
    expect((await findJob(db, id))?.counts).toEqual(cancelled)
    expect(await findFaults(db)).toEqual([])
  })
})
