import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { unsupportedMediaType } from '#service/http/problem.ts'
import { acceptsEvents } from '#service/http/request.ts'
import type { Upstream } from './upstream.ts'

const userAgent = 'SEO-Reports/0.1 (gateway)'

const forwardedRequestHeaders = [
  'authorization',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'prefer',
  'accept-encoding',
  // Marks requests that other websites start. `Origin` would name the gateway.
  'sec-fetch-site',
] as const

/**
 * A POST accepts events too if its caller does: the stages of an analysis take no longer than its JSON. JSON comes
 * first, because some servers only read the first type.
 */
const acceptedOf = (request: FastifyRequest) =>
  request.method === 'POST' && acceptsEvents(request) ? 'application/json, text/event-stream' : 'application/json'

/** Returns the body to forward, or undefined for methods that have none. */
export function requestBodyOf({ method, body }: FastifyRequest): Buffer | undefined {
  return method === 'POST' || method === 'PUT' ? ((body as Buffer | undefined) ?? Buffer.alloc(0)) : undefined
}

/**
 * Returns all headers that upstream receives. Servers of this API redirect a caller without `Accept: application/json`
 * to a login page, and expect no Accept header with DELETE.
 */
export function requestHeadersFor(
  request: FastifyRequest,
  host: string,
  body: Buffer | undefined,
): Record<string, string> {
  const { id, ip, method, headers } = request
  const sent: Record<string, string> = { Host: host, 'User-Agent': userAgent, 'X-Request-Id': id }
  // Upstream counts by it if it trusts the gateway. The caller's own value is not forwarded.
  if (isIP(ip)) sent['X-Forwarded-For'] = ip
  if (headers.accept !== undefined && method !== 'DELETE') sent['Accept'] = acceptedOf(request)
  for (const name of forwardedRequestHeaders) {
    const value = headers[name]
    if (typeof value === 'string') sent[name] = value
  }
  if (!body) return sent
  const coding = headers['content-encoding']
  if (body.length > 0 && coding !== undefined && coding !== 'identity') throw unsupportedMediaType()
  sent['Content-Length'] = String(body.length)
  if (body.length > 0 && headers['content-type'] !== undefined) sent['Content-Type'] = headers['content-type']
  return sent
}

const forwardedResponseHeaders = [
  'age',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'date',
  'deprecation',
  'etag',
  'expires',
  'last-modified',
  'preference-applied',
  'restorable-until',
  'retry-after',
  'sunset',
  'vary',
  // Without it, a proxy in front would hold back the stages of an analysis until it ends.
  'x-accel-buffering',
  'x-total-count',
]

/** Content types that a browser neither runs nor shows as a page. */
const inertType =
  /^(application\/([\w.-]+\+)?json|application\/x-ndjson|text\/(plain|csv|event-stream)|image\/(png|jpeg|webp))$/
const writableValue = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * Returns the upstream headers that the caller receives. Cookies are dropped. Any content type that a browser could run
 * or show as a page becomes text/plain. An authentication challenge becomes `Bearer`, so that no browser opens a
 * sign-in dialog for this origin.
 * @param origin the origin of this gateway
 */
export function responseHeadersFor(
  headers: IncomingHttpHeaders,
  upstream: Upstream,
  origin: string,
): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const isForwarded = forwardedResponseHeaders.includes(name) || name.startsWith('ratelimit')
    if (isForwarded && typeof value === 'string' && writableValue.test(value)) kept[name] = value
  }
  const type = safeContentType(headers['content-type'])
  if (type) kept['content-type'] = type
  const location = ownLocation(headers.location, upstream, origin)
  if (location) kept['location'] = location
  const challenge = headers['www-authenticate']
  if (challenge !== undefined)
    kept['www-authenticate'] = /^bearer\b/i.test(challenge) && writableValue.test(challenge) ? challenge : 'Bearer'
  return kept
}

function safeContentType(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const [type = ''] = given.toLowerCase().split(';', 1)
  const [, charset = 'utf-8'] = /;\s*charset="?([\w-]{1,40})"?/i.exec(given) ?? []
  return inertType.test(type.trim()) && writableValue.test(given) ? given : `text/plain; charset=${charset}`
}

/** Rewrites a URL of the upstream API to the same one on this origin. Returns undefined for any other URL. */
function ownLocation(given: string | undefined, { target, prefix }: Upstream, origin: string): string | undefined {
  const url = given === undefined ? null : URL.parse(given, `${target.url.origin}${prefix}/api/v1/`)
  const isInApi = url?.origin === target.url.origin && url.pathname.startsWith(`${prefix}/api/v1/`)
  return isInApi ? origin + url.pathname.slice(prefix.length) + url.search : undefined
}
