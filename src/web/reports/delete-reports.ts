import * as z from 'zod'
import { BulkDeleteResponse } from '#contract/responses/envelope.ts'
import { lenient } from '#contract/responses/lenient.ts'
import { ApiError } from '#web/data/api-error.ts'
import { storedEntries } from '#web/data/browser-storage.ts'
import type { Client } from '#web/data/client.ts'
import { forEach, type ItemResult, sharedLimit } from '#web/data/concurrency.ts'
import { server } from '#web/data/server.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** Ids per request: few enough for a response within seconds, and for several requests while the page is closed. */
const idsPerRequest = 500
/** Limits the requests while the page is closed. Browsers permit about 64 kB in total and some hundred requests. */
const bulksOnLeaving = 8
const singlesOnLeaving = 50

const path = '/bulk/reports/delete'
const form = (ids: readonly number[]) => ({ form: { ids: ids.join(',') }, isSafeToRepeat: true })

/**
 * Deletes reports, in bulk if the server has that extension. A missing report counts as deleted. Reports that the
 * response does not name are deleted one by one.
 */
export async function deleteReports(
  client: Client,
  ids: readonly number[],
  { bulk, onOutcome }: { bulk: boolean; onOutcome: (outcome: ItemResult<number>) => void },
): Promise<void> {
  const deleteEach = (some: readonly number[]) => forEach(some, (id) => client.remove(`/reports/${id}`), { onOutcome })
  if (!bulk || ids.length === 1) {
    await deleteEach(ids)
    return
  }
  const limit = sharedLimit()
  for (const some of chunks(ids, idsPerRequest)) {
    try {
      const { data } = await limit.once(() =>
        client.write('POST', path, (body) => lenient(BulkDeleteResponse).parse(body), form(some)),
      )
      const confirmed = new Set(data.map(({ id }) => id))
      for (const item of some) if (confirmed.has(item)) onOutcome({ item, result: undefined, error: null })
      await deleteEach(some.filter((id) => !confirmed.has(id)))
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      // An older service lacks this, or its response is unreadable.
      if (thrown.kind === 'missing' || thrown.kind === 'unreadable') await deleteEach(some)
      else for (const item of some) onOutcome({ item, result: null, error: thrown })
    }
  }
}

/** Sends deletions while the page is closed. Returns the ids beyond a browser's limits. */
export function deleteOnLeaving(client: Client, ids: readonly number[], bulk: boolean): number[] {
  if (bulk) {
    const parts = chunks(ids, idsPerRequest)
    for (const some of parts.slice(0, bulksOnLeaving))
      client.call('POST', path, { ...form(some), keepalive: true }).catch(() => {})
    return parts.slice(bulksOnLeaving).flat()
  }
  for (const id of ids.slice(0, singlesOnLeaving))
    client.call('DELETE', `/reports/${id}`, { keepalive: true }).catch(() => {})
  return ids.slice(singlesOnLeaving)
}

const chunks = <Item>(items: readonly Item[], size: number) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/**
 * The name of the entry with unfinished deletions when the page is closed, and of the lock of the tab that finishes
 * them.
 */
export const storageName = `seo-reports:deleting:${server}`
const stored = storedEntries('browser', storageName, z.int())

/** Returns the deletions that the last visit could not finish. */
export const storedDeletes = stored.get

/**
 * Module state: reports that are being deleted or that were deleted. Every list hides them, even if the server still
 * returns them. The server never reuses an id.
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
