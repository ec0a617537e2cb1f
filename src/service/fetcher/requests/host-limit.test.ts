import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createHostLimit,
  defaultPace,
  type HostLimit,
  type HostTurn,
  maxAnalysesOf,
  readHostPaces,
} from './host-limit.ts'

const never = new AbortController().signal
const turn: HostTurn = { host: 'a.example', pace: defaultPace, requester: 'a', signal: never }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 10_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

type Response = { status: number | null; ms: number }
const quick: Response = { status: 200, ms: 50 }

/** Returns the wait of the next request to a host. The request itself takes no time. */
async function waitOf(limit: HostLimit, response = quick, { host = 'a.example', pace = defaultPace } = {}) {
  const start = performance.now()
  const done = limit({ ...turn, host, pace }, async (responded) => responded(response.status, response.ms))
  await vi.advanceTimersByTimeAsync(0)
  while (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync()
  await done
  return Math.round(performance.now() - start)
}

async function waitsOf(limit: HostLimit, count: number, options?: Parameters<typeof waitOf>[2]) {
  const waits: number[] = []
  for (let at = 0; at < count; at += 1) waits.push(await waitOf(limit, quick, options))
  return waits
}

/** Starts a request to a host that runs until `end` is called. */
function startRequest(limit: HostLimit, host: string, { signal = never, requester = 'a' } = {}) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const started = vi.fn()
  const done = limit({ host, pace: defaultPace, requester, signal }, () => (started(), promise))
  return { started, end, done }
}

