import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** After how much silence a stream sends {@link heartbeat}, in milliseconds. */
export const heartbeatMs = 15_000

/** A comment, which keeps the connection open. */
export const heartbeat = ': still here\n\n'

export const eventText = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Sends events, which proxies must not hold back. */
export const sendEvents = (reply: FastifyReply, events: AsyncIterable<string>) =>
  reply.type('text/event-stream; charset=utf-8').header('X-Accel-Buffering', 'no').send(Readable.from(events))
