import { expect, it } from 'vitest'
import { eventsIn } from './events.ts'

async function read(parts: string[]) {
  const body = new ReadableStream({
    start(control) {
      for (const part of parts) control.enqueue(new TextEncoder().encode(part))
      control.close()
    },
  })
  const found = []
  for await (const event of eventsIn(new Response(body))) found.push(event)
  return found
}

it('reads events whose lines end in CRLF, also when a part ends between the two', async () => {
  expect(await read(['event: progress\r\ndata: one\r', '\n\r', '\ndata: two\r\n\r\n'])).toEqual([
    { name: 'progress', data: 'one' },
    { name: 'message', data: 'two' },
  ])
})

it('reads events that arrive in parts, and leaves out comments', async () => {
  const parts = ['event: prog', 'ress\ndata: {"a":1}\n', '\n: still here\n\ndata: two\n\nevent: cut']
  expect(await read(parts)).toEqual([
    { name: 'progress', data: '{"a":1}' },
    { name: 'message', data: 'two' },
  ])
})
