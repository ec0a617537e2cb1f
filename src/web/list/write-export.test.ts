import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { chunksOf, rowsOf } from './write-export.ts'

/** Returns a stream that yields one chunk and then fails. */
function breaking(failure: unknown) {
  let gave = false
  return new ReadableStream<string>({
    pull(controller) {
      if (gave) return controller.error(failure)
      gave = true
      controller.enqueue('a chunk')
    },
  })
}

it.each([
  ['network', new TypeError('network error')],
  ['aborted', new DOMException('Nobody waits.', 'AbortError')],
])('a broken stream throws an ApiError of kind %s', async (kind, failure) => {
  const chunks: string[] = []
  const read = async () => {
    for await (const chunk of chunksOf(breaking(failure))) chunks.push(chunk)
  }
  await expect(read()).rejects.toMatchObject({ name: 'ApiError', kind })
  expect(chunks).toEqual(['a chunk'])
})

it('a consumer that stops cancels the stream', async () => {
  let isStopped = false
  const stream = new ReadableStream<number>({
    pull: (controller) => controller.enqueue(1),
    cancel: () => void (isStopped = true),
  })
  for await (const chunk of chunksOf(stream)) if (chunk === 1) break
  expect(isStopped).toBe(true)
})

const Row = z.object({ id: z.number(), url: z.string() })

async function read(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<BufferSource>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
  const rows = []
  for await (const some of rowsOf(body, Row)) rows.push(...some)
  return rows
}

const rows = [
  { id: 3, url: 'https://été.example/a,\\n' },
  { id: 1, url: 'https://例え.example/"]"' },
]
const text = `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`

describe('the rows of a JSON export', () => {
  it.each([1, 7, 64, 4096])('are read in order from chunks of %i bytes', async (size) => {
    expect(await read(text, size)).toEqual(rows)
  })

  it('are none for an empty list', async () => {
    expect(await read('[]\n', 2)).toEqual([])
  })

  it.each([text.slice(0, -2), text.slice(0, -20)])('are incomplete if the stream is truncated', async (cut) => {
    await expect(read(cut, 16)).rejects.toMatchObject({ kind: 'network' })
  })

  it('are rejected if they have another shape', async () => {
    await expect(read('[\n{"id":"x"}\n]\n', 16)).rejects.toMatchObject({ kind: 'unreadable' })
  })
})
