import * as z from 'zod/mini'
import { BulkDeleteAnswer } from '#contract/envelope.ts'
import { ApiError } from '#web/data/api-error.ts'
import { type Client, understood } from '#web/data/client.ts'
import { confirmDelete } from '#web/data/write-outcome.ts'
import { forEach, type Outcome, sharedLimit } from '#web/data/concurrency.ts'

/** Ids in one request: few enough that it answers within seconds, and that a leaving page may still send several. */
const idsAtOnce = 500
/** Browsers let a leaving page send about 64 kB in all, and some hundred requests. */
const leavingBulks = 8
const leavingSingles = 50

const path = '/bulk/reports/delete'
const form = (ids: readonly number[]) => ({ form: { ids: ids.join(',') } })

const look = (client: Client, id: number) => () => client.call('GET', `/reports/${id}`)
const deleteOne = (client: Client, id: number) => confirmDelete(client.deleteReport(id), look(client, id))

/** Deletes reports, by the bulk extension where the server has it. A report that is gone already counts as deleted. */
export async function deleteReports(
  client: Client,
  ids: readonly number[],
  { bulk, onOutcome }: { bulk: boolean; onOutcome: (outcome: Outcome<number>) => void },
): Promise<void> {
  if (!bulk || ids.length === 1) {
    await forEach(ids, (id) => deleteOne(client, id), { onOutcome })
    return
  }
  const limit = sharedLimit()
  for (const some of chunks(ids, idsAtOnce)) {
    try {
      const { body } = await limit.once(() => client.call('POST', path, form(some)))
      const answered = new Set(understood(path, body, () => z.parse(BulkDeleteAnswer, body)).data.map(({ id }) => id))
      for (const item of some)
        onOutcome(
          answered.has(item)
            ? { item, result: undefined, error: null }
            : { item, result: null, error: new ApiError('not-understood') },
        )
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      // A server that lists the extension and does not have it after all.
      if (thrown.kind === 'missing') await forEach(some, (id) => deleteOne(client, id), { onOutcome })
      else if (thrown.unsure)
        await forEach(some, (id) => confirmDelete(Promise.reject(thrown), look(client, id)), { onOutcome })
      else for (const item of some) onOutcome({ item, result: null, error: thrown })
    }
  }
}

/** Sends the deletions of a page that is being left. Returns the ids for which there was no room. */
export function deleteOnLeaving(client: Client, ids: readonly number[], bulk: boolean): number[] {
  if (bulk) {
    const parts = chunks(ids, idsAtOnce)
    for (const some of parts.slice(0, leavingBulks))
      client.call('POST', path, { ...form(some), keepalive: true }).catch(() => {})
    return parts.slice(leavingBulks).flat()
  }
  for (const id of ids.slice(0, leavingSingles))
    client.call('DELETE', `/reports/${id}`, { keepalive: true }).catch(() => {})
  return ids.slice(leavingSingles)
}

const chunks = <Item>(items: readonly Item[], size: number) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
