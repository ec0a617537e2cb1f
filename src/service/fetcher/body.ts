import type { Readable } from 'node:stream'

/** The other side closed before its answer was complete. */
export class BrokeOff extends Error {
  readonly code = 'BROKE_OFF'
}

/** `bytes` counts what arrived, even what lies past the cap. */
export type WireBody = { chunks: Buffer[]; bytes: number; truncated: boolean }

/** Reads a body as it was sent and stops at the cap; closing the connection is the caller's. */
export function readWire(stream: Readable, cap: number): Promise<WireBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = (truncated: boolean) => {
      stream.off('data', take)
      stream.pause()
      resolve({ chunks, bytes, truncated })
    }
    const take = (chunk: Buffer) => {
      const room = cap - bytes
      bytes += chunk.length
      if (room > 0) chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
      if (bytes > cap) finish(true)
    }
    stream.on('data', take)
    stream.on('end', () => finish(false))
    stream.on('error', reject)
    stream.on('close', () => reject(new BrokeOff()))
    // Head and fault may arrive together, and then no event is left to come.
    if (stream.destroyed) reject(stream.errored ?? new BrokeOff())
  })
}
