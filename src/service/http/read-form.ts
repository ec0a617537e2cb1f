import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { type FieldProblem, readForm } from '#contract/forms/form.ts'
import { fieldsOf } from './body.ts'
import type { Sentences } from './form-sentences.ts'
import { type InvalidField, unprocessable } from './problem.ts'

/** Reads the body of `request` by the schema `form`. Throws a 422 that names every wrong field. */
export function readBody<T extends z.ZodMiniType>(request: FastifyRequest, form: T, sentences: Sentences): z.output<T> {
  const { values, problems } = readForm(form, Object.fromEntries(fieldsOf(request)))
  if (problems.length > 0) throw refuseFields(sentences, problems)
  return values as z.output<T>
}

/** A 422 for problems of a form, also for those found after it was read. */
export function refuseFields(sentences: Sentences, problems: readonly FieldProblem[]) {
  const order = Object.keys(sentences)
  const sorted = problems.toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field))
  return unprocessable(sorted.map((problem) => describe(sentences, problem)))
}

function describe(sentences: Sentences, problem: FieldProblem): InvalidField {
  const { field, code } = problem
  const entry = sentences[field] ?? `${field} is invalid.`
  const sentence = typeof entry === 'object' ? (entry[code] ?? entry.otherwise) : entry
  return { field, code, sentence: typeof sentence === 'string' ? sentence : sentence(problem) }
}
