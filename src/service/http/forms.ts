import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { maxBulkIds } from '#contract/bulk.ts'
import type { FieldCode } from '#contract/error-codes.ts'
import { type FieldProblem, readForm } from '#contract/forms/form.ts'
import { maxKeyName } from '#contract/keys.ts'
import { linkKinds, linkModes, maxLinkLabel } from '#contract/links.ts'
import { orList, sentenceFor } from '#contract/query-params.ts'
import { keyRoles } from '#contract/service-info.ts'
import { maxViewName, maxViewQuery, maxViews, viewLists } from '#contract/views.ts'
import { maxPasswordLength, privacyValues } from '#contract/website.ts'
import { fieldsOf } from './body.ts'
import { type InvalidField, unprocessable } from './problem.ts'

type Sentence = string | ((problem: FieldProblem) => string)

/** The sentence for each field of a form, by its code where they differ. Errors list their fields in this order. */
export type Sentences = Record<string, Sentence | (Partial<Record<FieldCode, Sentence>> & { otherwise: Sentence })>

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
  const entry = sentences[field] ?? `${field} is not right.`
  const sentence = typeof entry === 'object' ? (entry[code] ?? entry.otherwise) : entry
  return { field, code, sentence: typeof sentence === 'string' ? sentence : sentence(problem) }
}

const nameSentence = (max: number) => `name must be text of 1 to ${max} characters, in one line.`

const expirySentences: Sentences[string] = {
  otherwise: 'expires_at must be a time such as 2027-01-31T12:00:00Z.',
  in_the_past: 'expires_at must lie in the future.',
}

const passwordSentence = `password must be text of 1 to ${maxPasswordLength} characters.`

const querySentences: Sentences[string] = {
  otherwise: `query must be search parameters of at most ${maxViewQuery} characters.`,
  invalid_parameter: ({ parameter }) => sentenceFor(parameter ?? { name: 'query', allowed: 'search parameters' }),
  invalid_encoding: ({ parameter }) => brokenEncoding(parameter?.name ?? 'query'),
}

/** `name`: the wrong search parameter, or `query` for the search as a whole. */
export const brokenEncoding = (name: string) =>
  `${name === 'query' ? 'The query' : name} is not correctly percent-encoded.`

const idsSentences = (max: number): Sentences => ({
  ids: {
    otherwise: 'ids must be positive whole numbers, separated by commas.',
    required: 'ids is needed.',
    duplicate: 'ids must name each only once.',
    too_many: `ids must be at most ${max}.`,
  },
})

export const bulkDeleteSentences = idsSentences(maxBulkIds)
export const viewOrderSentences = idsSentences(maxViews)

export const newKeySentences: Sentences = {
  name: nameSentence(maxKeyName),
  role: `role must be ${orList(keyRoles)}.`,
  expires_at: expirySentences,
}

export const newLinkSentences: Sentences = {
  kind: `kind must be ${orList(linkKinds)}.`,
  report_id: 'report_id must be the number of a report.',
  website_id: 'website_id must be the number of a website.',
  list: `list must be ${orList(viewLists)}.`,
  query: querySentences,
  mode: { otherwise: `mode must be ${orList(linkModes)}.`, not_allowed: 'mode can be frozen for a report alone.' },
  label: `label must be text of at most ${maxLinkLabel} characters, in one line.`,
  expires_at: expirySentences,
  password: passwordSentence,
}

export const newViewSentences: Sentences = {
  list: `list must be ${orList(viewLists)}.`,
  name: nameSentence(maxViewName),
  query: querySentences,
}

export const viewChangeSentences: Sentences = {
  name: { otherwise: nameSentence(maxViewName), one_required: 'name or query is needed.' },
  query: querySentences,
}

export const websiteSentences: Sentences = {
  findable: {
    otherwise: 'findable must be 1 or 0.',
    not_allowed: 'findable can only be 1 while the privacy is 0.',
  },
  privacy: {
    otherwise: `privacy must be ${orList(privacyValues)}.`,
    one_required: 'privacy or password is needed.',
  },
  password: {
    otherwise: passwordSentence,
    not_allowed: 'password can only be set together with privacy 2, or while the privacy is 2.',
    required: 'password is needed: this website has none yet.',
  },
}

export const signInSentences: Sentences = {
  token: {
    otherwise: 'token is needed.',
    expired: 'This sign-in link was used before or has run out. Run "npm run sign-in" for a new one.',
  },
}

export const unlockSentences: Sentences = {
  password: { otherwise: 'A password is needed.', wrong_password: 'This is not the password.' },
}
