import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { bodyTooLarge } from './problem.ts'

/**
 * Writes a body to a file while it comes, so that it isn't kept in memory, and removes the file after `read`. Throws a
 * 413 if it is larger than `maxBytes`.
 */
export async function withUpload<T>(body: Readable, maxBytes: number, read: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'seo-reports-upload-'))
  try {
    const path = join(folder, 'body')
    const file = await open(path, 'wx', 0o600)
    try {
      let bytes = 0
      for await (const chunk of body as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes > maxBytes) throw bodyTooLarge(maxBytes)
        await file.write(chunk)
      }
    } finally {
      await file.close()
    }
    return await read(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
