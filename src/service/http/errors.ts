import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { PageRefused } from '#service/fetcher/page-refused.ts'
import { QueueClosed, QueueFull } from '#service/jobs/bounded-queue.ts'
import { isDatabaseAway } from '#service/store/failures.ts'
import { maxBodyBytes } from './body.ts'
import {
  bodyTooLarge,
  clientClosedRequest,
  notFound,
  Problem,
  serverError,
  unavailable,
  unprocessable,
  unsupportedMediaType,
} from './problem.ts'

/** Returns the handler of all errors: known ones get their own sentence, any other is a server error. */
export const handleErrors = (log: Logger) => (error: Error, request: FastifyRequest, reply: FastifyReply) => {
  const problem =
    knownProblem(error, request) ?? (reply.raw.destroyed ? clientClosedRequest() : unknownProblem(error, request, log))
  if (error instanceof PageRefused) log.info({ id: request.id, refused: error.code, ...error.detail }, 'page refused')
  return sendProblem(problem, reply)
}

export function sendProblem({ status, headers, body }: Problem, reply: FastifyReply) {
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function knownProblem(error: Error, { routeOptions }: FastifyRequest): Problem | undefined {
  if (error instanceof Problem) return error
  if (error instanceof PageRefused) return unprocessable([{ field: 'url', code: error.code, sentence: error.sentence }])
  if (error instanceof QueueFull) return unavailable('Too many pages are waiting to be analysed.', 10)
  if (error instanceof QueueClosed) return unavailable('The service is shutting down.', 5)
  const { code } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(routeOptions.config.largestBody ?? maxBodyBytes)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType()
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new Problem(400, 'The body is shorter or longer than announced.')
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return notFound()
  return undefined
}

function unknownProblem(error: Error, { id }: FastifyRequest, log: Logger): Problem {
  log.error({ id, err: error }, 'request failed')
  return isDatabaseAway(error) ? unavailable('The database cannot be reached at the moment.', 5) : serverError(id)
}

const brokenHttp: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request was not complete in time.'],
}

/** Responds to data that is not a valid HTTP request, in the format of all other errors. */
export function respondToBrokenHttp({ code = '' }: NodeJS.ErrnoException, socket: Socket) {
  if (code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const [status, message] = brokenHttp[code] ?? [400, 'That is not valid HTTP.']
  const body = JSON.stringify({ message, status })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ]
  return socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
