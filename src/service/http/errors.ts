import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { urlFailures } from '#contract/reports/fetch-failures.ts'
import type { FieldCode } from '#contract/responses/error-codes.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import { QueueClosed, QueueFull, SlowHost } from '#service/jobs/bounded-queue.ts'
import { databaseFailure } from '#service/store/failures.ts'
import {
  bodyTooLarge,
  byField,
  clientClosedRequest,
  databaseUnavailable,
  diskFull,
  notFound,
  Problem,
  serverError,
  shuttingDown,
  tryAgainLater,
  unprocessable,
  unsupportedMediaType,
} from './problem.ts'

/** Returns the handler of all errors: known ones get their own sentence, any other is a server error. */
export const handleErrors = (log: Logger) => (error: Error, request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(problemOf(error, request, reply, log), reply)

/** Returns the response to an error, and logs it. */
export function problemOf(error: Error, request: FastifyRequest, reply: FastifyReply, log: Logger): Problem {
  if (error instanceof PageRefused) log.info({ id: request.id, refused: error.code, ...error.detail }, 'page refused')
  return (
    knownProblem(error, request) ?? (reply.raw.destroyed ? clientClosedRequest() : unknownProblem(error, request, log))
  )
}

export function sendProblem(problem: Problem, reply: FastifyReply) {
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(problem.body(reply.request.id)))
}

function knownProblem(error: Error, { routeOptions }: FastifyRequest): Problem | undefined {
  if (error instanceof Problem) return error
  if (error instanceof PageRefused) return problemOfPage(error)
  if (error instanceof SlowHost)
    return tryAgainLater(
      'slow_host',
      'Other pages of this host are still being analysed, because it responds slowly. Try again in 60 seconds, or create a job.',
      60,
    )
  if (error instanceof QueueFull)
    return tryAgainLater('queue_full', 'The analysis queue is full. Try again in 10 seconds.', 10)
  if (error instanceof QueueClosed) return shuttingDown()
  const { code } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(routeOptions.bodyLimit)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType()
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new Problem('content_length_mismatch', "The body doesn't match its Content-Length.")
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return notFound()
  return undefined
}

const urlCodes = new Set<FieldCode>(urlFailures)

/** Failures that are codes of the response too, because people can do something about them. */
const ownCodes = ['refused', 'bot_wall', 'identity_locked'] as const

function problemOfPage({ code, sentence, blockedBy }: PageRefused): Problem {
  const invalid = [{ field: 'url', code, sentence }]
  return urlCodes.has(code)
    ? unprocessable(invalid)
    : new Problem(ownCodes.find((own) => own === code) ?? 'page_not_analysed', sentence, {
        extra: { ...byField(invalid), ...(blockedBy && { blocked_by: blockedBy }) },
      })
}

function unknownProblem(error: Error, { id }: FastifyRequest, log: Logger): Problem {
  log.error({ id, err: error }, 'request failed')
  const failure = databaseFailure(error)
  if (failure === 'disk_full') return diskFull()
  return failure === 'away' ? databaseUnavailable() : serverError()
}

const brokenHttp: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: new Problem('headers_too_large', 'The headers are larger than 16 KiB.'),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem('request_timeout', 'The request timed out.'),
}
const invalidHttp = new Problem('bad_request', 'Malformed HTTP request.')

/** Responds to data that is not a valid HTTP request, in the format of all other errors. */
export function respondToBrokenHttp({ code = '' }: NodeJS.ErrnoException, socket: Socket) {
  if (code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const problem = brokenHttp[code] ?? invalidHttp
  const { status } = problem
  const id = randomUUID()
  const body = JSON.stringify(problem.body(id))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Connection: close',
  ]
  return socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
