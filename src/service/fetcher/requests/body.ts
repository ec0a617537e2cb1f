import type { Readable } from 'node:stream'
import { ConnectionClosed, type GetResponse } from '../connection/http-get.ts'
import type { FetchLimits } from '../limits.ts'
import { orAborted, startTimeLimit } from '../timing.ts'
import { contentEncodingsOf, decodeContent } from './decode.ts'
import { contentLengthOf } from './headers.ts'

export type Body = {
  /** Decoded, up to the limit. In memory of its own, so that it alone is transferred to another thread. */
  body: Buffer
  /** Decoded bytes received before reading stopped. Greater than the limit if the body is. */
  bytes: number
  wireBytes: number
  truncated: boolean
  /** Outermost first. */
  contentEncodings: string[]
  /** Bytes follow the end of the compressed body. */
  hasTrailingBytes: boolean
}

/** A body as sent, up to the limit. `bytes` includes the part of the last chunk that is beyond it. */
type WireBody = { body: Buffer; bytes: number; truncated: boolean }

/** A body as it arrives, up to the limit. The figures are complete once all chunks were read. */
export type ArrivingBody = {
  chunks: AsyncIterable<Buffer>
  bytes: () => number
  truncated: () => boolean
}

/** Decodes and consumes a body as it arrives, instead of keeping it. `cut` means that it did not consume all of it. */
export type ConsumeBody = (
  wire: ArrivingBody,
  contentEncodings: string[],
  signal: AbortSignal,
) => Promise<{ bytes: number; cut: boolean }>

export const noBody: Body = {
  body: Buffer.alloc(0),
  bytes: 0,
  wireBytes: 0,
  truncated: false,
  contentEncodings: [],
  hasTrailingBytes: false,
}

type BodyOptions = { bodyBytes: number; consumeBody?: ConsumeBody }

/**
 * @param onReceived called when the connection is no longer needed
 * @throws ConnectionClosed, PageRefused, or the signal's reason
 */
export async function readBody(
  response: GetResponse,
  { bodyBytes, consumeBody }: BodyOptions,
  limits: FetchLimits,
  signal: AbortSignal,
  onReceived: () => void,
): Promise<Body> {
  const contentEncodings = contentEncodingsOf(response.headers, limits)
  if (consumeBody) {
    const wire = arrivingBody(response, bodyBytes)
    const { bytes, cut } = await orAborted(consumeBody(wire, contentEncodings, signal), signal).catch(
      // A decoder reports a lost connection as corrupt content.
      (error: unknown) => {
        throw wire.failure() ?? error
      },
    )
    return { ...noBody, contentEncodings, wireBytes: wire.bytes(), bytes, truncated: cut }
  }
  const wire = await orAborted(readWire(response.stream, bodyBytes), signal)
  if (!wire.truncated && !response.isComplete()) throw new ConnectionClosed()
  onReceived()
  return decodeBody(wire, contentEncodings, bodyBytes, limits, signal)
}

/** Passes a body on in small slices, so that it is never in memory as a whole. The caller closes the connection. */
function arrivingBody({ stream, isComplete }: GetResponse, limit: number): ArrivingBody & { failure: () => unknown } {
  let [bytes, truncated] = [0, false]
  let failure: unknown
  const iterator = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>
  const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
    try {
      const chunk = await iterator.next()
      if (chunk.done && !isComplete()) throw new ConnectionClosed()
      return chunk
    } catch (error) {
      const isClosed = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'
      // Over HTTP/2, a stream that closes as soon as it was read to its end counts as closed too early.
      if (isClosed && stream.readableEnded && isComplete()) return { done: true, value: undefined }
      failure = isClosed ? new ConnectionClosed() : error
      throw failure
    }
  }
  async function* chunks() {
    try {
      while (!truncated) {
        const chunk = await next()
        if (chunk.done) return

        const space = limit - bytes
        bytes += chunk.value.length
        truncated = bytes > limit
        yield* slicesOf(truncated ? chunk.value.subarray(0, space) : chunk.value)
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { chunks: chunks(), bytes: () => bytes, truncated: () => truncated, failure: () => failure }
}

/**
 * Receives the rest of a small body over HTTP/1, so that its connection can be used again. Gives up without an error.
 * Over HTTP/2, only the stream of an unwanted body ends. A HEAD has no body, whatever length it declares.
 */
export async function discardBody(
  response: GetResponse,
  { discardBytes, discardMs }: FetchLimits,
  signal: AbortSignal,
  method: string,
) {
  const length = method === 'HEAD' ? 0 : (contentLengthOf(response.headers) ?? 0)
  if (response.httpVersion === '2' || length > discardBytes) return
  const limit = startTimeLimit(discardMs, () => new ConnectionClosed(), signal)
  try {
    await orAborted(readWire(response.stream, discardBytes), limit.signal)
  } catch {
    signal.throwIfAborted()
  } finally {
    limit.end()
  }
}

/** Reads a body as sent, up to the limit. The caller closes the connection. */
function readWire(stream: Readable, limit: number): Promise<WireBody> {
  return new Promise((resolve, reject) => {
    const collector = createCollector(limit)
    let bytes = 0
    const finish = (truncated: boolean) => {
      stream.off('data', onData)
      stream.pause()
      resolve({ body: collector.bytes(), bytes, truncated })
    }
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      collector.add(chunk)
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

/** Like browsers, accepts content that ends early, and ignores what follows its end. */
export async function decodeBody(
  wire: WireBody,
  contentEncodings: string[],
  limit: number,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Body> {
  const { bytes: wireBytes, truncated } = wire
  if (contentEncodings.length === 0) return { ...noBody, body: wire.body, bytes: wireBytes, wireBytes, truncated }
  const collector = createCollector(limit)
  const keep = async (unpacked: AsyncIterable<Buffer>) => {
    for await (const chunk of unpacked) collector.add(chunk)
  }
  const packed = { chunks: slicesOf(wire.body), beginning: wire.body, endsAtFirstMember: true }
  const { bytes, full, consumed } = await decodeContent(packed, contentEncodings, limit, limits, keep, signal)
  return {
    body: collector.bytes(),
    bytes,
    wireBytes,
    truncated: truncated || full,
    contentEncodings,
    hasTrailingBytes: !full && consumed < wire.body.length,
  }
}

/** Yields small slices, so that a decoder stops soon after it exceeds the limit. */
export function* slicesOf(bytes: Buffer): Generator<Buffer> {
  const size = 16 * 1024
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const usualBytes = 64 * 1024

/**
 * Copies chunks together, up to the limit. A chunk of one byte would occupy 500 if it were kept. The memory of a large
 * buffer is not in use before something is written to it, so a body that outgrows the usual size gets the whole limit.
 */
export function createCollector(limit: number) {
  let buffer = Buffer.allocUnsafeSlow(Math.min(limit, usualBytes))
  let length = 0
  return {
    add(chunk: Buffer) {
      const end = Math.min(limit, length + chunk.length)
      if (end > buffer.length) {
        const whole = Buffer.allocUnsafeSlow(limit)
        buffer.copy(whole, 0, 0, length)
        buffer = whole
      }
      chunk.copy(buffer, length, 0, end - length)
      length = end
    },
    /** Returns the collected bytes in memory of their own. */
    bytes(): Buffer {
      if (length === buffer.length) return buffer
      const own = Buffer.allocUnsafeSlow(length)
      buffer.copy(own, 0, 0, length)
      return own
    },
  }
}
