import { startServer } from './static-server.ts'

/**
 * The server of this page load. Query keys and storage names contain it, so that data of two servers never mixes.
 * Switching to another server reloads the page.
 */
export const server: string =
  import.meta.env.MODE === 'static' ? startServer() : (globalThis.location?.origin ?? 'http://localhost')

/**
 * The full URL of a page, for sharing; `path` comes from `paths`. A static build adds its server, because the same path
 * on another server is another page.
 */
export function absoluteUrl(path: string): string {
  const url = new URL(path, location.href)
  if (import.meta.env.MODE === 'static') url.searchParams.set('server', server)
  return url.href
}
