import type { FastifyRequest } from 'fastify'
import type { HttpDeps } from './deps.ts'
import { originNotAllowed } from './problem.ts'

/**
 * Returns options of a route that rejects requests from pages of another origin. Browsers name the origin in headers
 * that no page can set. A client that sends neither header is not a browser and has no cookies to misuse.
 */
export const sameOriginOnly = ({ limits, publicUrl }: Pick<HttpDeps, 'limits' | 'publicUrl'>) => ({
  onRequest: async (request: FastifyRequest) => {
    if (!isSameOrigin(request, publicUrl)) throw originNotAllowed()
    await limits.countKeyless(request)
  },
})

function isSameOrigin({ headers, host }: FastifyRequest, publicUrl: string | null): boolean {
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
