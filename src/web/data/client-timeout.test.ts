import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withIdleTimeout } from './client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Simulates a fetch without a response. */
const silent = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const kind = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { kind?: string }) => error.kind,
  )

describe('the idle timeout', () => {
  it('ends a silent call at the limit and aborts its signal', async () => {
    let heard: AbortSignal | undefined
    const end = kind(withIdleTimeout(30_000, undefined, (signal) => ((heard = signal), silent(signal))))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(heard?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(heard?.aborted).toBe(true)
    expect(await end).toBe('timeout')
  })

  it('starts again with each received part', async () => {
    let onProgress = () => {}
    const end = kind(withIdleTimeout(30_000, undefined, (signal, again) => ((onProgress = again), silent(signal))))
    await vi.advanceTimersByTimeAsync(20_000)
    onProgress()
    let over = false
    void end.then(() => (over = true))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(over).toBe(false)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(over).toBe(true)
  })

  it('reports a lost connection, not silence, if the machine slept', async () => {
    const end = kind(withIdleTimeout(30_000, undefined, silent))
    vi.setSystemTime(Date.now() + 3_600_000)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await end).toBe('network')
  })

  it('leaves no timer behind', async () => {
    expect(await withIdleTimeout(30_000, undefined, async () => 4)).toBe(4)
    expect(vi.getTimerCount()).toBe(0)
  })
})
