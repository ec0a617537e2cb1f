import { Readable, Writable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import type { Header } from '#analyser/gathered.ts'
import type { WireBody } from './body.ts'
import { causeOf, PageRefused } from './page-refused.ts'
import type { Limits } from './limits.ts'
import { valuesOf } from './reply.ts'
import { sentences } from './sentences.ts'

/** `bytes` counts what was unpacked before stopping, so it passes the cap when `truncated`. */
export type DecodedBody = { body: Buffer; bytes: number; truncated: boolean; contentEncodings: string[] }

const decodable = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])
/** Registered codings that nobody asked for. Any other word (`none`, `utf-8`) says nothing, and browsers ignore it. */
const undecodable = new Set(['compress', 'x-compress', 'aes128gcm', 'exi', 'pack200-gzip', 'dcb', 'dcz'])

/**
 * The codings of a body, outermost first (a header names them in the order they were applied).
 * @throws PageRefused for too many and for those that cannot be undone
 */
export function contentEncodingsOf(headers: readonly Header[], limits: Limits): string[] {
  const named = valuesOf(headers, 'content-encoding').flatMap((value) => value.toLowerCase().split(','))
  const words = named.map((word) => word.trim())
  if (words.some((word) => undecodable.has(word))) throw new PageRefused(sentences.unknownEncoding, { words })
  const codings = words.filter((word) => decodable.has(word))
  if (codings.length > limits.encodings) {
    throw new PageRefused(sentences.tooManyEncodings(limits.encodings), { codings })
  }
  return codings.reverse()
}

/**
 * Undoes a body's codings up to the cap. Content that ends early is taken as far as it goes, as browsers do.
 * @throws PageRefused for damaged content and for a compression bomb
 */
export async function decodeBody(
  wire: WireBody,
  contentEncodings: string[],
  cap: number,
  limits: Limits,
  signal: AbortSignal,
): Promise<DecodedBody> {
  const decoders = contentEncodings.map((coding) => decoderFor(coding, wire.chunks))
  const [outer] = decoders
  if (!outer) return { body: Buffer.concat(wire.chunks), bytes: wire.bytes, truncated: wire.truncated, contentEncodings }

  const chunks: Buffer[] = []
  let bytes = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const room = cap - bytes
      bytes += chunk.length
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
      done(bytes > cap ? new Error('full') : null)
    },
  })
  try {
    await pipeline([Readable.from(slicesOf(wire.chunks)), ...decoders, sink], { signal })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (bytes <= cap) throw new PageRefused(sentences.brokenEncoding, { contentEncodings, ...causeOf(error) })
  }
  if (bytes > cap && bytes > outer.bytesWritten * limits.inflation) {
    throw new PageRefused(sentences.bomb, { contentEncodings, consumed: outer.bytesWritten, unpacked: bytes })
  }
  return { body: Buffer.concat(chunks), bytes, truncated: wire.truncated || bytes > cap, contentEncodings }
}

type Decoder = Transform & { readonly bytesWritten: number }

function decoderFor(coding: string, chunks: Buffer[]): Decoder {
  if (coding === 'br') return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
  if (coding === 'zstd') {
    // RFC 9659: a window of 8 MB at most.
    const params = { [constants.ZSTD_d_windowLogMax]: 23 }
    return createZstdDecompress({ finishFlush: constants.ZSTD_e_flush, params })
  }
  const options = { finishFlush: constants.Z_SYNC_FLUSH }
  if (coding !== 'deflate') return createGunzip(options)
  return isZlibWrapped(chunks[0]) ? createInflate(options) : createInflateRaw(options)
}

/** Some servers send `deflate` without the wrapping that RFC 9110 asks for. */
function isZlibWrapped(chunk: Buffer | undefined): boolean {
  const first = chunk?.[0] ?? 0
  return (first & 15) === 8 && first >> 4 <= 7
}

/** Small slices, so that a decoder stops close to where the cap was passed. */
function* slicesOf(chunks: Buffer[]): Generator<Buffer> {
  const size = 16 * 1024
  for (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += size) yield chunk.subarray(start, start + size)
  }
}
