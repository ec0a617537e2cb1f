import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** JSON, compressed; a report's payload is written once and read one at a time. */
export const pack = (value: unknown): Buffer => zstdCompressSync(Buffer.from(JSON.stringify(value)))

export const unpack = (bytes: Buffer): unknown => JSON.parse(zstdDecompressSync(bytes).toString())
