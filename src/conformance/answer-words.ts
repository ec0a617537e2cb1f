import { readProblem } from '#contract/problem.ts'
import type { Answer, Reply } from './ask.ts'

export const isHtml = ({ type, text }: Answer) => /html/.test(type) || /^\s*<(!doctype|html)/i.test(text)
export const isRedirect = ({ status }: Answer) => status >= 300 && status < 400 && status !== 304
export const isSuccess = ({ status }: Answer) => status >= 200 && status < 300

/** An answer that is a success in JSON, or why it is none, to come after the operation's name. */
export function jsonOf(reply: Reply): { json: unknown; answer: Answer } | { why: string } {
  if (!reply.ok) return { why: `No answer: ${reply.why}.` }
  if (isSuccess(reply) && reply.json !== undefined && !isHtml(reply)) return { json: reply.json, answer: reply }
  return { why: `${wordsFor(reply)}.` }
}

/** What came instead of a success, such as "422: The url is required". */
export function wordsFor(answer: Answer): string {
  const { status, text, json, headers } = answer
  if (isRedirect(answer)) return `${status}, a redirect to ${headers.get('location') ?? 'nowhere'}`
  if (isHtml(answer)) return `${status} and a page (HTML) instead of JSON`
  if (text === '') return `${status} without a body`
  if (json === undefined) return `${status} and a body that is no whole JSON`
  const message = readProblem(json).message
  return message ? `${status}: ${message.replace(/\.$/, '')}` : `${status}`
}

/** Whether a person without a right key is told so: 401, 403, or the way to a page where one signs in. */
export function isKeyRefused(answer: Answer): boolean {
  return answer.status === 401 || answer.status === 403 || isRedirect(answer) || (isSuccess(answer) && isHtml(answer))
}
