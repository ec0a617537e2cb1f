import type * as z from 'zod'
import { AnyReport, readResults } from '#contract/reports/any-report.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { isEmpty, isFields, lenient } from '#contract/responses/lenient.ts'
import { readProblem } from '#contract/responses/problem.ts'
import { isOwnService, ServiceInfo } from '#contract/service-info.ts'
import { maxId } from '#contract/values.ts'
import { WholeWebsite } from '#contract/websites/website.ts'
import {
  type HttpResponse,
  isHtml,
  isRedirect,
  isSuccess,
  jsonOf,
  type Send,
  UnusableError,
  wordsFor,
} from './client.ts'
import type { Kind } from './document.ts'
import type { Check, Verdict } from './result.ts'

/** Reads a resource as the dashboard does. Throws an UnusableError. */
export function readResource<T>(reader: z.ZodType<T>, json: unknown): T {
  try {
    return readItem(reader, json)
  } catch {
    throw new UnusableError('The response has no ID, or no URL or domain.')
  }
}

const readers: Record<Kind, z.ZodType<AnyReport | WholeWebsite>> = { reports: AnyReport, websites: WholeWebsite }

/** Checks a single report or website, and a report's results. */
export async function checkItem(check: Check, send: Send, kind: Kind, id: number | undefined) {
  const item = await check('Operations', `GET ${kind}/{id}`, async () => {
    if (id === undefined) return ['unknown', 'There is none in the list to ask for.']
    const json = jsonOf(await send('GET', `/${kind}/${id}`))
    const read = readResource(readers[kind], json)
    if (read.id !== id) return ['wrong', `Number ${id} was asked for and ${read.id} came.`]
    return ['as specified', isFields(json) && 'data' in json ? 'In { data }.' : 'Bare, without { data }.', read]
  })
  if (!item) return
  const names = Object.keys(item.other)
  if (names.length > 0)
    await check('Values', `${kind}: other fields`, () => [
      'different',
      `${names.slice(0, 8).join(', ')}${names.length > 8 ? ' …' : ''}: shown as sent.`,
    ])
  if (!('sent' in item)) return
  const { checks, others } = readResults(Object(item.sent).results)
  await check('Values', 'reports: results', () => {
    if (!isEmpty(others))
      return ['different', `${checks.length} checks, and values without a result, which are shown as sent.`]
    if (checks.length === 0) return ['different', 'Missing or empty: the report shows no checks.']
    return ['as specified', `${checks.length} checks.`]
  })
}

const keylessRequests = [
  ['without a key', { key: null }],
  ['with an invalid key', { key: 'not-a-key-of-this-server' }],
  ['without a key or an Accept header', { key: null, headers: { accept: '*/*' } }],
] as const

/** Checks that unknown IDs and requests without a valid key are rejected. */
export async function checkRejections(check: Check, send: Send) {
  for (const kind of ['reports', 'websites'])
    await check('Error responses', `${kind}/{id} with an unknown ID`, async () =>
      rejectionVerdict(await send('GET', `/${kind}/${maxId}`), 404, (other) => other.status === 410),
    )
  for (const [name, options] of keylessRequests)
    await check('Error responses', name, async () =>
      rejectionVerdict(await send('GET', '/reports', options), 401, (other) => other.status === 403 || isHtml(other)),
    )
}

/** Redirects, and responses that `isAlike`, mean the same to the dashboard as the specified status. */
function rejectionVerdict(
  response: HttpResponse,
  status: number,
  isAlike: (response: HttpResponse) => boolean,
): Verdict {
  const words = wordsFor(response)
  if (response.status === status)
    return [readProblem(response.json).message === null ? 'different' : 'as specified', `${words}.`]
  if (isSuccess(response)) return ['wrong', `Accepted with ${response.status}, but must be rejected with ${status}.`]
  if (isRedirect(response)) return ['different', `${words}${status === 401 ? ': treated as signed out' : ''}.`]
  return [isAlike(response) ? 'different' : 'wrong', `${words} instead of ${status}.`]
}

/** Checks that a server names the wrong field of a form. */
export async function emptyFormVerdict(send: Send): Promise<Verdict> {
  const response = await send('POST', '/reports', { form: { url: '' } })
  const { status, json } = response
  const words = wordsFor(response)
  if (status < 300) return ['wrong', `Accepted with ${status}, but must be rejected.`]
  if (isRedirect(response) || status >= 500) return ['wrong', `${words} instead of 422.`]
  if (isHtml(response)) return ['different', `${words}: doesn't name the invalid field.`]
  const { message, errors } = readProblem(json)
  const isObject = isFields(json) && isFields(json['message'])
  const hasFields = Object.keys(errors).length > 0
  const shape = isObject ? 'message is an object of fields' : hasFields ? 'message and errors by field' : 'message only'
  const isSpecified = status === 422 && message !== null && hasFields && !isObject
  return [
    isSpecified ? 'as specified' : 'different',
    `${words} (${response.type === 'application/problem+json' ? 'problem details (RFC 9457)' : shape}).`,
  ]
}

/** Checks that a dashboard on another host can use the server. */
export async function corsVerdict(send: Send): Promise<Verdict> {
  const allows = ({ headers }: HttpResponse, name: string, ...wanted: string[]) => {
    const words = (headers.get(`access-control-${name}`) ?? '')
      .toLowerCase()
      .split(',')
      .map((word) => word.trim())
    return words.includes('*') || wanted.every((word) => words.includes(word))
  }
  const origin = 'https://dashboard.example'
  const sent = await send('GET', '/reports', { headers: { origin } })
  for (const [method, path] of [
    ['GET', '/reports'],
    ['PUT', '/websites/1'],
    ['DELETE', '/websites/1'],
  ] as const) {
    const asked = { 'access-control-request-method': method, 'access-control-request-headers': 'authorization' }
    const preflight = await send('OPTIONS', path, { key: null, headers: { origin, ...asked } })
    if (!allows(preflight, 'allow-origin', origin) || !allows(sent, 'allow-origin', origin))
      return ['different', 'Rejected: only a dashboard on this server or behind the gateway can use it.']
    if (preflight.status >= 300 || !allows(preflight, 'allow-headers', 'authorization'))
      return ['different', 'Access-Control-Allow-Headers must include Authorization.']
    if (method !== 'GET' && !allows(preflight, 'allow-methods', method.toLowerCase()))
      return ['different', `Allowed, but not for ${method}.`]
  }
  const hides = allows(sent, 'expose-headers', 'retry-after', 'etag') ? '' : '; Retry-After and ETag are hidden'
  return ['as specified', `Allowed${hides}.`]
}

/** Checks which service it is. The value is its description if it is our own. */
export async function serviceVerdict(send: Send): Promise<Verdict<ServiceInfo>> {
  const response = await send('GET', '')
  const info = isSuccess(response) ? lenient(ServiceInfo).safeParse(response.json).data : undefined
  return info && isOwnService(info)
    ? ['as specified', `${info.service} ${info.version ?? ''}: everything is offered.`, info]
    : ['different', 'Another server: the eight specified operations are offered.']
}
