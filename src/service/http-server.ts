import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { maxBodyBytes } from '#service/http/body.ts'
import { respondToBrokenHttp, handleErrors } from '#service/http/errors.ts'
import { setCommonHeaders } from '#service/http/every-request.ts'
import { routerUrlOf } from '#service/http/request.ts'
import { type Config, originOn } from './config.ts'
import { StartError } from './start-error.ts'

/** A bare HTTP server that returns our own error responses for malformed requests. */
export function createHttpServer(trustProxy: string[] | null, log: Logger) {
  const sendError = handleErrors(log)
  const app = Fastify({
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    genReqId: ({ headers }) => plainId(headers['x-request-id']) ?? randomUUID(),
    requestIdHeader: false,
    requestTimeout: 30_000,
    bodyLimit: maxBodyBytes,
    http: { headersTimeout: 15_000, requireHostHeader: false },
    return503OnClosing: false,
    rewriteUrl: routerUrlOf,
    routerOptions: { querystringParser: () => ({}), maxParamLength: 100 },
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply)
      sendError(error, request, reply)
    },
    clientErrorHandler: respondToBrokenHttp,
  })
  // An unknown Expect header may be ignored (RFC 9110, 10.1.1). By default, Node would send an empty 417 response.
  app.server.on('checkExpectation', app.routing)
  app.setErrorHandler(sendError)
  return app
}

/** Accepts a caller's request ID if it is short and plain enough for headers and logs. */
function plainId(given: string | string[] | undefined) {
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : undefined
}

/**
 * Listens as configured and returns the URL that people open. Closes the app if listening fails.
 * @throws StartError with the reason
 */
export async function listen(app: FastifyInstance, config: Config): Promise<string> {
  const { host, port, publicUrl } = config
  try {
    await app.listen({ port, host })
  } catch (error) {
    await app.close()
    throw new StartError(listenFailure(error as NodeJS.ErrnoException, config))
  }
  return publicUrl ?? originOn(host, (app.server.address() as AddressInfo).port)
}

function listenFailure({ code, message }: NodeJS.ErrnoException, { port, host }: Config) {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is already in use. Stop the other program, or set PORT.`
  if (code === 'EACCES') return `You don't have permission to use port ${port}. Set PORT above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST is "${host}", which isn't an IP address of this machine.`
  return `Can't listen on ${host}:${port}: ${message}.`
}
