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
import type { Header } from '#analyser/fetched-page.ts'
import { errorDetailOf, failures, PageRefused } from '../failures.ts'
import type { FetchLimits } from '../limits.ts'
import { valuesOf } from './headers.ts'

const supported = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])
/** Registered encodings that our request did not offer. Browsers ignore all other words (`none`, `utf-8`). */
const unsupported = new Set(['compress', 'x-compress', 'aes128gcm', 'exi', 'pack200-gzip', 'dcb', 'dcz'])

/**
 * Returns the content encodings of a body, outermost first. (The header lists them in the order they were applied.)
 * @throws PageRefused for unsupported encodings and for too many
 */
export function contentEncodingsOf(headers: readonly Header[], limits: FetchLimits): string[] {
  const words = valuesOf(headers, 'content-encoding')
    .flatMap((value) => value.toLowerCase().split(','))
    .map((word) => word.trim())
  if (words.some((word) => unsupported.has(word))) throw new PageRefused(failures.unsupported_encoding, { words })
  const codings = words.filter((word) => supported.has(word))
  if (codings.length > limits.encodings) {
    throw new PageRefused(failures.too_many_encodings(limits.encodings), { codings })
  }
  return codings.reverse()
}

/**
 * @property beginning the first bytes, if known
 * @property endsAtFirstMember ignores what follows the first member of a gzip stream, as browsers do with pages
 */
export type EncodedContent = {
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>
  beginning: Buffer | undefined
  endsAtFirstMember?: boolean
}

/**
 * Decodes content as it arrives and passes it to `consume`, up to the limit. `consume` may stop early.
 * `full` means that there was more content than the limit, `consumed` is the length of the content as sent.
 * @throws PageRefused for damaged content and for a compression bomb
 */
export async function decodeContent(
  { chunks, beginning, endsAtFirstMember = false }: EncodedContent,
  codings: string[],
  limit: number,
  limits: FetchLimits,
  consume: (unpacked: AsyncIterable<Buffer>) => Promise<void>,
  signal: AbortSignal,
): Promise<{ bytes: number; full: boolean; consumed: number }> {
  const member = endsAtFirstMember && isGzip(codings[0]) ? gzipHeaderBytes(beginning) : null
  const layers = codings.map((coding, index) => ({
    decoder:
      index === 0 && member !== null
        ? createInflateRaw(leniently)
        : decoderFor(coding, index === 0 ? beginning : undefined),
    meter: createMeter(limit),
  }))
  const outermost = layers[0]
  const last = layers.at(-1)?.meter ?? createMeter(limit)
  const steps = layers.length > 0 ? layers.flatMap(({ decoder, meter }) => [decoder, meter.pass]) : [last.pass]
  let failure: unknown
  try {
    // The type of a list of steps does not allow generators.
    await pipeline(
      [Readable.from(member === null ? chunks : after(chunks, member)), ...steps, consume] as Transform[],
      { signal },
    )
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof PageRefused) throw error
    failure = error
  }
  const unpacked = Math.max(last.count(), ...layers.map(({ meter }) => meter.count()))
  if (failure && unpacked <= limit)
    throw new PageRefused(failures.corrupt_encoding, { codings, ...errorDetailOf(failure) })
  const written = outermost?.decoder.bytesWritten ?? unpacked
  const consumed = member === null ? written : member + written + gzipTrailerBytes
  if (unpacked > limit && unpacked > consumed * limits.inflation) {
    throw new PageRefused(failures.compression_bomb, { codings, consumed, unpacked })
  }
  return { bytes: last.count(), full: unpacked > limit, consumed }
}

/** Counts the output of one layer and stops it at the limit, because a bomb may grow between two layers only. */
function createMeter(limit: number) {
  let bytes = 0
  return {
    count: () => bytes,
    async *pass(unpacked: AsyncIterable<Buffer>) {
      for await (const chunk of unpacked) {
        const space = limit - bytes
        bytes += chunk.length
        yield chunk.length > space ? chunk.subarray(0, space) : chunk
        if (bytes > limit) throw new Error('full')
      }
    },
  }
}

const isGzip = (coding: string | undefined) => coding === 'gzip' || coding === 'x-gzip'
const leniently = { finishFlush: constants.Z_SYNC_FLUSH }

const gzipTrailerBytes = 8
const gzipFlags = { extra: 4, name: 8, comment: 16, checksum: 2 }

/** Returns the length of the header of a gzip member (RFC 1952, 2.3), or null if it isn't one. */
function gzipHeaderBytes(beginning: Buffer | undefined): number | null {
  if (!beginning || beginning.length < 10 || beginning.readUInt16BE(0) !== 0x1f8b || beginning[2] !== 8) return null
  const flags = beginning[3] ?? 0
  let at = 10
  if (flags & gzipFlags.extra) at += 2 + (at + 2 <= beginning.length ? beginning.readUInt16LE(at) : 0)
  for (const flag of [gzipFlags.name, gzipFlags.comment])
    if (flags & flag) {
      const end = beginning.indexOf(0, at)
      if (end < 0) return null
      at = end + 1
    }
  if (flags & gzipFlags.checksum) at += 2
  return at <= beginning.length ? at : null
}

async function* after(chunks: EncodedContent['chunks'], skipped: number) {
  let left = skipped
  for await (const chunk of chunks) {
    if (chunk.length > left) yield chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
}

type Decoder = Transform & { readonly bytesWritten: number }

function decoderFor(coding: string, beginning: Buffer | undefined): Decoder {
  if (coding === 'br') return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
  if (coding === 'zstd') {
    // RFC 9659 limits the window to 8 MB.
    const params = { [constants.ZSTD_d_windowLogMax]: 23 }
    return createZstdDecompress({ finishFlush: constants.ZSTD_e_flush, params })
  }
  if (isGzip(coding)) return createGunzip(leniently)
  return hasZlibHeader(beginning) ? createInflate(leniently) : createInflateRaw(leniently)
}

/** Some servers send `deflate` without the zlib header that RFC 9110 requires. */
function hasZlibHeader(beginning: Buffer | undefined): boolean {
  const first = beginning?.[0]
  if (first === undefined) return true
  return (first & 15) === 8 && first >> 4 <= 7
}
