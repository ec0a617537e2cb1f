import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { PageRefused } from '#service/fetcher/page-refused.ts'
import { QueueClosed, QueueFull } from '#service/jobs/bounded-queue.ts'
import { maxBodyBytes } from './body.ts'
import {
  bodyTooLarge,
  clientGone,
  notFound,
  Problem,
  serverError,
  unavailable,
  unprocessable,
  unsupportedMediaType,
} from './problem.ts'

/** Writes every answer that is not a success: known ones in their words, anything else as a fault of ours. */
export const answerErrors = (log: Logger) => (error: Error, request: FastifyRequest, reply: FastifyReply) => {
  const problem = expected(error, request) ?? (reply.raw.destroyed ? clientGone() : fault(error, request, log))
  if (error instanceof PageRefused)
    log.info({ id: request.id, refused: error.sentence, ...error.detail }, 'page refused')
  return sendProblem(problem, reply)
}

export function sendProblem({ status, headers, body }: Problem, reply: FastifyReply) {
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function expected(error: Error, { routeOptions }: FastifyRequest): Problem | undefined {
  if (error instanceof Problem) return error
  if (error instanceof PageRefused)
    return unprocessable([{ field: 'url', code: 'page_refused', sentence: error.sentence }])
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

function fault(error: Error, { id }: FastifyRequest, log: Logger): Problem {
  log.error({ id, err: error }, 'request failed')
  return isStoreAway(error) ? unavailable('The database cannot be reached at the moment.', 5) : serverError(id)
}

/** What SQLite, PostgreSQL and its sockets say when they are busy, full, starting, stopping or gone. */
const away =
  /^(SQLITE_(BUSY|FULL|IOERR|LOCKED|READONLY)|08\w{3}$|53\w{3}$|57P0[123]$|ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$)/
const isStoreAway = ({ code, message }: Error & { code?: unknown }) =>
  (typeof code === 'string' && away.test(code)) ||
  /^(Connection terminated|timeout exceeded when trying to connect)/.test(message)
