import { maxId } from '#contract/lists/list-query.ts'
import { readProblem } from '#contract/responses/problem.ts'
import { type HttpResponse, isHtml, isRedirect, isSuccess, type RequestOptions, wordsFor } from './client.ts'
import type { Context, ListKind } from './list-page.ts'
import type { Outcome } from './result.ts'

const keylessRequests: [name: string, options: RequestOptions][] = [
  ['without a key', { key: null }],
  ['with an invalid key', { key: 'not-a-key-of-this-server' }],
  ['without a key or an Accept header', { key: null, accept: false }],
]

/** Checks that requests without a valid key are rejected, whatever they accept. */
export async function checkKeyRefusals({ send, add }: Context) {
  for (const [name, options] of keylessRequests) {
    const reply = await send('GET', '/reports', options)
    if (!reply.ok) {
      add('Error responses', name, 'wrong', `No response: ${reply.why}.`)
      continue
    }
    const words = wordsFor(reply)
    const outcome = (): [Outcome, string] => {
      if (reply.status === 401) return [isHtml(reply) ? 'different' : 'as specified', `${words}.`]
      if (isRedirect(reply) || (isSuccess(reply) && isHtml(reply)))
        return ['different', `${words}: treated as signed out.`]
      if (isSuccess(reply)) return ['wrong', 'Returns the list without a valid key.']
      return [reply.status === 403 ? 'different' : 'wrong', `${words} instead of 401.`]
    }
    add('Error responses', name, ...outcome())
  }
}

/** Checks that an unknown id is reported as not found. */
export async function checkMissing({ send, add }: Context, kind: ListKind['name']) {
  const name = `${kind}/{id} with an unknown ID`
  const reply = await send('GET', `/${kind}/${maxId}`)
  if (!reply.ok) return add('Error responses', name, 'wrong', `No response: ${reply.why}.`)
  const words = wordsFor(reply)
  if (reply.status === 404 || reply.status === 410)
    return add('Error responses', name, readProblem(reply.json).message ? 'as specified' : 'different', `${words}.`)
  if (isRedirect(reply)) return add('Error responses', name, 'different', `${words}.`)
  return add('Error responses', name, 'wrong', `${words} instead of 404.`)
}

/** Checks that a list rejects a value that the specification does not allow. */
export async function checkInvalidParameter({ send, add }: Context, { name }: Pick<ListKind, 'name'>) {
  const label = `${name}: invalid value`
  const reply = await send('GET', `/${name}`, { search: { sort_by: 'no-such-field' } })
  if (!reply.ok) return add('Lists', label, 'wrong', `No response: ${reply.why}.`)
  if (reply.status >= 400 && reply.status < 500)
    return add('Lists', label, 'as specified', `Rejected with ${reply.status}.`)
  if (reply.status < 300) return add('Lists', label, 'different', 'Silently replaced.')
  return add('Lists', label, 'wrong', `Returned ${reply.status}.`)
}

/** Checks that a form without its required field is rejected. */
export async function checkEmptyForm({ send, add }: Context) {
  const reply = await send('POST', '/reports', { form: { url: '' } })
  const name = 'POST reports without a url'
  if (!reply.ok) return add('Error responses', name, 'wrong', `No response: ${reply.why}.`)
  add('Error responses', name, ...fieldErrorsOf(reply))
}

/** Evaluates how a response names the wrong field. */
function fieldErrorsOf(response: HttpResponse): [Outcome, string] {
  const { status, json, type } = response
  const words = wordsFor(response)
  if (status < 300) return ['wrong', `Accepted with ${status}, but must be rejected.`]
  if (isHtml(response) && status >= 400 && status < 500)
    return ['different', `${words}: doesn't name the invalid field.`]
  if (isRedirect(response) || isHtml(response) || status >= 500) return ['wrong', `${words} instead of 422.`]
  const { message, errors } = readProblem(json)
  const isObject = typeof (json as { message?: unknown } | undefined)?.message === 'object'
  const shape =
    type === 'application/problem+json'
      ? 'problem details (RFC 9457)'
      : isObject
        ? 'message is an object of fields'
        : Object.keys(errors).length > 0
          ? 'message and errors by field'
          : 'message only'
  return [
    status === 422 && (message || isObject)
      ? Object.keys(errors).length > 0 && !isObject
        ? 'as specified'
        : 'different'
      : 'different',
    `${words} (${shape}).`,
  ]
}
