import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isFinished } from '#contract/jobs/job.ts'
import { presentJob } from '#service/present/rows.ts'
import { findJob } from '#service/store/jobs/jobs.ts'
import type { Schema } from '#service/store/schema.ts'
import { eventText, heartbeat, heartbeatMs } from './server-sent-events.ts'

/** In milliseconds. A job can be worked on by other processes, so its row is read. */
const pollMs = 250
/** A stream ends after this time, so that its key is checked again. */
const maxStreamMs = 10 * 60_000

/**
 * Yields the server-sent events of a job: `progress` with the job now and after each change, at most four a second,
 * until it is finished or deleted. Comments between them keep the connection open.
 */
export async function* jobEvents(db: Kysely<Schema>, id: number, isDraining: () => boolean): AsyncGenerator<string> {
  const start = performance.now()
  let sent = ''
  let sentAt = start
  while (!isDraining() && performance.now() - start < maxStreamMs) {
    const job = await findJob(db, id)
    if (!job) return
    const progress = eventText('progress', presentJob(job))
    const isChanged = progress !== sent
    if (isChanged || performance.now() - sentAt > heartbeatMs) {
      yield isChanged ? progress : heartbeat
      sent = progress
      sentAt = performance.now()
    }
    if (isFinished(job)) return
    await pause(pollMs)
  }
}
