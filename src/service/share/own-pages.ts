import type { FastifyRequest } from 'fastify'
import { Problem } from '#service/http/problem.ts'

/**
 * Refuses what a page of another origin sent. Browsers say where a request comes from in headers that no page can set;
 * whoever sends neither is no browser, and has no cookies to be misused.
 */
export function fromOwnPagesAlone({ headers, host }: FastifyRequest, publicUrl: string | null): void {
  const { 'sec-fetch-site': site, origin } = headers
  const isOwn =
    site === undefined ? origin === undefined || isOwnOrigin(origin, host, publicUrl) : site === 'same-origin'
  if (!isOwn) throw new Problem(403, 'Only our own pages may do this.')
}

/** The host is compared alone: a proxy in between may have taken TLS off. */
function isOwnOrigin(origin: string, host: string, publicUrl: string | null) {
  const from = URL.parse(origin)?.host
  return (
    from !== undefined &&
    from !== '' &&
    (from === host.toLowerCase() || (publicUrl !== null && from === new URL(publicUrl).host))
  )
}
