import { startServer } from './static-server.ts'

/**
 * The server this dashboard speaks to. Query keys and storage names carry it, so that two servers never mix: it stays the same as
 * long as the page does, and another one is another page.
 */
export const server: string =
  import.meta.env.MODE === 'static' ? startServer() : (globalThis.location?.origin ?? 'http://localhost')
