import type { FastifyRequest } from 'fastify'
import { readId } from '#contract/id.ts'
import { type QueryParams, readQuery, sentenceFor } from '#contract/query-params.ts'
import { percentDecode } from './fields.ts'
import { notFound, unprocessable } from './problem.ts'

/** The raw query of a request, after the question mark. */
export function rawQuery({ raw: { url = '' } }: FastifyRequest) {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

/** Reads a list's parameters, or throws a 422 with a sentence for every wrong one. */
export function readListQuery<Query extends object>(params: QueryParams<Query>, request: FastifyRequest) {
  const search = strictSearch(rawQuery(request))
  const { query, wrong } = readQuery(params, search)
  if (wrong.length > 0) throw unprocessable(Object.fromEntries(wrong.map((one) => [one.name, [sentenceFor(one)]])))
  return { query, search }
}

/** Like URLSearchParams, which repairs silently, but a broken percent-encoding is refused. */
export function strictSearch(raw: string): URLSearchParams {
  if (!raw.includes('%')) return new URLSearchParams(raw)
  for (const pair of raw.split('&')) {
    const [name = '', ...value] = pair.split('=')
    if (percentDecode(pair) !== undefined) continue
    const known = (value.length > 0 && percentDecode(name)) || 'query'
    throw unprocessable({ [known]: [`${known === 'query' ? 'The query' : known} is not correctly percent-encoded.`] })
  }
  return new URLSearchParams(raw)
}

/** The id in a path; what is no id names no resource. */
export function idIn(request: FastifyRequest): number {
  const id = readId((request.params as { id: string }).id)
  if (id === null) throw notFound()
  return id
}
