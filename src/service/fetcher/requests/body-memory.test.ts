// @module-tag all
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startByteChunkServer, startByteFrameServer } from '#testing/servers/hostile-server.ts'

const worker = fileURLToPath(import.meta.resolve('#testing/programs/fetch-memory.ts'))
const megabyte = 1024 * 1024

// The page's robots.txt is sent in the same way, up to its own limit.
it.each([
  ['page', 'HTTP/1', startByteChunkServer],
  ['page', 'HTTP/2', startByteFrameServer],
  ['resource', 'HTTP/1', startByteChunkServer],
  ['sitemap', 'HTTP/1', startByteChunkServer],
] as const)(
  'a %s over %s costs at most 64 MB when its body of 1 MB arrives byte by byte',
  async (kind, _protocol, startServer) => {
    const [small, large] = await Promise.all([startServer(megabyte / 8), startServer(megabyte)])
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [
        // Collected in time, however busy the machine is.
        '--single-threaded-gc',
        '--max-semi-space-size=2',
        worker,
        kind,
        `${large.origin}/`,
        `${small.origin}/`,
      ])
      const measured = JSON.parse(stdout) as { bytes: number; grown: number }
      expect(measured.bytes).toBe(megabyte)
      // About half of it, which the collector decides. If each byte were kept as a chunk, it would be 140 MB over
      // HTTP/2, and 400 MB otherwise.
      expect(measured.grown).toBeLessThan(64 * megabyte)
    } finally {
      await Promise.all([small.close(), large.close()])
    }
  },
  240_000,
)
