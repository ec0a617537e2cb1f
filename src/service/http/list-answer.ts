import type { FastifyRequest } from 'fastify'
import type { ListEnvelope } from '#contract/envelope.ts'
import type { ListResult } from '#service/store/list.ts'
import { originOf } from './origin.ts'

type Paging = { page: number; per_page: number }

/**
 * The envelope of one page. Links are absolute and carry every other parameter as it was sent; a search too large to be
 * counted has no last page, and goes on by `next`.
 */
export function listAnswer<Row>(
  request: FastifyRequest,
  publicUrl: string | null,
  { page, per_page }: Paging,
  search: URLSearchParams,
  { total, totalRelation, hasNext }: Omit<ListResult<unknown>, 'rows'>,
  data: Row[],
): ListEnvelope<Row> {
  const path = originOf(request, publicUrl) + routePath(request)
  const link = linkTo(path, search)
  const counted = totalRelation === 'eq'
  const last = Math.max(1, Math.ceil(total / per_page))
  const previous = counted ? Math.min(page - 1, last) : page - 1
  const from = data.length > 0 ? (page - 1) * per_page + 1 : null
  return {
    data,
    links: {
      first: link(1),
      last: counted ? link(last) : null,
      prev: page > 1 ? link(previous) : null,
      next: hasNext ? link(page + 1) : null,
    },
    meta: {
      current_page: page,
      from,
      last_page: counted ? last : null,
      path,
      per_page,
      to: from === null ? null : from + data.length - 1,
      total,
      total_relation: totalRelation,
    },
    status: 200,
  }
}

/** The route's own path, so that however a request spelled it, its links are the same. */
function routePath({ routeOptions, params }: FastifyRequest) {
  const given = params as Record<string, string>
  return (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
}

function linkTo(path: string, search: URLSearchParams) {
  const others = new URLSearchParams(search)
  others.delete('page')
  const start = `${path}?${others.size > 0 ? `${others}&` : ''}page=`
  return (page: number) => start + page
}
