import type { Kysely } from 'kysely'
import { scopeOfAuthor } from '#service/store/access/authors.ts'
import { canReach } from '#service/store/access/visible.ts'
import { sizeOf } from '#service/store/jobs/jobs.ts'
import { findNoRoom, type RoomForJobs, unlimitedRoom } from '#service/store/jobs/room.ts'
import { runSchedule, urlsOf } from '#service/store/schedules/runs.ts'
import { dueSchedules, type ScheduleRecord } from '#service/store/schedules/schedules.ts'
import type { Schema } from '#service/store/schema.ts'
import { createPoller } from './poller.ts'

export type ScheduleRunner = {
  /** Runs the schedules that are due, which otherwise happens every 15 seconds. */
  run(): Promise<void>
  close(): Promise<void>
}

const pollMs = 15_000

/** Starts the jobs of schedules when their time has come. Any number of processes can do so. */
export function createScheduleRunner(
  db: Kysely<Schema>,
  {
    room = unlimitedRoom,
    onJob,
    onError,
  }: { room?: RoomForJobs; onJob: () => void; onError: (error: unknown, message: string) => void },
): ScheduleRunner {
  const poller = createPoller(runDue, {
    everyMs: pollMs,
    onFailure: (error) => onError(error, "schedules couldn't be run"),
  })
  const { signal } = poller

  async function runDue() {
    for (const schedule of await dueSchedules(db)) {
      if (signal.aborted) return
      // A schedule that can't be run stays due. The others run anyway.
      await runOne(schedule).catch((error: unknown) => fail(error, `schedule ${schedule.id} couldn't be run`))
    }
  }

  async function runOne(schedule: ScheduleRecord) {
    // Without room for the job, the schedule stays due. A large view is not read for nothing.
    const { author_id } = schedule
    if (await findNoRoom(db, { author_id, urls: 1, bytes: 0 }, room)) return
    const scope = await scopeOfAuthor(db, author_id, 'edit')
    const { website_id } = schedule
    if (website_id !== null && !(await canReach(db, scope, 'websites', website_id)))
      return void (await runSchedule(db, schedule, [], false))
    const urls = schedule.crawl === null ? await urlsOf(db, schedule, scope, signal) : []
    if (await findNoRoom(db, { author_id, ...sizeOf(urls.map((url) => ({ url }))) }, room)) return
    if ((await runSchedule(db, schedule, urls)) === 'started') onJob()
  }

  function fail(error: unknown, message: string) {
    if (!signal.aborted) onError(error, message)
  }

  return poller
}
