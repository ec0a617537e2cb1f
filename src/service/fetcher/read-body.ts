import type { Readable } from 'node:stream'
import { BrokeOff, readWire } from './body.ts'
import { contentEncodingsOf, decodeBody, type DecodedBody } from './decode.ts'
import type { Limits } from './limits.ts'
import type { Reply } from './reply.ts'
import { orAborted } from './time-limit.ts'

export type Body = DecodedBody & { wireBytes: number }

/** Takes a body as it comes; `cut` when it left some of it. */
export type TakeBody = (
  stream: Readable,
  codings: string[],
  signal: AbortSignal,
) => Promise<{ wireBytes: number; bytes: number; cut: boolean }>

export const unread: Body = { body: Buffer.alloc(0), bytes: 0, truncated: false, contentEncodings: [], wireBytes: 0 }

type Wanted = { bodyBytes: number; takeBody?: TakeBody }

/** @param end called when nothing more is wanted of the connection */
export async function readBody(
  reply: Reply,
  { bodyBytes, takeBody }: Wanted,
  limits: Limits,
  signal: AbortSignal,
  end: () => void,
): Promise<Body> {
  if (takeBody) {
    const contentEncodings = contentEncodingsOf(reply.headers, limits)
    const { wireBytes, bytes, cut } = await orAborted(takeBody(reply.stream, contentEncodings, signal), signal)
    if (!cut && !reply.isComplete()) throw new BrokeOff()
    return { ...unread, contentEncodings, wireBytes, bytes, truncated: cut }
  }
  const wire = await orAborted(readWire(reply.stream, bodyBytes), signal)
  if (!wire.truncated && !reply.isComplete()) throw new BrokeOff()
  end()
  const decoded = await decodeBody(wire, contentEncodingsOf(reply.headers, limits), bodyBytes, limits, signal)
  return { ...decoded, wireBytes: wire.bytes }
}
