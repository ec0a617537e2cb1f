import { server } from './server.ts'

/**
 * The whole address of a page (`path` as `paths` writes it) to be passed on. A dashboard that may speak to any server names its own in
 * it: the same path on another server is another thing.
 */
export function addressOf(path: string): string {
  const url = new URL(path, location.href)
  if (import.meta.env.MODE === 'static') url.searchParams.set('server', server)
  return url.href
}
