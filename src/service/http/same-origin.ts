import type { FastifyRequest } from 'fastify'
import type { HttpDeps } from './deps.ts'
import { originNotAllowed } from './problem.ts'
import { isSameOrigin } from './request.ts'

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
