import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Author, authorOf, isSignedIn } from '#service/access/policy.ts'

/** Returns a request's path as the router reads it: without the origin of an absolute URL, needless escapes decoded. */
export function pathOf({ raw: { url = '/' } }: FastifyRequest): string {
  const queryStart = url.indexOf('?')
  const path = queryStart < 0 ? url : url.slice(0, queryStart)
  if (path.startsWith('/') && !path.includes('%')) return path
  const withoutOrigin = path.replace(/^https?:\/\/[^/]*/i, '')
  return decoded(withoutOrigin) ?? withoutOrigin
}

/** Returns true if a path, escaped or not, belongs to the API, which responds with JSON only. */
export const isApi = (path: string) => /^\/+api(\/|%2f|$)/i.test(path)

const afterLink =
  /^((?:\/|%2f)+(?:s|api(?:\/|%2f)+v1(?:\/|%2f)+shared(?:\/|%2f)+links|previews(?:\/|%2f)+links);?(?:\/|%2f)+)(.+)$/is
const withinLink = /^[^/]+(\/(?:reports(?:\/\d{1,16})?|websites|document|unlock|forget))$/
/** Text as long as a token or a key. No path of our own has such a part. */
const secretLike = /[\w-]{32,}/g
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const afterSignIn = /^(\/+sign-in)[^/].*$/is

/**
 * Returns a path for the log, without the token of a share link or of a sign-in link whose number sign was escaped.
 * Only known words after a token are kept, because a malformed URL can have its token anywhere.
 */
export const loggedPath = (path: string) =>
  path
    .replace(afterLink, (_, start: string, rest: string) => `${start}[redacted]${withinLink.exec(rest)?.[1] ?? ''}`)
    .replace(afterSignIn, '$1[redacted]')
    .replace(secretLike, (text) => (uuid.test(text) ? text : '[redacted]'))

/**
 * Returns the URL for the router. It has no route for broken escapes, so outside the API they are escaped once more.
 */
export function routerUrlOf({ url = '/' }: IncomingMessage): string {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('%') || decoded(path) !== null || isApi(path.replace(/^https?:\/\/[^/]*/i, ''))) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

/** Returns null for a path with broken escapes. */
function decoded(path: string): string | null {
  try {
    return decodeURI(path)
  } catch {
    return null
  }
}

const plainHost = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i

/**
 * Returns the start of this service's URLs, without a slash at the end: as configured, which can have a path, else the
 * origin that the request names.
 */
export function originOf(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl
  const host = plainHost.test(request.host) ? request.host : localAddress(request)
  return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`
}

function localAddress({ socket }: FastifyRequest) {
  const { localAddress: address = '127.0.0.1', localPort: port = 80 } = socket
  return `${address.includes(':') ? `[${address}]` : address}:${port}`
}

/**
 * Returns true if a request is not from a page of another origin. Browsers name the origin in headers that no page can
 * set. A client that sends neither header is not a browser and has no cookies to misuse.
 */
export function isSameOrigin({ headers, host }: FastifyRequest, publicUrl: string | null): boolean {
  const { 'sec-fetch-site': site, origin } = headers
  if (site !== undefined) return site === 'same-origin'
  return origin === undefined || isOwnOrigin(origin, host, publicUrl)
}

/** Compares the host only, because a proxy may have removed TLS. */
function isOwnOrigin(origin: string, host: string, publicUrl: string | null) {
  const originHost = URL.parse(origin)?.host
  return (
    originHost !== undefined &&
    originHost !== '' &&
    (originHost === host.toLowerCase() || (publicUrl !== null && originHost === new URL(publicUrl).host))
  )
}

/** Returns true if a request names our own origin, as browsers do with each write. */
export const hasOwnOrigin = (request: FastifyRequest, publicUrl: string | null): boolean =>
  request.headers.origin?.toLowerCase() === new URL(originOf(request, publicUrl)).origin

/** Returns who sends a request: the person or the service key. Both texts are empty for a visitor. */
export const senderOf = ({ reader }: FastifyRequest): Author =>
  isSignedIn(reader) ? authorOf(reader) : { author_id: '', author_name: '' }

/** Returns the ID of the key that sent the request; null without a key. */
export const keyIdOrNull = ({ reader }: FastifyRequest) => (reader.kind === 'key' ? reader.key.id : null)

/** Returns true if a request prefers a response before the work is done (RFC 7240). */
export const prefersAsync = ({ headers: { prefer = [] } }: FastifyRequest) =>
  [prefer]
    .flat()
    .join(',')
    .split(',')
    .some((preference) => /^\s*respond-async\s*(;|$)/i.test(preference))

/** Returns true if a request accepts server-sent events instead of one JSON response. */
export const acceptsEvents = ({ headers: { accept = '' } }: FastifyRequest) => /\btext\/event-stream\b/i.test(accept)

/**
 * Evaluates If-Match (RFC 9110, 13.1.1). Unlike the RFC, a weak tag matches too: ours name a version, and a proxy that
 * compresses responses makes them weak.
 */
export const isMatch = (ifMatch: string | undefined, tag: string) => ifMatch === undefined || hasTag(ifMatch, tag)

/** Evaluates If-None-Match. */
export const isNotModified = (ifNoneMatch: string | undefined, tag: string) =>
  ifNoneMatch !== undefined && hasTag(ifNoneMatch, tag)

const hasTag = (list: string, tag: string) =>
  list.split(',').some((candidate) => candidate.trim() === '*' || withoutWeak(candidate.trim()) === withoutWeak(tag))
const withoutWeak = (tag: string) => tag.replace(/^W\//, '')

/** Returns a signal that aborts when the client closes the connection before the response is complete. */
export function clientClosed({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (raw.closed) controller.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
