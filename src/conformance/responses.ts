import type * as z from 'zod'
import { AnyReport, readResults } from '#contract/reports/any-report.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { isEmpty, lenient } from '#contract/responses/lenient.ts'
import { readProblem } from '#contract/responses/problem.ts'
import { isOwnService, ServiceInfo } from '#contract/service-info.ts'
import { maxId } from '#contract/values.ts'
import { WholeWebsite } from '#contract/websites/website.ts'
import { isHtml, isMissing, isRedirect, isSuccess, jsonOf, type Send, UnusableError, wordsFor } from './client.ts'
import type { Kind } from './document.ts'
import type { Check, Verdict } from './result.ts'

const readers = { reports: AnyReport, websites: WholeWebsite }

/** Reads a resource as the dashboard does. Throws an UnusableError. */
export function readResource<T>(reader: z.ZodType<T>, json: unknown): T {
  try {
    return readItem(reader, json) as T
  } catch {
    throw new UnusableError('The response has no ID, or no URL or domain.')
  }
}

/** Checks a single report or website, and a report's results. */
export async function checkItem(check: Check, send: Send, kind: Kind, id: number | undefined) {
  const item = await check('Operations', `GET ${kind}/{id}`, async () => {
    if (id === undefined) return ['unknown', 'There is none in the list to ask for.']
    const json = jsonOf(await send('GET', `/${kind}/${id}`))
    const read = readResource(readers[kind] as z.ZodType<AnyReport | WholeWebsite>, json)
    if (read.id !== id) return ['wrong', `Number ${id} was asked for and ${read.id} came.`]
    return ['as specified', 'data' in (json as object) ? 'In { data }.' : 'Bare, without { data }.', read]
  })
  if (!item) return
  const unknown = Object.keys(item.other)
  if (unknown.length > 0)
    await check('Values', `${kind}: other fields`, () => [
      'different',
      `${unknown.slice(0, 8).join(', ')}${unknown.length > 8 ? ' …' : ''}: shown as sent.`,
    ])
  if (!('sent' in item)) return
  const { checks, others } = readResults((item.sent as { results?: unknown }).results)
  await check('Values', 'reports: results', () => {
    if (checks.length === 0 && isEmpty(others)) return ['different', 'Missing or empty: the report shows no checks.']
    if (isEmpty(others)) return ['as specified', `${checks.length} checks.`]
    return ['different', `${checks.length} checks, and values without a result, which are shown as sent.`]
  })
}

const keylessRequests = [
  ['without a key', { key: null }],
  ['with an invalid key', { key: 'not-a-key-of-this-server' }],
  ['without a key or an Accept header', { key: null, accept: false }],
] as const

/** Checks that unknown IDs and requests without a valid key are rejected. */
export async function checkRejections(check: Check, send: Send) {
  for (const kind of ['reports', 'websites'] as const)
    await check('Error responses', `${kind}/{id} with an unknown ID`, async () => {
      const response = await send('GET', `/${kind}/${maxId}`)
      const words = wordsFor(response)
      if (isMissing(response)) return [readProblem(response.json).message ? 'as specified' : 'different', `${words}.`]
      return isRedirect(response) ? ['different', `${words}.`] : ['wrong', `${words} instead of 404.`]
    })
  for (const [name, options] of keylessRequests)
    await check('Error responses', name, async () => {
      const response = await send('GET', '/reports', options)
      const words = wordsFor(response)
      if (response.status === 401) return [isHtml(response) ? 'different' : 'as specified', `${words}.`]
      if (isSuccess(response)) return ['wrong', 'Returns the list without a valid key.']
      if (isRedirect(response) || response.status < 300) return ['different', `${words}: treated as signed out.`]
      return [response.status === 403 ? 'different' : 'wrong', `${words} instead of 401.`]
    })
}

/** How a server names the wrong field of a form. */
export async function emptyFormVerdict(send: Send): Promise<Verdict> {
  const response = await send('POST', '/reports', { form: { url: '' } })
  const { status, type } = response
  const words = wordsFor(response)
  if (status < 300) return ['wrong', `Accepted with ${status}, but must be rejected.`]
  if (isRedirect(response) || status >= 500) return ['wrong', `${words} instead of 422.`]
  if (isHtml(response)) return ['different', `${words}: doesn't name the invalid field.`]
  const { message, errors } = readProblem(response.json)
  const isObject = typeof (response.json as { message?: unknown } | undefined)?.message === 'object'
  const hasFields = Object.keys(errors).length > 0
  const shape = isObject ? 'message is an object of fields' : hasFields ? 'message and errors by field' : 'message only'
  const isSpecified = status === 422 && message !== null && hasFields && !isObject
  return [
    isSpecified ? 'as specified' : 'different',
    `${words} (${type === 'application/problem+json' ? 'problem details (RFC 9457)' : shape}).`,
  ]
}

/** The origin of a dashboard on another host. */
const otherOrigin = 'https://dashboard.example'

/** Checks that a dashboard on another host can use the server. Returns undefined if it can't. */
export const checkCors = (check: Check, send: Send) =>
  check<true>('Connection', 'requests from other origins (CORS)', async () => {
    const preflight = (path: string, method: string) =>
      send('OPTIONS', path, {
        key: null,
        headers: {
          origin: otherOrigin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization',
        },
      })
    const allows = ({ headers }: { headers: Headers }, name: string, ...wanted: string[]) => {
      const words = (headers.get(`access-control-${name}`) ?? '').toLowerCase().split(/\s*,\s*/)
      return words.includes('*') || wanted.every((word) => words.includes(word))
    }
    const read = await preflight('/reports', 'GET')
    const sent = await send('GET', '/reports', { headers: { origin: otherOrigin } })
    if (![read, sent].every((response) => allows(response, 'allow-origin', otherOrigin)))
      return ['different', 'Rejected: only a dashboard on this server or behind the gateway can use it.']
    if (read.status >= 300 || !allows(read, 'allow-headers', 'authorization'))
      return ['different', 'Access-Control-Allow-Headers must include Authorization.']
    for (const method of ['PUT', 'DELETE'])
      if (!allows(await preflight('/websites/1', method), 'allow-methods', method.toLowerCase()))
        return ['different', `Allowed, but not for ${method}.`, true]
    return [
      'as specified',
      `Allowed${allows(sent, 'expose-headers', 'retry-after', 'etag') ? '' : '; Retry-After and ETag are hidden'}.`,
      true,
    ]
  })

/** Checks which service it is. Returns its description if it is our own. */
export const checkService = (check: Check, send: Send) =>
  check<ServiceInfo>('Operations', 'GET /api/v1', async () => {
    const response = await send('GET', '')
    const info = isSuccess(response) ? lenient(ServiceInfo).safeParse(response.json).data : undefined
    return info && isOwnService(info)
      ? ['as specified', `${info.service} ${info.version ?? ''}: everything is offered.`, info]
      : ['different', 'Another server: the eight specified operations are offered.']
  })