describe('the pace of a host', () => {
  it('is a burst of 30 requests, then 10 a second', async () => {
    const limit = createHostLimit(64)
    expect(await waitsOf(limit, 33)).toEqual([...Array<number>(30).fill(0), 100, 100, 100])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await waitsOf(limit, 12)).toEqual([...Array<number>(10).fill(0), 100, 100])
  })

  it('holds for requests of several reports at once', async () => {
    const limit = createHostLimit(64)
    let sent = 0
    const all = Array.from({ length: 60 }, () => limit(turn, async () => void (sent += 1)))
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toBe(30)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent).toBe(50)
    await vi.advanceTimersByTimeAsync(1_000)
    await Promise.all(all)
  })

  it('is kept apart from other hosts, and can be another one', async () => {
    const limit = createHostLimit(64)
    await waitsOf(limit, 30)
    expect(await waitsOf(limit, 2, { host: 'b.example', pace: defaultPace })).toEqual([0, 0])
    const own = { host: 'own.example', pace: { perSecond: 50, maxConcurrent: 6 } }
    expect(await waitsOf(limit, 152, own)).toEqual([...Array<number>(150).fill(0), 20, 20])
  })

  it.each([
    ['six requests at once to a host', 64, 'a.example', 6],
    ['one requester half of a limited number of requests over all hosts', 8, 'b.example', 4],
  ])('allows %s', async (_, maxRequests, lastHost, allowed) => {
    const limit = createHostLimit(maxRequests)
    const first = Array.from({ length: allowed }, () => startRequest(limit, 'a.example'))
    const last = startRequest(limit, lastHost)
    await vi.advanceTimersByTimeAsync(60_000)
    for (const { started } of first) expect(started).toHaveBeenCalledOnce()
    expect(last.started).not.toHaveBeenCalled()
    for (const { end } of [...first, last]) end()
    await last.done
    expect(last.started).toHaveBeenCalledOnce()
  })

  it('lets each further requester have half of the rest of all requests', async () => {
    const limit = createHostLimit(8)
    const startFor = (requester: string) =>
      Array.from({ length: 10 }, (_, at) => startRequest(limit, `${requester}${at}.example`, { requester }))
    const requests = ['a', 'b', 'c', 'd', 'e'].map(startFor)
    await vi.advanceTimersByTimeAsync(0)
    const started = () => requests.map((all) => all.filter((one) => one.started.mock.calls.length > 0).length)
    expect(started()).toEqual([4, 2, 1, 1, 0])
    for (const { end } of requests.flat()) end()
    await Promise.all(requests.flat().map(({ done }) => done))
    expect(started()).toEqual([10, 10, 10, 10, 10])
  })

  it('lets requesters take turns at a host', async () => {
    const limit = createHostLimit(64)
    const first = Array.from({ length: 6 }, () => startRequest(limit, 'a.example'))
    const order: string[] = []
    const more = ['a', 'a', 'a', 'b'].map((requester) =>
      limit({ ...turn, requester }, async () => void order.push(requester)),
    )
    await vi.advanceTimersByTimeAsync(0)
    for (const { end } of first) end()
    await Promise.all(more)
    expect(order).toEqual(['a', 'b', 'a', 'a'])
  })

  it('lets requests run in order', async () => {
    const limit = createHostLimit(4)
    const order: string[] = []
    const run = (name: string) => limit(turn, async () => void order.push(name))
    await Promise.all(['a', 'b', 'c', 'd'].map(run))
    expect(order).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('a strained host', () => {
  it.each([
    ['returns 429', { status: 429, ms: 50 }],
    ['returns 503', { status: 503, ms: 50 }],
    ['takes much longer than before', { status: 200, ms: 1_200 }],
    ['does not respond in time', { status: null, ms: 5_000 }],
  ])('gets rests when it %s, which become shorter with each good response', async (_, response) => {
    const limit = createHostLimit(64)
    await waitOf(limit)
    await waitOf(limit, response)
    expect(await waitsOf(limit, 6)).toEqual([200, 150, 100, 50, 0, 0])
  })

  it('gets rests twice as long with each sign of strain, up to 0.8 seconds', async () => {
    const limit = createHostLimit(64)
    const waits: number[] = []
    for (let at = 0; at < 6; at += 1) waits.push(await waitOf(limit, { status: 503, ms: 50 }))
    expect(waits).toEqual([0, 200, 400, 800, 800, 800])
  })

  it('is one that becomes slower, not one that always is slow', async () => {
    const limit = createHostLimit(64)
    const slow = { status: 200, ms: 2_000 }
    expect([await waitOf(limit, slow), await waitOf(limit, slow), await waitOf(limit, slow)]).toEqual([0, 0, 0])
  })

  it('gets no rests after ten seconds without a request', async () => {
    const limit = createHostLimit(64)
    await waitOf(limit, { status: 503, ms: 50 })
    await vi.advanceTimersByTimeAsync(10_001)
    expect(await waitsOf(limit, 2)).toEqual([0, 0])
  })
})

describe('a request to a host', () => {
  it('that is aborted while waiting is rejected and never starts', async () => {
    const limit = createHostLimit(1)
    const first = startRequest(limit, 'a.example')
    const controller = new AbortController()
    const aborted = startRequest(limit, 'a.example', { signal: controller.signal })
    const last = startRequest(limit, 'a.example')
    controller.abort(new Error('aborted'))
    await expect(aborted.done).rejects.toThrow('aborted')
    first.end()
    last.end()
    await last.done
    expect(aborted.started).not.toHaveBeenCalled()
  })

  it('that is aborted during its pause frees its place', async () => {
    const limit = createHostLimit(64)
    await waitsOf(limit, 30)
    const controller = new AbortController()
    const { done } = startRequest(limit, 'a.example', { signal: controller.signal })
    const rejected = expect(done).rejects.toThrow('aborted')
    await vi.advanceTimersByTimeAsync(0)
    controller.abort(new Error('aborted'))
    await rejected
    expect(vi.getTimerCount()).toBe(0)
    expect(await waitOf(limit)).toBe(100)
  })

  it('that fails frees its place', async () => {
    const limit = createHostLimit(1)
    const failed = limit(turn, async () => Promise.reject(new Error('failed')))
    await expect(failed).rejects.toThrow('failed')
    expect(await waitOf(limit)).toBe(0)
  })
})

const paces = readHostPaces('fast.example=50/12,127.0.0.1:8443=10/24,[::1]:443=1000/64,slow.example=1/2') ?? undefined

it.each([
  ['https://other.example/', 1],
  ['https://slow.example/', 1],
  ['https://fast.example/', 2],
  ['https://fast.example./', 2],
  ['https://127.0.0.1:8443/', 4],
  ['https://127.0.0.1/', 1],
  ['https://[::1]/', 10],
])('one analysis runs at once per six connections that a host allows: %s', (page, analyses) => {
  expect(maxAnalysesOf(new URL(page), paces)).toBe(analyses)
})
