import { attempt } from '#web/data/attempt.ts'
import { server } from '#web/data/server.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/**
 * Where unfinished deletions are stored when the page is closed; also the name of the lock of the tab that finishes
 * them.
 */
export const storageName = `seo-reports:deleting:${server}`

/**
 * Module state: reports that are being deleted or that were deleted. Every list hides them, whatever the server still
 * returns. The server never reuses an id.
 */
const pending = createStore<ReadonlySet<number>>(new Set(storedDeletes()))

export const usePendingDeletes = () => useStore(pending)

export const hideReports = (ids: readonly number[]) => pending.set(new Set([...pending.get(), ...ids]))

export function showReports(ids: readonly number[]) {
  const shown = new Set(ids)
  pending.set(new Set([...pending.get()].filter((id) => !shown.has(id))))
}

/** Returns the deletions that the last visit could not finish. */
export function storedDeletes(): number[] {
  const stored: unknown = attempt(() => JSON.parse(localStorage.getItem(storageName) ?? ''))
  return Array.isArray(stored) ? stored.filter(Number.isSafeInteger) : []
}

export function storeDeletes(ids: readonly number[]) {
  // Without storage, these reports appear again and can be deleted again.
  attempt(() =>
    ids.length > 0 ? localStorage.setItem(storageName, JSON.stringify(ids)) : localStorage.removeItem(storageName),
  )
}
