import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { forEach } from './concurrency.ts'
import { retryDelay } from './query-client.ts'
import { signInWith } from './session.ts'

afterEach(() => void vi.useRealTimers())

const items = Array.from({ length: 11 }, (_, index) => index + 1)

describe('forEach', () => {
  it('runs at most four actions at a time and reports each outcome', async () => {
    let now = 0
    let most = 0
    const outcomes = await forEach(items, async (item) => {
      most = Math.max(most, (now += 1))
      await Promise.resolve()
      now -= 1
      if (item === 7) throw new ApiError('forbidden', 'This key may only read.')
      return item * 2
    })
    expect(most).toBe(4)
    expect(outcomes).toHaveLength(11)
    expect(outcomes.filter(({ error }) => error).map(({ item, error }) => [item, error?.kind])).toEqual([
      [7, 'forbidden'],
    ])
    expect(outcomes.find(({ item }) => item === 5)?.result).toBe(10)
  })

  it('starts and repeats nothing for the next person at this browser', async () => {
    signInWith('first', false)
    const begun: number[] = []
    const outcomes = await forEach(items, async (item) => {
      begun.push(item)
      signInWith('second', false)
      if (item === 1) throw new ApiError('limited', '', { status: 429, retryAfter: 0 })
    })
    expect(begun).toEqual([1])
    expect(outcomes).toEqual([])
  })

  it('repeats rate-limited actions once the limit ends', async () => {
    const tries = new Map<number, number>()
    const outcomes = await forEach([1, 2], async (item) => {
      tries.set(item, (tries.get(item) ?? 0) + 1)
      if (item === 1 && tries.get(1) === 1) throw new ApiError('limited', '', { status: 429, retryAfter: 0 })
    })
    expect(outcomes.every(({ error }) => error === null)).toBe(true)
    expect(tries.get(1)).toBe(2)
  })

  it('waits as long as reads do if the server sends no Retry-After', async () => {
    vi.useFakeTimers()
    const before = Date.now()
    const begun: number[] = []
    const outcomes = forEach([1], async () => {
      begun.push(Date.now() - before)
      if (begun.length < 4) throw new ApiError('limited', '', { status: 429 })
    })
    await vi.runAllTimersAsync()
    await outcomes
    const waits = begun.slice(1).map((ms, index) => ms - begun[index]!)
    expect(waits).toEqual([0, 1, 2].map((failures) => retryDelay(failures, new ApiError('limited'))))
  })

  it('fails an action that is rate limited again and again', async () => {
    let tries = 0
    const [outcome] = await forEach([1], async () => {
      tries += 1
      throw new ApiError('limited', '', { status: 429, retryAfter: -1 })
    })
    expect(outcome?.error?.kind).toBe('limited')
    expect(tries).toBe(11)
  })

  it('never repeats an action that may run only once, and pauses the others until the limit ends', async () => {
    const begun: [number, number][] = []
    const before = Date.now()
    const outcomes = await forEach(
      items,
      async (item) => {
        begun.push([item, Date.now() - before])
        if (item === 1) throw new ApiError('limited', '', { status: 429, retryAfter: 0 })
      },
      { once: true },
    )
    expect(begun.map(([item]) => item).toSorted((one, other) => one - other)).toEqual(items)
    expect(outcomes.filter(({ error }) => error).map(({ item, error }) => [item, error?.kind])).toEqual([
      [1, 'limited'],
    ])
    expect(begun.find(([item]) => item === 11)?.[1]).toBeGreaterThanOrEqual(200)
  })

  it('starts no action after an abort', async () => {
    const stop = new AbortController()
    const outcomes = await forEach(items, async (item) => void (item === 4 && stop.abort()), { signal: stop.signal })
    expect(outcomes.length).toBeLessThan(9)
  })

  it('reports any other error as an outcome', async () => {
    const [outcome] = await forEach([1], async () => {
      throw new TypeError('broken')
    })
    expect(outcome?.error?.kind).toBe('unreadable')
  })
})
