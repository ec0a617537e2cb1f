import { readProblem } from '#contract/problem.ts'
import { isHtml, isRedirect, wordsFor } from './answer-words.ts'
import type { Answer } from './ask.ts'
import type { Verdict } from './line.ts'

/** How a server says which field is wrong. */
export function shapeOfRefusal(answer: Answer): [Verdict, string] {
  const { status, json, type } = answer
  const said = wordsFor(answer)
  if (status < 300) return ['wrong', `Taken with ${status}, where it must be refused.`]
  if (isHtml(answer) && status >= 400 && status < 500)
    return ['otherwise', `${said}: which field is wrong is not told.`]
  if (isRedirect(answer) || isHtml(answer) || status >= 500) return ['wrong', `${said}, where 422 belongs.`]
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
    `${said} (${shape}).`,
  ]
}
