import type { FastifyRequest } from 'fastify'
import type { ListEnvelope } from '#contract/envelope.ts'
import { findBrokenEncoding, type QueryParams, readQuery, sentenceFor } from '#contract/query-params.ts'
import type { ListResult } from '#service/store/lists/list.ts'
import { brokenEncoding } from './form-sentences.ts'
import { unprocessable } from './problem.ts'
import { originOf } from './request.ts'

/** Reads a list's parameters. Throws a 422 with a sentence for every invalid one. */
export function readListQuery<Query extends object>(params: QueryParams<Query>, request: FastifyRequest) {
  const search = readSearch(request)
  const { query, wrong } = readQuery(params, search)
  if (wrong.length > 0)
    throw unprocessable(
      wrong.map((one) => ({ field: one.name, code: 'invalid_parameter', sentence: sentenceFor(one) })),
    )
  return { query, search }
}

/** Parses a request's query like URLSearchParams, but throws a 422 for a broken percent-encoding. */
export function readSearch({ raw: { url = '' } }: FastifyRequest): URLSearchParams {
  const queryStart = url.indexOf('?')
  const query = queryStart < 0 ? '' : url.slice(queryStart + 1)
  const broken = findBrokenEncoding(query)
  if (broken !== null)
    throw unprocessable([{ field: broken, code: 'invalid_encoding', sentence: brokenEncoding(broken) }])
  return new URLSearchParams(query)
}

type Paging = { page: number; per_page: number }

/**
 * Returns the envelope of one page. Links are absolute and keep all other parameters as sent. A search with too many
 * matches to count has no last page.
 */
export function listResponse<Row>(
  request: FastifyRequest,
  publicUrl: string | null,
  { page, per_page }: Paging,
  search: URLSearchParams,
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

/** Returns the route's path, so that links are the same however a request spelled its path. */
function routePath({ routeOptions, params }: FastifyRequest) {
  const values = params as Record<string, string>
  return (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

function linkTo(path: string, search: URLSearchParams) {
  const others = new URLSearchParams(search)
  others.delete('page')
  const start = `${path}?${others.size > 0 ? `${others}&` : ''}page=`
  return (page: number) => start + page
}
