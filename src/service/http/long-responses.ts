import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Schema } from '#service/store/schema.ts'
import type { Identify } from './identify.ts'
import { reachesRows } from './permits.ts'
import { clientClosedRequest, notFound, tooManyRequests, tryAgainLater, unauthenticated } from './problem.ts'
import { clientClosed, senderOf } from './request.ts'

/** A response ends when the client has read nothing of it for this time, in milliseconds. */
export const unreadMs = 60_000
/** Time between two checks of the rights of a long response, in milliseconds: what ends them counts within a second. */
const rightsCheckMs = 500

/** Ends responses that their clients don't read, because each keeps its connection and the rest of its body. */
export function endUnread(app: FastifyInstance, ms = unreadMs): void {
  app.addHook('onSend', async (_request, { raw }) => {
    raw.setTimeout(ms, () => raw.destroy())
  })
}

/**
 * Returns a signal that aborts when the client closes the connection before the response is complete, with a 401 once
 * the key or session of the request has ended or its grants have changed, and with a 404 once the rows that its path
 * names can't be seen any more, as when their website moves to another client.
 */
export function clientOrRightsGone(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, identify }: { db: Kysely<Schema>; identify: Identify },
): AbortSignal {
  const closed = clientClosed(reply)
  // No close would follow that ends the checks.
  if (closed.aborted) return closed
  const rightsGone = new AbortController()
  const check = async () => {
    // While the database is away, no right is.
    if (!(await identify.isKeyActive(request).catch(() => true))) rightsGone.abort(unauthenticated())
    else if (!(await reachesRows(db, request).catch(() => true))) rightsGone.abort(notFound())
  }
  const timer = setInterval(() => void check(), rightsCheckMs).unref()
  reply.raw.once('close', () => clearInterval(timer))
  return AbortSignal.any([closed, rightsGone.signal])
}

/** Admits a long response until its connection closes. */
export type LongResponseLimit = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Limits the long responses of one kind that a process sends at once.
 * @param ofKey the most for one key, so that it leaves some for others
 * @param sentence says what there is too much of
 */
export function limitLongResponses(most: number, ofKey: number, sentence: string): LongResponseLimit {
  const open = new Map<string, number>()
  let total = 0

  return (request, reply) => {
    // If the connection has closed already, it would be counted forever.
    if (reply.raw.closed) throw clientClosedRequest()
    const key = senderOf(request).author_id
    const own = open.get(key) ?? 0
    if (own >= ofKey) throw tooManyRequests('rate_limited', `${sentence} with this API key.`, 10)
    if (total >= most) throw tryAgainLater('busy', `${sentence}. Try again later.`, 60)
    open.set(key, own + 1)
    total += 1
    reply.raw.once('close', () => {
      total -= 1
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    })
  }
}
