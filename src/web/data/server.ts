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

/** Module state: the lead of the server's clock over this machine's, in ms. */
let ahead: number | undefined

/** Sets the offset from the `Date` header of a response that has just arrived. */
export function setServerClock(header: string | null) {
  const date = Date.parse(header ?? '')
  if (date) ahead = date - Date.now()
}

/** The server's time in ms since 1970; this machine's time if the server sends no date. */
export const serverNow = () => Date.now() + (ahead ?? 0)
