import type { FastifyReply } from 'fastify'

/** Aborts when the client closes the connection before it has its answer. */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
