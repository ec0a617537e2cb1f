import { BulkDeleteResponse } from '#contract/reports/bulk.ts'
import { lenient } from '#contract/responses/lenient.ts'
import { ApiError } from '#web/data/api-error.ts'
import type { Client } from '#web/data/client.ts'
import { forEach, type ItemResult, sharedLimit } from '#web/data/concurrency.ts'
import { confirmDelete } from '#web/data/confirm-write.ts'

/** Ids per request: few enough for a response within seconds, and for several requests while the page is closed. */
const idsPerRequest = 500
/** Limits what is sent while the page is closed. Browsers permit about 64 kB in total and some hundred requests. */
const bulksOnLeaving = 8
const singlesOnLeaving = 50

const path = '/bulk/reports/delete'
const form = (ids: readonly number[]) => ({ form: { ids: ids.join(',') } })

const readBack = (client: Client, id: number) => () => client.call('GET', `/reports/${id}`)
const deleteOne = (client: Client, id: number) =>
  confirmDelete(client.call('DELETE', `/reports/${id}`), readBack(client, id))

/**
 * Deletes reports, in bulk if the server has that extension. A missing report counts as deleted. Reports
 * about which a response says nothing are looked up.
 */
export async function deleteReports(
  client: Client,
  ids: readonly number[],
  { bulk, onOutcome }: { bulk: boolean; onOutcome: (outcome: ItemResult<number>) => void },
): Promise<void> {
  if (!bulk || ids.length === 1) {
    await forEach(ids, (id) => deleteOne(client, id), { onOutcome })
    return
  }
  const limit = sharedLimit()
  /** Reads which of the reports still exist after an `unsure` error. */
  const lookUp = (some: readonly number[], error: ApiError) =>
    forEach(some, (id) => confirmDelete(Promise.reject(error), readBack(client, id)), { onOutcome })
  for (const some of chunks(ids, idsPerRequest)) {
    try {
      const { data } = await limit.once(() =>
        client.write('POST', path, (body) => lenient(BulkDeleteResponse).parse(body), form(some)),
      )
      const confirmed = new Set(data.map(({ id }) => id))
      for (const item of some) if (confirmed.has(item)) onOutcome({ item, result: undefined, error: null })
      await lookUp(
        some.filter((id) => !confirmed.has(id)),
        new ApiError('unreadable', '', { unsure: true }),
      )
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      // The server lists the extension but does not have it.
      if (thrown.kind === 'missing') await forEach(some, (id) => deleteOne(client, id), { onOutcome })
      else if (thrown.unsure) await lookUp(some, thrown)
      else for (const item of some) onOutcome({ item, result: null, error: thrown })
    }
  }
}

/** Sends deletions while the page is closed. Returns the ids that exceed what a browser permits. */
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
