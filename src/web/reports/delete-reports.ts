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

/** Sends as many deletions as a browser permits while the page is closed. The next visit sees to the others. */
export function deleteOnLeaving(client: Client, ids: readonly number[], bulk: boolean) {
  const most = bulk ? bulksOnLeaving * idsPerRequest : singlesOnLeaving
  const sent = ids.slice(0, most)
  sentDeletions.add(sent)
  unsentDeletions.remove(sent)
  unsentDeletions.add(ids.slice(most))
  // The page is gone before a response arrives: the next visit asks again.
  const ignore = () => {}
  if (bulk)
    for (const some of chunks(sent, idsPerRequest))
      client.call('POST', path, { ...form(some), keepalive: true }).catch(ignore)
  else for (const id of sent) client.call('DELETE', `/reports/${id}`, { keepalive: true }).catch(ignore)
}

const chunks = <Item>(items: readonly Item[], size: number) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

const storageName = `seo-reports:deleting:${server}`
/** The name of the lock of the tab that finishes deletions. */
export const finishLock = storageName

const idsStored = (name: string) => {
  const { get, set } = storedEntries('browser', name, z.int())
  /** Without storage, these reports appear again and can be deleted again. */
  return {
    get,
    add: (ids: readonly number[]) => set([...new Set([...get(), ...ids])]),
    remove(ids: readonly number[]) {
      const removed = new Set(ids)
      set(get().filter((id) => !removed.has(id)))
    },
  }
}

/**
 * The deletions that the page started when it was closed: those that it could not send, and those that it sent without
 * seeing the response.
 */
export const unsentDeletions = idsStored(storageName)
export const sentDeletions = idsStored(`seo-reports:deletions-sent:${server}`)

/**
 * Module state: reports that are being deleted or that were deleted. Every list hides them, even if the server still
 * returns them. The server never reuses an id.
 */
const pending = createStore<ReadonlySet<number>>(new Set([...unsentDeletions.get(), ...sentDeletions.get()]))

export const usePendingDeletes = () => useStore(pending)

export const hideReports = (ids: readonly number[]) => pending.set(new Set([...pending.get(), ...ids]))

export function showReports(ids: readonly number[]) {
  const shown = new Set(ids)
  pending.set(new Set([...pending.get()].filter((id) => !shown.has(id))))
}
