import { writeQuery } from '#contract/lists/query-params.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { onOwnService } from '#web/data/service.ts'
import { rowsOf, streamExport } from './export-stream.ts'
import type { ListQuery, Resource, Row } from './resource.ts'
import { type Walk, walkList } from './walk-list.ts'

/** A list to read as a whole: `query` without its page. */
export type WholeList<R extends Row, Q extends ListQuery> = { resource: Resource<R, Q>; query: Q }

export type OnProgress = (done: number, of: number | null) => void

const rowsPerRequest = 100

/** Returns the parameters of a whole list, as an export takes them. */
export const searchOfAll = <R extends Row, Q extends ListQuery>({ resource, query }: WholeList<R, Q>) =>
  writeQuery(resource.params, { ...query, page: 1, per_page: 10 })

/** Reads a whole list page by page. */
export const walkAll = <R extends Row, Q extends ListQuery>(
  { resource, query }: WholeList<R, Q>,
  signal: AbortSignal,
): AsyncGenerator<Walk<R>> =>
  walkList(
    (page, signal) => resource.fetchPage({ ...query, page, per_page: rowsPerRequest }, signal),
    signal,
    rowsPerRequest,
  )

/** Collects the rows of a whole list: as one stream from our own service, page by page from others. */
export async function collectRows<R extends Row, Q extends ListQuery>(
  list: WholeList<R, Q>,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<{ rows: R[]; repeats: boolean; unreadable: number }> {
  const found: R[] = []
  const collected = { rows: found, repeats: false, unreadable: 0 }
  if (await onOwnService(queryClient)) {
    const { name, row } = list.resource
    const { body, total } = await streamExport(currentClient(), name, 'json', searchOfAll(list), signal)
    for await (const rows of rowsOf(body, row)) {
      collected.rows.push(...rows)
      onProgress(collected.rows.length, total)
    }
    return collected
  }
  for await (const { rows, total, repeats, unreadable } of walkAll(list, signal)) {
    collected.rows.push(...rows)
    collected.repeats ||= repeats
    collected.unreadable += unreadable
    onProgress(collected.rows.length, total)
  }
  return collected
}
