import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { forEach } from './concurrency.ts'

const items = Array.from({ length: 11 }, (_, index) => index + 1)

describe('doing something with many things', () => {
  it('has at most four under way, and tells how each went', async () => {
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

  it('tries again what a limit has refused, once it is over', async () => {
    const tries = new Map<number, number>()
    const outcomes = await forEach([1, 2], async (item) => {
      tries.set(item, (tries.get(item) ?? 0) + 1)
      if (item === 1 && tries.get(1) === 1) throw new ApiError('limited', '', { status: 429, retryAfter: 0 })
    })
    expect(outcomes.every(({ error }) => error === null)).toBe(true)
    expect(tries.get(1)).toBe(2)
  })

  it('gives up on what a limit refuses over and over', async () => {
    let tries = 0
    const [outcome] = await forEach([1], async () => {
      tries += 1
      throw new ApiError('limited', '', { status: 429, retryAfter: -1 })
    })
    expect(outcome?.error?.kind).toBe('limited')
    expect(tries).toBe(11)
  })

  it('sends nothing twice that may be sent once, and holds the others until the limit is over', async () => {
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

  it('begins nothing more once it is stopped', async () => {
    const stop = new AbortController()
    const outcomes = await forEach(items, async (item) => void (item === 4 && stop.abort()), { signal: stop.signal })
    expect(outcomes.length).toBeLessThan(9)
  })

  it('gives everything else that is thrown as an outcome too', async () => {
    const [outcome] = await forEach([1], async () => {
      throw new TypeError('broken')
    })
    expect(outcome?.error?.kind).toBe('not-understood')
  })
})
