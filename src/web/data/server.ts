import { startServer } from './static-server.ts'

/**
 * The server this dashboard speaks to. Query keys and storage names carry it, so that two servers never mix: it stays the same as
 * long as the page does, and another one is another page.
 */
export const server: string =
  import.meta.env.MODE === 'static' ? startServer() : (globalThis.location?.origin ?? 'http://localhost')

/**
 * The whole address of a page (`path` as `paths` writes it) to be passed on. A dashboard that may speak to any server names its own in
 * it: the same path on another server is another thing.
 */
export function addressOf(path: string): string {
  const url = new URL(path, location.href)
  if (import.meta.env.MODE === 'static') url.searchParams.set('server', server)
  return url.href
}
