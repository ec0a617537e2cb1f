import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import type { Header } from '#analyser/crawl.ts'
import type { WireBody } from './body.ts'
import { causeOf, PageRefused } from './page-refused.ts'
import type { Limits } from './limits.ts'
import { valuesOf } from './reply.ts'
import { sentences } from './sentences.ts'

/** `bytes` counts what was unpacked before stopping; it passes the cap when the content did. */
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
  if (contentEncodings.length === 0)
    return { body: Buffer.concat(wire.chunks), bytes: wire.bytes, truncated: wire.truncated, contentEncodings }
  const chunks: Buffer[] = []
  const keep = async (unpacked: AsyncIterable<Buffer>) => {
    for await (const chunk of unpacked) chunks.push(chunk)
  }
  const { bytes, full } = await unpack(
    { chunks: slicesOf(wire.chunks), beginning: wire.chunks[0] },
    contentEncodings,
    cap,
    limits,
    keep,
    signal,
  )
  return { body: Buffer.concat(chunks), bytes, truncated: wire.truncated || full, contentEncodings }
}

export type Packed = { chunks: Iterable<Buffer> | AsyncIterable<Buffer>; beginning: Buffer | undefined }

/**
 * Undoes codings while the content comes, and hands it on as it is unpacked, up to the cap; `full` says that there was
 * more. Whoever takes it may stop early.
 * @throws PageRefused for damaged content and for a compression bomb
 */
export async function unpack(
  { chunks, beginning }: Packed,
  codings: string[],
  cap: number,
  limits: Limits,
  take: (unpacked: AsyncIterable<Buffer>) => Promise<void>,
  signal: AbortSignal,
): Promise<{ bytes: number; full: boolean }> {
  const layers = codings.map((coding, at) => ({
    decoder: decoderFor(coding, at === 0 ? beginning : undefined),
    meter: createMeter(cap),
  }))
  const outer = layers[0]
  const last = layers.at(-1)?.meter ?? createMeter(cap)
  const steps = layers.length > 0 ? layers.flatMap(({ decoder, meter }) => [decoder, meter.pass]) : [last.pass]
  let broken: unknown
  try {
    // A list of steps is typed as if none could be a generator.
    await pipeline([Readable.from(chunks), ...steps, take] as Transform[], { signal })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof PageRefused) throw error
    broken = error
  }
  const unpacked = Math.max(last.count(), ...layers.map(({ meter }) => meter.count()))
  if (broken && unpacked <= cap) throw new PageRefused(sentences.brokenEncoding, { codings, ...causeOf(broken) })
  const consumed = outer?.decoder.bytesWritten ?? unpacked
  if (unpacked > cap && unpacked > consumed * limits.inflation) {
    throw new PageRefused(sentences.bomb, { codings, consumed, unpacked })
  }
  return { bytes: last.count(), full: unpacked > cap }
}

/** Counts what a layer unpacks to and stops past the cap: what grows between two layers may be nothing at the end. */
function createMeter(cap: number) {
  let bytes = 0
  return {
    count: () => bytes,
    async *pass(unpacked: AsyncIterable<Buffer>) {
      for await (const chunk of unpacked) {
        const room = cap - bytes
        bytes += chunk.length
        yield chunk.length > room ? chunk.subarray(0, room) : chunk
        if (bytes > cap) throw new Error('full')
      }
    },
  }
}

type Decoder = Transform & { readonly bytesWritten: number }

/** @param beginning of the coded bytes, where it is known */
function decoderFor(coding: string, beginning: Buffer | undefined): Decoder {
  if (coding === 'br') return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
  if (coding === 'zstd') {
    // RFC 9659: a window of 8 MB at most.
    const params = { [constants.ZSTD_d_windowLogMax]: 23 }
    return createZstdDecompress({ finishFlush: constants.ZSTD_e_flush, params })
  }
  const options = { finishFlush: constants.Z_SYNC_FLUSH }
  if (coding !== 'deflate') return createGunzip(options)
  return isZlibWrapped(beginning) ? createInflate(options) : createInflateRaw(options)
}

/** Some servers send `deflate` without the wrapping that RFC 9110 asks for. */
function isZlibWrapped(beginning: Buffer | undefined): boolean {
  const first = beginning?.[0]
  if (first === undefined) return true
  return (first & 15) === 8 && first >> 4 <= 7
}

/** Small slices, so that a decoder stops close to where the cap was passed. */
function* slicesOf(chunks: Buffer[]): Generator<Buffer> {
  const size = 16 * 1024
  for (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += size) yield chunk.subarray(start, start + size)
  }
}
