import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHostLimit, type HostLimit } from './host-limit.ts'

const never = new AbortController().signal
const pauseMs = 200

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 10_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns how long the next request to a host had to wait. The request itself takes no time. */
async function waitOf(limit: HostLimit, host: string, ms = pauseMs): Promise<number> {
  const start = performance.now()
  const done = limit(host, ms, never, async () => {})
  await vi.advanceTimersByTimeAsync(0)
  while (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync()
  await done
  return Math.round(performance.now() - start)
}

/** Starts a request to a host that runs until `end` is called. */
function startRequest(limit: HostLimit, host: string, signal = never) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const started = vi.fn()
  const done = limit(host, pauseMs, signal, () => (started(), promise))
  return { started, end, done }
}

describe('the limit per host', () => {
  it('pauses before the third and later requests', async () => {
    const limit = createHostLimit(4)
    const waits = []
    for (let count = 0; count < 4; count += 1) waits.push(await waitOf(limit, 'a.example'))
    expect(waits).toEqual([0, 0, pauseMs, pauseMs])
  })

  it('does not pause for other hosts, or without a pause', async () => {
    const limit = createHostLimit(4)
    const waits = []
    for (const host of ['a.example', 'b.example', 'a.example', 'b.example']) waits.push(await waitOf(limit, host))
    for (let count = 0; count < 3; count += 1) waits.push(await waitOf(limit, 'listed.example', 0))
    expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  it('starts again for a host without recent requests', async () => {
    const limit = createHostLimit(4)
    for (let count = 0; count < 3; count += 1) await waitOf(limit, 'a.example')
    await vi.advanceTimersByTimeAsync(2_001)
    const waits = []
    for (let count = 0; count < 3; count += 1) waits.push(await waitOf(limit, 'a.example'))
    expect(waits).toEqual([0, 0, pauseMs])
  })

  it.each([
    ['one request at a time to a host', 4, 'a.example'],
    ['a limited number of requests over all hosts', 1, 'b.example'],
  ])('allows %s', async (_, maxRequests, secondHost) => {
    const limit = createHostLimit(maxRequests)
    const first = startRequest(limit, 'a.example')
    const second = startRequest(limit, secondHost)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(first.started).toHaveBeenCalledOnce()
    expect(second.started).not.toHaveBeenCalled()
    first.end()
    second.end()
    await second.done
    expect(second.started).toHaveBeenCalledOnce()
  })

  it('runs requests to a host in order', async () => {
    const limit = createHostLimit(4)
    const order: string[] = []
    const run = (name: string) => limit('a.example', 0, never, async () => void order.push(name))
    await Promise.all(['a', 'b', 'c', 'd'].map(run))
    expect(order).toEqual(['a', 'b', 'c', 'd'])
  })

  it('rejects a request that is aborted while waiting, and never starts it', async () => {
    const limit = createHostLimit(1)
    const first = startRequest(limit, 'a.example')
    const controller = new AbortController()
    const aborted = startRequest(limit, 'a.example', controller.signal)
    const last = startRequest(limit, 'a.example')
    controller.abort(new Error('aborted'))
    await expect(aborted.done).rejects.toThrow('aborted')
    first.end()
    last.end()
    await last.done
    expect(aborted.started).not.toHaveBeenCalled()
  })

  it('frees the place of a request that is aborted during its pause', async () => {
    const limit = createHostLimit(1)
    for (let count = 0; count < 2; count += 1) await waitOf(limit, 'a.example')
    const controller = new AbortController()
    const { done } = startRequest(limit, 'a.example', controller.signal)
    const rejected = expect(done).rejects.toThrow('aborted')
    await vi.advanceTimersByTimeAsync(0)
    controller.abort(new Error('aborted'))
    await rejected
    expect(vi.getTimerCount()).toBe(0)
    expect(await waitOf(limit, 'a.example')).toBe(pauseMs)
  })

  it('frees the place of a request that fails', async () => {
    const limit = createHostLimit(1)
    await expect(limit('a.example', 0, never, async () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    )
    expect(await waitOf(limit, 'a.example')).toBe(0)
  })
})
