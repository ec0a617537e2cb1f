import type { FastifyRequest } from 'fastify'

/** A request's path as the router reads it: without an absolute target's origin, needless escapes undone. */
export function pathOf({ raw: { url = '/' } }: FastifyRequest): string {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  if (path.startsWith('/') && !path.includes('%')) return path
  return unescaped(path.replace(/^https?:\/\/[^/]*/i, ''))
}

/** Whether nothing but JSON is answered there, however the path is spelled. */
export const isApi = (path: string) => /^\/+api(\/|%2f|$)/i.test(path)

/** A path with broken escapes stays as it is. */
function unescaped(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
