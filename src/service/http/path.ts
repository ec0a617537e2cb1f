import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** A request's path as the router reads it: without an absolute target's origin, needless escapes undone. */
export function pathOf({ raw: { url = '/' } }: FastifyRequest): string {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  if (path.startsWith('/') && !path.includes('%')) return path
  const bare = path.replace(/^https?:\/\/[^/]*/i, '')
  return unescaped(bare) ?? bare
}

/** Whether nothing but JSON is answered there, however the path is spelled. */
export const isApi = (path: string) => /^\/+api(\/|%2f|$)/i.test(path)

const afterLink =
  /^((?:\/|%2f)+(?:s|api(?:\/|%2f)+v1(?:\/|%2f)+shared(?:\/|%2f)+links|previews(?:\/|%2f)+links);?(?:\/|%2f)+)(.+)$/is
const withinLink = /^[^/]+(\/(?:reports(?:\/\d{1,16})?|websites|unlock|forget))$/
/** As long as a token or a key, and nothing that our own addresses hold. */
const secretLike = /[\w-]{32,}/g
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const afterSignIn = /^(\/+sign-in)[^/].*$/is

/**
 * A path as it is logged: without the token of a governed link, which opens it to whoever reads it, or of a sign-in link
 * whose number sign was escaped on the way. Of what follows only known words are kept, for an address that was mangled may
 * hold its token anywhere.
 */
export const loggedPath = (path: string) =>
  path
    .replace(afterLink, (_, start: string, rest: string) => `${start}[redacted]${withinLink.exec(rest)?.[1] ?? ''}`)
    .replace(afterSignIn, '$1[redacted]')
    .replace(secretLike, (text) => (uuid.test(text) ? text : '[redacted]'))

/** What a request asks for, to be routed by. Broken escapes have no route: outside the API they stand for themselves. */
export function targetOf({ url = '/' }: IncomingMessage): string {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('%') || unescaped(path) !== null || isApi(path.replace(/^https?:\/\/[^/]*/i, ''))) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

/** Null for a path with broken escapes. */
function unescaped(path: string): string | null {
  try {
    return decodeURI(path)
  } catch {
    return null
  }
}
