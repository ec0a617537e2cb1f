import type { FastifyRequest } from 'fastify'
import type { PageSize } from '#contract/lists/list-query.ts'
import type { ListEnvelope } from '#contract/responses/envelope.ts'
import type { ListResult } from '#service/store/lists/list.ts'
import { originOf } from '../request.ts'

type Paging = { page: number; per_page: PageSize }

/**
 * Returns the envelope of one page. Links are absolute and keep all other parameters as sent. A search with too many
 * matches to count has no last page.
 */
export function listBody<Row>(
  { request, query: { page, per_page }, search }: { request: FastifyRequest; query: Paging; search: URLSearchParams },
  { publicUrl }: { publicUrl: string | null },
  { total, totalRelation, hasNext }: Omit<ListResult<unknown>, 'rows'>,
  data: Row[],
): ListEnvelope<Row> {
  const path = originOf(request, publicUrl) + routePath(request)
  const link = linkTo(path, search)
  const isCounted = totalRelation === 'eq'
  const last = Math.max(1, Math.ceil(total / per_page))
  const previous = isCounted ? Math.min(page - 1, last) : page - 1
  const from = data.length > 0 ? (page - 1) * per_page + 1 : null
  return {
    data,
    links: {
      first: link(1),
      last: isCounted ? link(last) : null,
      prev: page > 1 ? link(previous) : null,
      next: hasNext ? link(page + 1) : null,
    },
    meta: {
      current_page: page,
      from,
      last_page: isCounted ? last : null,
      path,
      per_page,
      to: from === null ? null : from + data.length - 1,
      total,
      total_relation: totalRelation,
    },
    status: 200,
  }
}

/**
 * Adds which of the `shown` IDs no longer exist, if a request asks for it. An item that the reader can't see is as good
 * as deleted. `findAmong` returns those of some IDs that the reader can see.
 */
export async function withDeleted<Row extends { id: number }>(
  response: ListEnvelope<Row>,
  shown: readonly number[] | null,
  findAmong: (ids: readonly number[]) => Promise<number[]>,
): Promise<ListEnvelope<Row>> {
  if (shown === null) return response
  const there = new Set(response.data.map(({ id }) => id))
  const others = [...new Set(shown)].filter((id) => !there.has(id))
  const found = new Set(others.length > 0 ? await findAmong(others) : [])
  return { ...response, meta: { ...response.meta, deleted: others.filter((id) => !found.has(id)) } }
}

/** Returns the route's path, so that links are the same however a request spelled its path. */
function routePath({ routeOptions, params }: FastifyRequest) {
  const values = params as Record<string, string>
  return (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

function linkTo(path: string, search: URLSearchParams) {
  const others = new URLSearchParams(search)
  others.delete('page')
  // What another page shows differs.
  others.delete('shown')
  const start = `${path}?${others.size > 0 ? `${others}&` : ''}page=`
  return (page: number) => start + page
}
