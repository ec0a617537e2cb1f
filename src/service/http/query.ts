import type { FastifyRequest } from 'fastify'
import { findBrokenEncoding } from '#contract/format/percent-encoding.ts'
import { type QueryParams, readQuery, sentenceFor } from '#contract/lists/query-params.ts'
import { brokenEncoding } from './form-sentences.ts'
import { unprocessable } from './problem.ts'

/** Reads the query of a request. Throws a 422 with a sentence for every invalid parameter. */
export function readRequestQuery<Query extends object>(params: QueryParams<Query>, request: FastifyRequest) {
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
