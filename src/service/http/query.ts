import type { FastifyRequest } from 'fastify'
import { readId } from '#contract/list-query.ts'
import { findBrokenEncoding, type QueryParams, readQuery, sentenceFor } from '#contract/query-params.ts'
import { brokenEncoding } from './forms.ts'
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
  if (wrong.length > 0)
    throw unprocessable(
      wrong.map((one) => ({ field: one.name, code: 'invalid_parameter', sentence: sentenceFor(one) })),
    )
  return { query, search }
}

/** Parses like URLSearchParams, which repairs a broken percent-encoding silently, but throws a 422 for one. */
export function strictSearch(raw: string): URLSearchParams {
  const broken = findBrokenEncoding(raw)
  if (broken !== null)
    throw unprocessable([{ field: broken, code: 'invalid_encoding', sentence: brokenEncoding(broken) }])
  return new URLSearchParams(raw)
}

/** The id in a path; what is no id names no resource. */
export function idIn(request: FastifyRequest): number {
  const id = readId((request.params as { id: string }).id)
  if (id === null) throw notFound()
  return id
}
