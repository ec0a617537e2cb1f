import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BoundedQueue, QueueFull } from '#service/jobs/bounded-queue.ts'
import { networkOf } from './limits.ts'
import { tryAgainLater } from './problem.ts'
import { clientClosed, senderOf } from './request.ts'

/**
 * Reads that take milliseconds of a thread, as comparisons of reports do, or of the process, as whole reports, the
 * figures of a website and the lists of visitors do.
 */
const running = { threads: 1, process: 4 } as const
export type Turn = keyof typeof running

/** Safety limit of reads that wait for their turn. */
const maxWaiting = 100

/** Runs a read when the turn of its key, or of the network of a visitor, comes. */
export type TakeTurn = <T>(
  turn: Turn,
  request: FastifyRequest,
  reply: FastifyReply,
  read: () => Promise<T>,
) => Promise<T>

/**
 * Lets costly reads take turns, so that many at once delay neither analyses, which use the same threads, nor the reads
 * of others. Each key and each network has one at a time.
 */
export function createTurns(): TakeTurn {
  const queues = {
    threads: new BoundedQueue(running.threads, maxWaiting),
    process: new BoundedQueue(running.process, maxWaiting),
  }

  return async (turn, request, reply, read) => {
    const key = senderOf(request).author_id || networkOf(request)
    const inTurn = async () => {
      // SQLite reads without giving other requests a turn.
      await yieldToEventLoop()
      return read()
    }
    try {
      return await queues[turn].run(inTurn, { key, host: key, signal: clientClosed(reply) })
    } catch (error) {
      throw error instanceof QueueFull
        ? tryAgainLater('busy', 'Too many reports and figures are being read at once. Try again in 5 seconds.', 5)
        : error
    }
  }
}
