import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { serve } from '#testing/servers/loopback.ts'
import { ApiError } from './api-error.ts'
import { createClient } from './client.ts'
import { writeOnce } from './repeat.ts'
import { signInWith } from './session.ts'

// Only the pauses between repeats are shortened.
beforeEach(() => {
  const { setTimeout: real } = globalThis
  const shortened = (act: () => void, ms = 0, ...more: []) => real(act, ms <= 4000 ? ms / 1000 : ms, ...more)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(shortened as typeof setTimeout)
  return () => vi.restoreAllMocks()
})

type Answer = 'lost' | 'silent' | [status: number, body?: object, headers?: Record<string, string>]

/** A server that answers one request after the other, and the last of `answers` to all others. */
async function serverWith(answers: readonly Answer[], supportsIdempotency = true, isLeft = false) {
  const received: string[] = []
  const keys: (string | undefined)[] = []
  const { url: baseUrl } = await serve((request: IncomingMessage, response: ServerResponse) => {
    keys.push(request.headers['idempotency-key'] as string | undefined)
    received.push(`${request.method} ${request.url?.replace('/api/v1', '')}`)
    const answer = answers[received.length - 1] ?? answers.at(-1) ?? 'lost'
    if (answer === 'lost') return void request.socket.destroy()
    if (answer === 'silent') return
    const [status, body = {}, headers = {}] = answer
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  // Someone else is at the browser after the first request.
  const person = () => (isLeft ? Math.min(received.length, 1) : 0)
  const client = createClient({ baseUrl, key: () => 'key', person, supportsIdempotency: () => supportsIdempotency })
  const call = (...given: Parameters<typeof client.call>) =>
    client.call(...given).then(
      ({ status }) => status,
      (error: unknown) => error as ApiError,
    )
  return { client, call, received, keys }
}

const view = { form: { name: 'One' }, creates: true }

describe('a write whose response is lost', () => {
  it('is repeated with the same key if it creates something', async () => {
    const { call, keys } = await serverWith(['lost', 'lost', [201]])
    expect(await call('POST', '/views', view)).toBe(201)
    expect(keys).toHaveLength(3)
    expect(keys[0]).toMatch(/^[a-z0-9-]{16,}$/)
    expect(new Set(keys).size).toBe(1)
  })

  it.each([
    ['DELETE', '/reports/1', {}],
    ['POST', '/views', view],
  ] as const)('is not repeated for the next person: %s %s', async (method, path, options) => {
    const { call, received, keys } = await serverWith(['lost', [200]], true, true)
    expect(await call(method, path, options)).toMatchObject({ kind: 'aborted', unsure: true })
    expect(received).toHaveLength(1)
    expect(await call(method, path, options)).toBe(200)
    expect(keys[1] === undefined || keys[1] !== keys[0]).toBe(true)
  })

  it('is repeated with a key if it changes a version', async () => {
    const { call, keys } = await serverWith(['lost', [200]])
    expect(await call('PUT', '/websites/1', { form: { privacy: '0' }, headers: { 'If-Match': '"1"' } })).toBe(200)
    expect(keys[0]).toBeDefined()
    expect(keys[1]).toBe(keys[0])
  })

  it('is sent once to a server that does not know keys', async () => {
    const { call, received, keys } = await serverWith(['lost'], false)
    expect(await call('POST', '/views', view)).toMatchObject({ kind: 'network', unsure: true, repeatable: false })
    expect([received, keys]).toEqual([['POST /views'], [undefined]])
  })

  it('is sent once if nothing says that it can be repeated', async () => {
    const { call, received } = await serverWith(['lost'])
    expect(await call('POST', '/jobs/1/retry')).toMatchObject({ unsure: true, repeatable: false })
    expect(received).toHaveLength(1)
  })

  it.each<['PUT' | 'DELETE' | 'POST', object]>([
    ['PUT', { form: { name: 'Two' } }],
    ['DELETE', {}],
    ['POST', { form: { ids: '1' }, isSafeToRepeat: true }],
  ])('is repeated without a key on every server if it has the same effect twice: %s', async (method, options) => {
    const { call, keys } = await serverWith(['lost', [200]], false)
    expect(await call(method, '/views/1', options)).toBe(200)
    expect(keys).toEqual([undefined, undefined])
  })

  it('counts as done if it deletes something that is gone', async () => {
    const { client, received } = await serverWith(['lost', [404]])
    await expect(client.remove('/views/1')).resolves.toBeNull()
    expect(received).toHaveLength(2)
  })

  it('is unknown after three repeats, and the next one with the same content has the same key', async () => {
    const { call, keys } = await serverWith(['lost', 'lost', 'lost', 'lost', [201]])
    expect(await call('POST', '/views', view)).toMatchObject({ unsure: true, repeatable: true })
    expect(await call('POST', '/views', view)).toBe(201)
    expect(await call('POST', '/views', view)).toBe(201)
    expect(keys).toHaveLength(6)
    expect(new Set(keys.slice(0, 5)).size).toBe(1)
    expect(keys[5]).not.toBe(keys[0])
  })

  it('leaves nothing for the next person', async () => {
    const keys: string[] = []
    const write = () =>
      writeOnce('content', async (key) => {
        keys.push(key)
        throw new ApiError('aborted', '', { unsure: true })
      }).catch(() => {})
    signInWith('first', false)
    await write()
    await write()
    expect(keys[1]).toBe(keys[0])
    signInWith('second', false)
    await write()
    expect(keys[2]).not.toBe(keys[0])
  })

  it('has another key with other content', async () => {
    const { call, keys } = await serverWith(['lost', 'lost', 'lost', 'lost', [201]])
    await call('POST', '/views', view)
    await call('POST', '/views', { ...view, form: { name: 'Two' } })
    expect(keys[4]).not.toBe(keys[0])
  })

  it('stays unknown if the repeats only get errors that pass', async () => {
    const { call, received } = await serverWith(['lost', [503]])
    expect(await call('POST', '/views', view)).toMatchObject({ status: 503, unsure: true, repeatable: true })
    expect(received).toHaveLength(4)
  })

  it('was not carried out if a repeat is rejected', async () => {
    const { call, received } = await serverWith(['lost', [422, { message: 'name is needed.' }]])
    expect(await call('POST', '/views', view)).toMatchObject({ kind: 'invalid', unsure: false })
    expect(received).toHaveLength(2)
  })
})

it('waits for a write that is still in progress', async () => {
  const inProgress: Answer = [
    409,
    { code: 'in_progress', message: 'In progress.', status: 409 },
    { 'Retry-After': '1' },
  ]
  const { call, received } = await serverWith(['lost', ...Array.from({ length: 8 }, () => inProgress), [201]])
  expect(await call('POST', '/views', view)).toBe(201)
  expect(received).toHaveLength(10)
})

it('an error that is certain is not repeated', async () => {
  const { call, received } = await serverWith([[500]])
  expect(await call('POST', '/views', view)).toMatchObject({ status: 500, unsure: false })
  expect(received).toHaveLength(1)
})

it('an aborted write is not repeated', async () => {
  const control = new AbortController()
  const { call, received } = await serverWith(['silent'])
  const sent = call('POST', '/views', { ...view, signal: control.signal })
  await vi.waitFor(() => expect(received).toHaveLength(1))
  control.abort()
  expect(await sent).toMatchObject({ kind: 'aborted' })
  expect(received).toHaveLength(1)
})

it('names what a request created whose response cannot be sent again', async () => {
  const done: Answer = [409, { code: 'already_done', message: 'Done before.', status: 409, id: 'abcdefgh' }]
  const { call } = await serverWith(['lost', done])
  expect(await call('POST', '/keys', view)).toMatchObject({ code: 'already_done', doneId: 'abcdefgh', unsure: false })
})
