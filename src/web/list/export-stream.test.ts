import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { chunksOf, rowsOf } from './export-stream.ts'

/** A stream that gives one piece and then breaks with `failure`. */
function breaking(failure: unknown) {
  let gave = false
  return new ReadableStream<string>({
    pull(controller) {
      if (gave) return controller.error(failure)
      gave = true
      controller.enqueue('a piece')
    },
  })
}

it.each([
  ['network', new TypeError('network error')],
  ['aborted', new DOMException('Nobody waits.', 'AbortError')],
])('a stream that breaks off is a failure of the kind %s', async (kind, failure) => {
  const pieces: string[] = []
  const read = async () => {
    for await (const piece of chunksOf(breaking(failure))) pieces.push(piece)
  }
  await expect(read()).rejects.toMatchObject({ name: 'ApiError', kind })
  expect(pieces).toEqual(['a piece'])
})

it('whoever stops reading stops the stream', async () => {
  let isStopped = false
  const stream = new ReadableStream<number>({
    pull: (controller) => controller.enqueue(1),
    cancel: () => void (isStopped = true),
  })
  for await (const piece of chunksOf(stream)) if (piece === 1) break
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

describe('rows of an export', () => {
  it.each([1, 7, 64, 4096])('are read in their order from pieces of %i bytes', async (size) => {
    expect(await read(text, size)).toEqual(rows)
  })

  it('are none where the list is empty', async () => {
    expect(await read('[]\n', 2)).toEqual([])
  })

  it.each([text.slice(0, -2), text.slice(0, -20)])(
    'are not taken for all where the stream was cut off',
    async (cut) => {
      await expect(read(cut, 16)).rejects.toMatchObject({ kind: 'network' })
    },
  )

  it('that are something else are not understood', async () => {
    await expect(read('[\n{"id":"x"}\n]\n', 16)).rejects.toMatchObject({ kind: 'not-understood' })
  })
})
