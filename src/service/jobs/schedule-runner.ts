import type { Kysely } from 'kysely'
import { hasRoomForJob } from '#service/store/jobs/jobs.ts'
import { runSchedule, urlsOf } from '#service/store/schedules/runs.ts'
import { dueSchedules, type ScheduleRecord } from '#service/store/schedules/schedules.ts'
import type { Schema } from '#service/store/schema.ts'

export type ScheduleRunner = {
  /** Runs the schedules that are due, which otherwise happens every 15 seconds. */
  run(): Promise<void>
  close(): Promise<void>
}

const pollMs = 15_000

/** Starts the jobs of schedules when their time has come. Any number of processes can do so. */
export function createScheduleRunner(
  db: Kysely<Schema>,
  { onJob, onError }: { onJob: () => void; onError: (error: unknown, message: string) => void },
): ScheduleRunner {
  const stop = new AbortController()

  async function runDue() {
    for (const schedule of await dueSchedules(db)) {
      if (stop.signal.aborted) return
      // A schedule that can't be run stays due. The others run anyway.
      await runOne(schedule).catch((error: unknown) => fail(error, `schedule ${schedule.id} couldn't be run`))
    }
  }

  async function runOne(schedule: ScheduleRecord) {
    const urls = await urlsOf(db, schedule, stop.signal)
    // Without room for the job, the schedule stays due.
    if (!(await hasRoomForJob(db, urls.length))) return
    if ((await runSchedule(db, schedule, urls)) === 'started') onJob()
  }

  function fail(error: unknown, message: string) {
    if (!stop.signal.aborted) onError(error, message)
  }

  let running = Promise.resolve()
  const run = () => (running = running.then(runDue).catch((error: unknown) => fail(error, "schedules couldn't be run")))
  void run()
  const interval = setInterval(() => void run(), pollMs).unref()

  return {
    run,
    async close() {
      clearInterval(interval)
      stop.abort()
      await running
    },
  }
}
