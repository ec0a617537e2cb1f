import type { Transform } from 'node:stream'
import { constants, crc32, createInflateRaw } from 'node:zlib'

/** Decodes a layer of content. `consumed` is the length of what was decoded, as sent. */
export type Layer = {
  unpack: (packed: AsyncIterator<Buffer>) => AsyncGenerator<Buffer, void>
  consumed: () => number
}

type Decoder = Transform & { readonly bytesWritten: number }

const none: Buffer = Buffer.alloc(0)

/** Decodes until the stream of the decoder ends. `rest` is what follows in the last chunk that was read. */
function decoding(packed: AsyncIterator<Buffer>, decoder: Decoder) {
  let last = none
  let given = 0
  const closed = new Promise<boolean>((resolve) => decoder.once('close', () => resolve(false)))
  const write = (chunk: Buffer) =>
    new Promise<boolean>((resolve) => decoder.write(chunk, (error: unknown) => resolve(!error)))
  const feed = async () => {
    for (let next = await packed.next(); !next.done; next = await packed.next()) {
      last = next.value
      given += last.length
      const isWritten = await Promise.race([write(last), closed])
      // A decoder that has found the end of its stream leaves the rest.
      if (!isWritten || decoder.bytesWritten < given) return
    }
    decoder.end()
  }
  async function* chunks(): AsyncGenerator<Buffer, void> {
    const feeding = feed().catch((error: Error) => void decoder.destroy(error))
    try {
      yield* decoder as AsyncIterable<Buffer>
    } finally {
      decoder.destroy()
    }
    await feeding
  }
  return { chunks: chunks(), rest: () => last.subarray(last.length - (given - decoder.bytesWritten)) }
}

/** A layer that ends where the stream of its decoder does. What follows is ignored, as browsers do. */
export const decoderLayer = (decoder: Decoder): Layer => ({
  unpack: (packed) => decoding(packed, decoder).chunks,
  consumed: () => decoder.bytesWritten,
})

/** Safety limit: members of a stream. Files that are packed in blocks of 64 KB have 800 in 50 MB. */
const maxMembers = 1_000
/** Safety limit: the header of a member, whose name and comment end somewhere. */
const maxHeaderBytes = 64 * 1024
const trailerBytes = 8

/**
 * Returns a layer that decodes the members of a gzip stream (RFC 1952, 2.2) one after the other. Like gunzip, it
 * ignores zeros and other bytes that follow, and refuses a wrong checksum. A member that ends early is kept.
 * @param isPage decodes only the first member, whatever its checksum is, as browsers do
 */
export function gzipLayer(isPage: boolean): Layer {
  let before = 0
  let decoder: Decoder | undefined
  async function* unpack(packed: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void> {
    let rest = none
    const readMore = async () => {
      const next = await packed.next()
      if (!next.done) rest = Buffer.concat([rest, next.value])
      return !next.done
    }
    for (let member = 0; ; member += 1) {
      let header = headerBytes(rest)
      while (header === 'incomplete' && rest.length < maxHeaderBytes && (await readMore())) header = headerBytes(rest)
      if (header === 'none' && member === 0) throw new Error('incorrect header check')
      if (typeof header === 'string') return
      if (member === maxMembers) throw new Error('too many members')
      before += header
      decoder = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH })
      const decoded = decoding(prepended(rest.subarray(header), packed), decoder)
      let checksum = 0
      for await (const chunk of decoded.chunks) {
        checksum = crc32(chunk, checksum)
        yield chunk
      }
      before += decoder.bytesWritten + trailerBytes
      decoder = undefined
      if (isPage) return
      rest = decoded.rest()
      while (rest.length < trailerBytes && (await readMore()));
      if (rest.length >= trailerBytes && rest.readUInt32LE() !== checksum) throw new Error('incorrect data check')
      rest = rest.subarray(trailerBytes)
    }
  }
  return { unpack, consumed: () => before + (decoder?.bytesWritten ?? 0) }
}

async function* prepended(first: Buffer, others: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void> {
  if (first.length > 0) yield first
  for (let next = await others.next(); !next.done; next = await others.next()) yield next.value
}

const flag = { checksum: 2, extra: 4, name: 8, comment: 16, reserved: 224 }

/** Returns the length of the header of a gzip member (RFC 1952, 2.3). */
function headerBytes(bytes: Buffer): number | 'incomplete' | 'none' {
  const magic = [0x1f, 0x8b, 8]
  if (magic.some((byte, at) => at < bytes.length && bytes[at] !== byte)) return 'none'
  if (bytes.length < 10) return 'incomplete'
  const flags = bytes[3] ?? 0
  if (flags & flag.reserved) return 'none'
  let at = 10
  if (flags & flag.extra) {
    if (bytes.length < at + 2) return 'incomplete'
    at += 2 + bytes.readUInt16LE(at)
  }
  for (const text of [flag.name, flag.comment])
    if (flags & text) {
      const end = bytes.indexOf(0, at)
      if (end < 0) return 'incomplete'
      at = end + 1
    }
  if (flags & flag.checksum) at += 2
  return at <= bytes.length ? at : 'incomplete'
}
