import { randomUUID } from 'node:crypto'
import Fastify, { LogController } from 'fastify'
import type { Logger } from 'pino'
import { respondToBrokenHttp, handleErrors } from '#service/http/errors.ts'
import { setCommonHeaders } from '#service/http/every-request.ts'
import { targetOf } from '#service/http/request.ts'

/** A bare HTTP server that returns our own error responses for malformed requests. */
export function createServer(trustProxy: string[] | null, log: Logger) {
  const answer = handleErrors(log)
  const app = Fastify({
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    genReqId: ({ headers }) => plainId(headers['x-request-id']) ?? randomUUID(),
    requestIdHeader: false,
    requestTimeout: 30_000,
    http: { headersTimeout: 15_000, requireHostHeader: false },
    return503OnClosing: false,
    rewriteUrl: targetOf,
    routerOptions: { querystringParser: () => ({}), maxParamLength: 100 },
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply)
      answer(error, request, reply)
    },
    clientErrorHandler: respondToBrokenHttp,
  })
  // An unknown Expect header may be ignored (RFC 9110, 10.1.1). By default, Node would send an empty 417 response.
  app.server.on('checkExpectation', app.routing)
  app.setErrorHandler(answer)
  return app
}

/** Accepts a caller's request ID if it is short and plain enough for headers and logs. */
function plainId(given: string | string[] | undefined) {
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : undefined
}
