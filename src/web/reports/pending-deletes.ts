import * as z from 'zod'
import { server } from '#web/data/server.ts'
import { storedEntries } from '#web/data/stored-entries.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/**
 * Where unfinished deletions are stored when the page is closed; also the name of the lock of the tab that finishes
 * them.
 */
export const storageName = `seo-reports:deleting:${server}`
const stored = storedEntries('browser', storageName, z.int())

/** Returns the deletions that the last visit could not finish. */
export const storedDeletes = stored.get

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

/** Without storage, these reports appear again and can be deleted again. */
export const storeDeletes = (ids: readonly number[]) => stored.set([...ids])
