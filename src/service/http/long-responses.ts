import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Identify } from './identify.ts'
import { clientClosedRequest, tooManyRequests, tryAgainLater, unauthenticated } from './problem.ts'
import { clientClosed, keyIdOf } from './request.ts'

/** A response ends when the client has read nothing of it for this time, in milliseconds. */
export const unreadMs = 60_000
/** Time between two checks of the key of a long response, in milliseconds. */
const keyCheckMs = 2_000

/** Ends responses that their clients don't read, because each keeps its connection and the rest of its body. */
export function endUnread(app: FastifyInstance, ms = unreadMs): void {
  app.addHook('onSend', async (_request, { raw }) => {
    raw.setTimeout(ms, () => raw.destroy())
  })
}

/**
 * Returns a signal that aborts when the client closes the connection before the response is complete, and with a 401
 * once the key of the request is revoked or has expired.
 */
export function clientOrKeyGone(
  request: FastifyRequest,
  reply: FastifyReply,
  { identify }: { identify: Identify },
): AbortSignal {
  const closed = clientClosed(reply)
  // No close would follow that ends the checks.
  if (closed.aborted) return closed
  const keyGone = new AbortController()
  const check = async () => {
    // While the database is away, no key is.
    if (!(await identify.isKeyActive(request).catch(() => true))) keyGone.abort(unauthenticated())
  }
  const timer = setInterval(() => void check(), keyCheckMs).unref()
  reply.raw.once('close', () => clearInterval(timer))
  return AbortSignal.any([closed, keyGone.signal])
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
    const key = keyIdOf(request)
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
