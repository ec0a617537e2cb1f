import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** JSON, compressed: as small as deflate makes it, in two thirds of the time. */
export const pack = (value: unknown): Buffer => packJson(JSON.stringify(value))

/** The same for what is JSON already. */
export const packJson = (json: string): Buffer => zstdCompressSync(Buffer.from(json))

export const unpack = (bytes: Uint8Array): unknown => JSON.parse(zstdDecompressSync(bytes).toString())
