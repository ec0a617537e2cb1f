import { expect, it } from 'vitest'
import { piecesOf } from './export-calls.ts'

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
    for await (const piece of piecesOf(breaking(failure))) pieces.push(piece)
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
  for await (const piece of piecesOf(stream)) if (piece === 1) break
  expect(isStopped).toBe(true)
})
