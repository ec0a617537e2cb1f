import type { Readable } from 'node:stream'
import { contentEncodingsOf, unpack } from './decode.ts'
import { ConnectionClosed, type GetResponse } from './http-get.ts'
import type { Limits } from './limits.ts'
import { orAborted } from './time-limit.ts'

export type Body = {
  /** Decoded, up to the limit. */
  body: Buffer
  /** Decoded bytes received before reading stopped. Greater than the limit if the body is. */
  bytes: number
  wireBytes: number
  truncated: boolean
  /** Outermost first. */
  contentEncodings: string[]
}

/** Consumes a body as it arrives. `cut` means that it did not read all of it. */
export type ConsumeBody = (
  stream: Readable,
  contentEncodings: string[],
  signal: AbortSignal,
) => Promise<{ wireBytes: number; bytes: number; cut: boolean }>

export const noBody: Body = { body: Buffer.alloc(0), bytes: 0, wireBytes: 0, truncated: false, contentEncodings: [] }

type BodyOptions = { bodyBytes: number; consumeBody?: ConsumeBody }

/**
 * @param onReceived called when the connection is no longer needed
 * @throws ConnectionClosed, PageRefused, or the signal's reason
 */
export async function readBody(
  response: GetResponse,
  { bodyBytes, consumeBody }: BodyOptions,
  limits: Limits,
  signal: AbortSignal,
  onReceived: () => void,
): Promise<Body> {
  if (consumeBody) {
    const contentEncodings = contentEncodingsOf(response.headers, limits)
    const { wireBytes, bytes, cut } = await orAborted(consumeBody(response.stream, contentEncodings, signal), signal)
    if (!cut && !response.isComplete()) throw new ConnectionClosed()
    return { ...noBody, contentEncodings, wireBytes, bytes, truncated: cut }
  }
  const wire = await orAborted(readWire(response.stream, bodyBytes), signal)
  if (!wire.truncated && !response.isComplete()) throw new ConnectionClosed()
  onReceived()
  return decodeBody(wire, contentEncodingsOf(response.headers, limits), bodyBytes, limits, signal)
}

/** `bytes` counts everything that arrived, the part beyond the limit included. */
type WireBody = { chunks: Buffer[]; bytes: number; truncated: boolean }

/** Reads a body as sent, up to the limit. The caller closes the connection. */
function readWire(stream: Readable, limit: number): Promise<WireBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = (truncated: boolean) => {
      stream.off('data', onData)
      stream.pause()
      resolve({ chunks, bytes, truncated })
    }
    const onData = (chunk: Buffer) => {
      const space = limit - bytes
      bytes += chunk.length
      if (space > 0) chunks.push(chunk.length > space ? chunk.subarray(0, space) : chunk)
      if (bytes > limit) finish(true)
    }
    stream.on('data', onData)
    stream.on('end', () => finish(false))
    stream.on('error', reject)
    stream.on('close', () => reject(new ConnectionClosed()))
    // If the head and an error arrived together, no further event follows.
    if (stream.destroyed) reject(stream.errored ?? new ConnectionClosed())
  })
}

/** Like browsers, accepts content that ends early. */
export async function decodeBody(
  wire: WireBody,
  contentEncodings: string[],
  limit: number,
  limits: Limits,
  signal: AbortSignal,
): Promise<Body> {
  const { bytes: wireBytes, truncated } = wire
  if (contentEncodings.length === 0)
    return { body: Buffer.concat(wire.chunks), bytes: wireBytes, wireBytes, truncated, contentEncodings }
  const chunks: Buffer[] = []
  const keep = async (unpacked: AsyncIterable<Buffer>) => {
    for await (const chunk of unpacked) chunks.push(chunk)
  }
  const packed = { chunks: slicesOf(wire.chunks), beginning: wire.chunks[0] }
  const { bytes, full } = await unpack(packed, contentEncodings, limit, limits, keep, signal)
  return { body: Buffer.concat(chunks), bytes, wireBytes, truncated: truncated || full, contentEncodings }
}

/** Yields small slices, so that a decoder stops soon after it exceeds the limit. */
function* slicesOf(chunks: Buffer[]): Generator<Buffer> {
  const size = 16 * 1024
  for (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += size) yield chunk.subarray(start, start + size)
  }
}
