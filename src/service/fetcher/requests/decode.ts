import type { Transform } from 'node:stream'
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
import { decoderLayer, gzipLayer } from './gzip-members.ts'
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
  const layers = codings.map((coding, index) => ({
    layer:
      index === 0 && isGzip(coding)
        ? gzipLayer(endsAtFirstMember)
        : decoderLayer(decoderFor(coding, index === 0 ? beginning : undefined)),
    meter: createMeter(limit),
  }))
  const last = layers.at(-1)?.meter ?? createMeter(limit)
  const source = untilAborted(chunks, signal)
  let failure: unknown
  try {
    const unpacked = layers.reduce((packed, { layer, meter }) => meter.pass(layer.unpack(packed)), source)
    await consume(layers.length > 0 ? unpacked : last.pass(source))
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof PageRefused) throw error
    failure = error
  } finally {
    // The next chunk may never come, so this doesn't wait for it.
    void source.return().catch(() => {})
  }
  const unpacked = Math.max(last.count(), ...layers.map(({ meter }) => meter.count()))
  if (failure && unpacked <= limit)
    throw new PageRefused(failures.corrupt_encoding, { codings, ...errorDetailOf(failure) })
  const consumed = layers[0]?.layer.consumed() ?? unpacked
  if (unpacked > limit && unpacked > consumed * limits.inflation) {
    throw new PageRefused(failures.compression_bomb, { codings, consumed, unpacked })
  }
  return { bytes: last.count(), full: unpacked > limit, consumed }
}

async function* untilAborted(chunks: EncodedContent['chunks'], signal: AbortSignal): AsyncGenerator<Buffer, void> {
  for await (const chunk of chunks) {
    signal.throwIfAborted()
    yield chunk
  }
}

/** Counts the output of one layer and stops it at the limit, because a bomb may grow between two layers only. */
function createMeter(limit: number) {
  let bytes = 0
  return {
    count: () => bytes,
    async *pass(unpacked: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
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
