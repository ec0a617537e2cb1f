import { attempt } from '#web/data/attempt.ts'
import { server } from '#web/data/server.ts'
import { watchKey } from '#web/data/session.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** A job that was started in this browser. */
export type TrackedJob = {
  id: number
  /** The host of all its URLs, if it is one. */
  host: string | null
  /** The lines whose URL had no scheme. Those that nothing answers are analysed again with http. */
  guesses: number[]
  /** The job that analyses them again. */
  again?: { id: number; count: number }
}

/** What `POST /api/v1/jobs` takes, and what this browser remembers of it. */
export type NewJob = Pick<TrackedJob, 'host' | 'guesses'> & { form: Record<string, string>; count: number | null }

/** A job that could not be sent, because the browser is offline. */
export type WaitingJob = NewJob & { key: string }

/** A store that is kept in this browser and shared by its tabs. Removed with the key, because it has typed URLs. */
export function storedList<Item>(name: string) {
  const storageKey = `seo-reports:${name}:${server}`
  const read = () => attempt(() => JSON.parse(localStorage.getItem(storageKey) ?? '[]') as Item[]) ?? []
  const store = createStore<readonly Item[]>(read())
  const set = (next: readonly Item[]) => {
    store.set(next)
    attempt(() =>
      next.length > 0 ? localStorage.setItem(storageKey, JSON.stringify(next)) : localStorage.removeItem(storageKey),
    )
  }
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === storageKey) store.set(read())
  })
  watchKey((key) => key || set([]))
  return {
    ...store,
    set,
    /** Reads what other tabs have stored. Their `storage` events arrive later. */
    refresh: () => store.set(read()),
  }
}

/** Runs `change` on what is stored, in one tab at a time. */
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
const tracked = storedList<TrackedJob>('jobs')
const waiting = storedList<WaitingJob>('waiting-jobs')

export const useTrackedJobs = () => useStore(tracked)
export const trackedJobs = tracked.get

export const trackJob = (job: TrackedJob) => tracked.set([...tracked.get().filter(({ id }) => id !== job.id), job])
export const untrackJob = (id: number) => tracked.set(tracked.get().filter((job) => job.id !== id))

export const useWaitingJobs = () => useStore(waiting)
export const waitingJobs = waiting.get
export const keepWaiting = (job: NewJob) =>
  waiting.set([...waiting.get(), { ...job, key: `${Date.now()} ${waiting.get().length}` }])
export const dropWaiting = (key: string) => waiting.set(waiting.get().filter((job) => job.key !== key))
