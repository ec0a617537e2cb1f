import { maxId } from '#contract/list-query.ts'
import { readProblem } from '#contract/problem.ts'
import { type HttpResponse, isHtml, isRedirect, isSuccess, type RequestOptions, wordsFor } from './client.ts'
import type { Verdict } from './findings.ts'
import type { Context, ListKind } from './list-page.ts'

const keylessRequests: [name: string, options: RequestOptions][] = [
  ['without a key', { key: null }],
  ['with a key that is none', { key: 'not-a-key-of-this-server' }],
  ['without a key, Accept left open', { key: null, accept: false }],
]

/** Checks that requests without a valid key are rejected, whatever they accept. */
export async function checkKeyRefusals({ send, add }: Context) {
  for (const [name, options] of keylessRequests) {
    const reply = await send('GET', '/reports', options)
    if (!reply.ok) {
      add('Refusals', name, 'wrong', `No answer: ${reply.why}.`)
      continue
    }
    const words = wordsFor(reply)
    const verdict = (): [Verdict, string] => {
      if (reply.status === 401) return [isHtml(reply) ? 'otherwise' : 'as specified', `${words}.`]
      if (isRedirect(reply) || (isSuccess(reply) && isHtml(reply)))
        return ['otherwise', `${words}: taken as signed out.`]
      if (isSuccess(reply)) return ['wrong', 'The list is answered all the same: it should take a key.']
      return [reply.status === 403 ? 'otherwise' : 'wrong', `${words}, where 401 belongs.`]
    }
    add('Refusals', name, ...verdict())
  }
}

/** Checks that an unknown id is reported as not found. */
export async function checkMissing({ send, add }: Context, kind: ListKind['name']) {
  const name = `${kind}/{id} of none`
  const reply = await send('GET', `/${kind}/${maxId}`)
  if (!reply.ok) return add('Refusals', name, 'wrong', `No answer: ${reply.why}.`)
  const words = wordsFor(reply)
  if (reply.status === 404 || reply.status === 410)
    return add('Refusals', name, readProblem(reply.json).message ? 'as specified' : 'otherwise', `${words}.`)
  if (isRedirect(reply)) return add('Refusals', name, 'otherwise', `${words}.`)
  return add('Refusals', name, 'wrong', `${words}, where 404 belongs.`)
}

/** Checks that a list rejects a value that the specification does not allow. */
export async function checkInvalidParameter({ send, add }: Context, { name }: Pick<ListKind, 'name'>) {
  const label = `${name}: a value that is not allowed`
  const reply = await send('GET', `/${name}`, { search: { sort_by: 'no-such-field' } })
  if (!reply.ok) return add('Lists', label, 'wrong', `No answer: ${reply.why}.`)
  if (reply.status >= 400 && reply.status < 500)
    return add('Lists', label, 'as specified', `Refused with ${reply.status}.`)
  if (reply.status < 300) return add('Lists', label, 'otherwise', 'Taken, and replaced without a word.')
  return add('Lists', label, 'wrong', `Answered with ${reply.status}.`)
}

/** Checks that a form without its required field is rejected. */
export async function checkEmptyForm({ send, add }: Context) {
  const reply = await send('POST', '/reports', { form: { url: '' } })
  const name = 'POST reports without a url'
  if (!reply.ok) return add('Refusals', name, 'wrong', `No answer: ${reply.why}.`)
  add('Refusals', name, ...fieldErrorsOf(reply))
}

/** Judges how a response names the wrong field. */
function fieldErrorsOf(response: HttpResponse): [Verdict, string] {
  const { status, json, type } = response
  const words = wordsFor(response)
  if (status < 300) return ['wrong', `Taken with ${status}, where it must be refused.`]
  if (isHtml(response) && status >= 400 && status < 500)
    return ['otherwise', `${words}: which field is wrong is not told.`]
  if (isRedirect(response) || isHtml(response) || status >= 500) return ['wrong', `${words}, where 422 belongs.`]
  const { message, errors } = readProblem(json)
  const isObject = typeof (json as { message?: unknown } | undefined)?.message === 'object'
  const shape =
    type === 'application/problem+json'
      ? 'problem details (RFC 9457)'
      : isObject
        ? 'message as an object of fields'
        : Object.keys(errors).length > 0
          ? 'message and errors by field'
          : 'a message alone'
  return [
    status === 422 && (message || isObject)
      ? Object.keys(errors).length > 0 && !isObject
        ? 'as specified'
        : 'otherwise'
      : 'otherwise',
    `${words} (${shape}).`,
  ]
}
