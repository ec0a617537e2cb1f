import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPoliteness, type Politeness } from './politeness.ts'

const never = new AbortController().signal
const rest = 200

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 10_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** How long a host's next request had to wait, with the clock moved by hand; it ends at once. */
async function waited(politeness: Politeness, host: string, restMs = rest): Promise<number> {
  const start = performance.now()
  const turn = politeness.takeTurn(host, restMs, never)
  await vi.advanceTimersByTimeAsync(0)
  while (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync()
  const end = await turn
  end()
  return Math.round(performance.now() - start)
}

describe('politeness', () => {
  it('rests from the third request to a host on', async () => {
    const politeness = createPoliteness(4)
    const waits = []
    for (let count = 0; count < 4; count += 1) waits.push(await waited(politeness, 'a.example'))
    expect(waits).toEqual([0, 0, rest, rest])
  })

  it('owes one host no rest for another, and a listed host none', async () => {
    const politeness = createPoliteness(4)
    const waits = []
    for (const host of ['a.example', 'b.example', 'a.example', 'b.example']) waits.push(await waited(politeness, host))
    for (let count = 0; count < 3; count += 1) waits.push(await waited(politeness, 'listed.example', 0))
    expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  it('begins anew with a host that was left alone for a while', async () => {
    const politeness = createPoliteness(4)
    for (let count = 0; count < 3; count += 1) await waited(politeness, 'a.example')
    await vi.advanceTimersByTimeAsync(2_001)
    const waits = []
    for (let count = 0; count < 3; count += 1) waits.push(await waited(politeness, 'a.example'))
    expect(waits).toEqual([0, 0, rest])
  })

  it('asks a host one thing at a time', async () => {
    const politeness = createPoliteness(4)
    const endFirst = await politeness.takeTurn('a.example', rest, never)
    let second = false
    const turn = politeness.takeTurn('a.example', rest, never).then((end) => {
      second = true
      end()
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(second).toBe(false)
    endFirst()
    await turn
    expect(second).toBe(true)
  })

  it('bounds what runs at once over all hosts', async () => {
    const politeness = createPoliteness(1)
    const endFirst = await politeness.takeTurn('a.example', rest, never)
    let second = false
    const turn = politeness.takeTurn('b.example', rest, never).then((end) => {
      second = true
      end()
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(second).toBe(false)
    endFirst()
    await turn
    expect(second).toBe(true)
  })

  it('holds no place for a caller who gave up while resting', async () => {
    const politeness = createPoliteness(1)
    for (let count = 0; count < 2; count += 1) await waited(politeness, 'a.example')
    const controller = new AbortController()
    const turn = politeness.takeTurn('a.example', rest, controller.signal)
    const gaveUp = expect(turn).rejects.toThrow('gave up')
    await vi.advanceTimersByTimeAsync(0)
    controller.abort(new Error('gave up'))
    await gaveUp
    expect(vi.getTimerCount()).toBe(0)
    expect(await waited(politeness, 'a.example')).toBe(rest)
  })
})
