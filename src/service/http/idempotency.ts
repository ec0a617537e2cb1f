import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { FieldCode } from '#contract/responses/error-codes.ts'
import { findFinishedWrite, insertFinishedWrite, type WriteHashes } from '#service/store/access/idempotency-keys.ts'
import type { Schema } from '#service/store/schema.ts'
import { fieldsOf } from './body.ts'
import { clientClosedRequest, Problem, tryAgainLater, unprocessable } from './problem.ts'
import { senderOf, pathOf, prefersAsync } from './request.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Lets requests of the route be repeated with the same `Idempotency-Key`. */
    repeat?: 'withheld' | RepeatedBody | undefined
  }
  interface FastifyRequest {
    /** Null without an `Idempotency-Key`, and on routes that ignore it. */
    write: WriteHashes | null
  }
}

export type WriteId = number | string
/** A request that has finished: its status, the ID of the created or changed object, and where a created one is. */
export type FinishedRequest = { id: WriteId; status: number; location: string | null }

/** Returns the body of the response to a repeat as it is now, or undefined if the object is gone. */
type RepeatedBody = (finished: FinishedRequest, exchange: Exchange) => Promise<object | undefined>
export type Exchange = { request: FastifyRequest; reply: FastifyReply }

const headerName = 'Idempotency-Key'
const maxKeyLength = 255

/**
 * Answers repeats of writes that finished within a day. Install it before the routes. Requests that run are known to
 * their own process only. If two processes run the same request, {@link recordWrite} lets the first to finish win.
 */
export function answerRepeats(app: FastifyInstance, { db, secret }: { db: Kysely<Schema>; secret: string }) {
  const running = new Set<string>()
  app.decorateRequest('write', null)

  app.addHook('onRoute', (route) => {
    const repeat = route.config?.repeat
    if (!repeat) return
    const answer = (request: FastifyRequest, reply: FastifyReply) => answerRepeat(request, reply, repeat)
    route.preHandler = [route.preHandler ?? [], answer].flat()
  })

  async function answerRepeat(request: FastifyRequest, reply: FastifyReply, repeat: 'withheld' | RepeatedBody) {
    const write = hashesOf(request)
    if (!write) return
    request.write = write
    const { request_hash: requestHash } = write
    if (running.has(requestHash)) throw inProgress()
    // Nothing would remove the hash again.
    if (reply.raw.closed) throw clientClosedRequest()
    running.add(requestHash)
    reply.raw.once('close', () => running.delete(requestHash))

    const finished = await findFinishedWrite(db, requestHash)
    if (!finished) return
    if (finished.content_hash !== write.content_hash)
      throw invalidKey('reused', `${headerName} was sent before with other content.`)
    const { status, location } = finished
    const id = JSON.parse(finished.object_id) as WriteId
    const body = repeat === 'withheld' ? undefined : await repeat({ id, status, location }, { request, reply })
    if (body === undefined) throw alreadyDone(id)
    if (location !== null) reply.header('Location', location)
    return reply.code(status).send(body)
  }

  /** Hashed with the service's secret, because bodies have passwords, and paths have tokens. */
  function hashesOf(request: FastifyRequest): WriteHashes | null {
    const key = request.headers[headerName.toLowerCase()]
    if (typeof key !== 'string') return null
    if (key === '') throw invalidKey('required', `${headerName} must not be empty.`)
    if (key.length > maxKeyLength) throw invalidKey('too_long', `${headerName} has at most ${maxKeyLength} characters.`)
    if (/\p{Cc}/u.test(key)) throw invalidKey('invalid_characters', `${headerName} must not have control characters.`)
    const fields = [...fieldsOf(request)].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return {
      request_hash: hmac('request', senderOf(request).author_id, request.method, pathOf(request), key),
      content_hash: hmac('content', fields, prefersAsync(request)),
    }
  }

  const hmac = (...parts: unknown[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}

/**
 * Records the outcome of a write, in its own transaction, for repeats of the request. Throws a 409 if another process
 * has finished the same request meanwhile, so that the transaction is rolled back.
 */
export async function recordWrite(
  db: Kysely<Schema>,
  { write }: FastifyRequest,
  { status, location = null, id }: { status: number; location?: string | null; id: WriteId },
): Promise<void> {
  if (!write) return
  const row = { ...write, status, location, object_id: JSON.stringify(id) }
  if (!(await insertFinishedWrite(db, row))) throw inProgress()
}

/** In seconds. */
const repeatAfter = 1

const inProgress = () =>
  tryAgainLater('in_progress', `A request with this ${headerName} is still in progress.`, repeatAfter)

const alreadyDone = (id: WriteId) =>
  new Problem('already_done', "This was done before. Its response can't be sent again.", { extra: { id } })

const invalidKey = (code: FieldCode, sentence: string) => unprocessable([{ field: headerName, code, sentence }])
