import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startByteChunkServer, startByteFrameServer } from '#testing/servers/hostile-server.ts'
import { defaultFetchLimits } from '../limits.ts'

const worker = fileURLToPath(import.meta.resolve('#testing/programs/fetch-memory.ts'))
const megabyte = 1024 * 1024

// The page's robots.txt is sent in the same way, up to its own limit.
it.each([
  ['page', 'HTTP/1', startByteChunkServer, defaultFetchLimits.bodyBytes],
  ['page', 'HTTP/2', startByteFrameServer, defaultFetchLimits.bodyBytes],
  ['resource', 'HTTP/1', startByteChunkServer, defaultFetchLimits.resourceBytes],
  ['sitemap', 'HTTP/1', startByteChunkServer, defaultFetchLimits.bodyBytes],
] as const)(
  'a %s over %s costs at most 32 MB when its body of 5 MB arrives byte by byte',
  async (kind, _protocol, startServer, bytes) => {
    const [small, large] = await Promise.all([startServer(megabyte / 8), startServer(defaultFetchLimits.bodyBytes)])
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [
        worker,
        kind,
        `${large.origin}/`,
        `${small.origin}/`,
      ])
      const measured = JSON.parse(stdout) as { bytes: number; grown: number }
      expect(measured.bytes).toBe(bytes)
      expect(measured.grown).toBeLessThan(32 * megabyte)
    } finally {
      await Promise.all([small.close(), large.close()])
    }
  },
  240_000,
)
