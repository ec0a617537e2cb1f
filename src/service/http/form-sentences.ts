import { maxBulkIds } from '#contract/bulk.ts'
import type { FieldCode } from '#contract/error-codes.ts'
import type { FieldProblem } from '#contract/forms/form.ts'
import { maxKeyName } from '#contract/keys.ts'
import { linkKinds, linkModes, maxLinkLabel } from '#contract/links.ts'
import { orList, sentenceFor } from '#contract/query-params.ts'
import { keyRoles } from '#contract/service-info.ts'
import { maxViewName, maxViewQuery, maxViews, viewLists } from '#contract/views.ts'
import { maxPasswordLength, privacyValues } from '#contract/website.ts'

/** For developers: each names its parameter. */
type Sentence = string | ((problem: FieldProblem) => string)

/** The sentence for each field of a form, by its code where they differ. Errors list their fields in this order. */
export type Sentences = Record<string, Sentence | (Partial<Record<FieldCode, Sentence>> & { otherwise: Sentence })>

/** `name`: the wrong search parameter, or `query` for the search as a whole. */
export const brokenEncoding = (name: string) =>
  `${name === 'query' ? 'The query' : name} isn't correctly percent-encoded.`

const nameSentence = (max: number) => `name must be 1 to ${max} characters, without line breaks.`

const expirySentences: Sentences[string] = {
  otherwise: 'expires_at must be an ISO 8601 time, such as 2027-01-31T12:00:00Z.',
  in_the_past: 'expires_at must be in the future.',
}

const passwordSentence = `password must be 1 to ${maxPasswordLength} characters.`

const querySentences: Sentences[string] = {
  otherwise: `query must be a query string of at most ${maxViewQuery} characters.`,
  invalid_parameter: ({ parameter }) => sentenceFor(parameter ?? { name: 'query', allowed: 'a query string' }),
  invalid_encoding: ({ parameter }) => brokenEncoding(parameter?.name ?? 'query'),
}

const idsSentences = (max: number): Sentences => ({
  ids: {
    otherwise: 'ids must be positive whole numbers, separated by commas.',
    required: 'ids is required.',
    duplicate: 'ids must not contain duplicates.',
    too_many: `ids must contain at most ${max} IDs.`,
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
  report_id: 'report_id must be the ID of a report.',
  website_id: 'website_id must be the ID of a website.',
  list: `list must be ${orList(viewLists)}.`,
  query: querySentences,
  mode: { otherwise: `mode must be ${orList(linkModes)}.`, not_allowed: 'mode can only be frozen for a report.' },
  label: `label must be at most ${maxLinkLabel} characters, without line breaks.`,
  expires_at: expirySentences,
  password: passwordSentence,
}

export const newViewSentences: Sentences = {
  list: `list must be ${orList(viewLists)}.`,
  name: nameSentence(maxViewName),
  query: querySentences,
}

export const viewChangeSentences: Sentences = {
  name: { otherwise: nameSentence(maxViewName), one_required: 'name or query is required.' },
  query: querySentences,
}

export const websiteSentences: Sentences = {
  findable: {
    otherwise: 'findable must be 1 or 0.',
    not_allowed: 'findable can only be 1 if privacy is 0.',
  },
  privacy: {
    otherwise: `privacy must be ${orList(privacyValues)}.`,
    one_required: 'privacy or password is required.',
  },
  password: {
    otherwise: passwordSentence,
    not_allowed: 'password can only be set if privacy is 2.',
    required: "password is required, because this website doesn't have one yet.",
  },
}

export const signInSentences: Sentences = {
  token: {
    otherwise: 'token is required.',
    expired: 'This sign-in link has expired or was already used. Run "npm run sign-in" for a new one.',
  },
}

export const unlockSentences: Sentences = {
  password: { otherwise: 'password is required.', wrong_password: 'Wrong password.' },
}
