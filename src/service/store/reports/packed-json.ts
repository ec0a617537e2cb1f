import { readFileSync } from 'node:fs'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const readDictionary = (number: number) => readFileSync(new URL(`./dictionaries/${number}.txt`, import.meta.url))

/**
 * Dictionaries of text that reports have in common. They reduce payloads to a quarter. The first byte of a payload is
 * the number of its dictionary. Never change a released one: add another.
 */
const dictionaries: ReadonlyMap<number, Buffer> = new Map([[1, readDictionary(1)]])
const latestDictionary = 1

/** First byte of payloads of the first version, which have no dictionary: that of zstd itself. */
const zstdFirstByte = 0x28

/** Serialises a value as compressed JSON. zstd gets as small as deflate in two thirds of the time. */
export const pack = (value: unknown): Buffer => packJson(JSON.stringify(value))

/** Compresses a text that is JSON. */
export function packJson(json: string): Buffer {
  const dictionary = dictionaries.get(latestDictionary)
  const compressed = zstdCompressSync(Buffer.from(json), { ...(dictionary && { dictionary }) })
  return Buffer.concat([Buffer.of(latestDictionary), compressed])
}

/** Returns a packed value. Throws if the bytes were not packed by this module. */
export function unpack(bytes: Uint8Array): unknown {
  const [first = 0] = bytes
  const json = first === zstdFirstByte ? zstdDecompressSync(bytes) : unpackWith(first, bytes.subarray(1))
  return JSON.parse(json.toString())
}

/**
 * Copies packed values for a thread of the analyser. A slice of a larger buffer would be sent to the thread with all of
 * it.
 */
export const ownBytes = (bytes: Uint8Array) => new Uint8Array(bytes)

function unpackWith(number: number, bytes: Uint8Array): Buffer {
  const dictionary = dictionaries.get(number)
  if (!dictionary) throw new Error(`it begins with ${number}, which names no dictionary`)
  return zstdDecompressSync(bytes, { dictionary })
}
