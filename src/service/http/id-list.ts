import type { FastifyRequest } from 'fastify'
import { readId } from '#contract/id.ts'
import { maxId } from '#contract/list-query.ts'
import { fieldsOf } from './fields.ts'
import { unprocessable } from './problem.ts'

/** The ids in a body's field `ids`: repeated, separated by commas, or an array. Throws a 422 when they are not such, or none. */
export function idsIn(request: FastifyRequest, { max, once = false }: { max: number; once?: boolean }): number[] {
  const given = (fieldsOf(request).get('ids') ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)
  if (given.length === 0) throw wrong('ids is needed.')
  const ids = given.map(readId)
  if (ids.some((id) => id === null)) throw wrong(`ids must be whole numbers from 1 to ${maxId}, separated by commas.`)
  const different = new Set(ids as number[])
  if (once && different.size < ids.length) throw wrong('ids must name each only once.')
  if (different.size > max) throw wrong(`ids must be at most ${max}.`)
  return [...different]
}

const wrong = (sentence: string) => unprocessable({ ids: [sentence] })
