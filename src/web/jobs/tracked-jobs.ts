import * as z from 'zod'
import { storedEntries } from '#web/data/browser-storage.ts'
import { server } from '#web/data/server.ts'
import { watchCredential } from '#web/data/session.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** A job that was started in this browser. */
const TrackedJob = z.object({
  id: z.number(),
  /** The lines whose URL had no scheme. If nothing responds over https, they are analysed again with http. */
  guesses: z.array(z.number()),
  /** The job that analyses them again. */
  again: z.object({ id: z.number(), count: z.number() }).optional(),
})
export type TrackedJob = z.infer<typeof TrackedJob>

/** The form of `POST /api/v1/jobs`, and this browser's own fields of the job. */
const NewJob = z.object({
  guesses: TrackedJob.shape.guesses,
  form: z.record(z.string(), z.string()),
  count: z.number().nullable().catch(null),
})
export type NewJob = z.infer<typeof NewJob>

/** A job that could not be sent, because the browser is offline. */
const WaitingJob = z.object({ ...NewJob.shape, key: z.string() })
export type WaitingJob = z.infer<typeof WaitingJob>

/** Runs `change` on the stored jobs, in one tab at a time. */
export async function inOneTab(change: () => Promise<void>): Promise<void> {
  const run = () => {
    tracked.refresh()
    waiting.refresh()
    return change()
  }
  if (!navigator.locks) return run()
  await navigator.locks.request(`seo-reports:jobs:${server}`, run)
}

/** Module state, as below: jobs go on while pages change, are reloaded and closed. */
const tracked = storedList('jobs', TrackedJob)
const waiting = storedList('waiting-jobs', WaitingJob)

export const useTrackedJobs = () => useStore(tracked)
export const trackedJobs = tracked.get

export const trackJob = (job: TrackedJob) => tracked.set([...tracked.get().filter(({ id }) => id !== job.id), job])
export const untrackJob = (id: number) => tracked.set(tracked.get().filter((job) => job.id !== id))

export const useWaitingJobs = () => useStore(waiting)
export const waitingJobs = waiting.get
export const keepWaiting = (job: NewJob) =>
  waiting.set([...waiting.get(), { ...job, key: `${Date.now()} ${waiting.get().length}` }])
export const dropWaiting = (key: string) => waiting.set(waiting.get().filter((job) => job.key !== key))

/** A store that is kept in this browser and shared by its tabs. Removed with the key, because it has typed URLs. */
export function storedList<Item>(name: string, schema: z.ZodType<Item>) {
  const stored = storedEntries('browser', `seo-reports:${name}:${server}`, schema)
  const store = createStore<readonly Item[]>(stored.get())
  let isStored = true
  const set = (next: readonly Item[]) => {
    store.set(next)
    isStored = stored.set([...next])
  }
  stored.watch(() => store.set(stored.get()))
  watchCredential((now) => now || set([]))
  return {
    ...store,
    set,
    /**
     * Reads the jobs that other tabs stored. Their `storage` events arrive later. Keeps jobs that couldn't be stored.
     */
    refresh: () => isStored && store.set(stored.get()),
  }
}
