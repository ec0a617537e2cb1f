import { LRUCache } from 'lru-cache'
import { RateLimiterMemory } from 'rate-limiter-flexible'

const windowSeconds = 60
export const windowMs = windowSeconds * 1000
/** Safety limit: memory for this many names. The one used longest ago is forgotten first. */
const maxNames = 10_000

export type Count = { isExceeded: boolean; remaining: number; resetSeconds: number }

/** Counts an event under a name. */
export type RateWindow = (name: string) => Promise<Count>

/**
 * Returns a function that counts events in this process. Each name has its own minute, which starts with its first
 * event.
 */
export function createRateWindow(maxPerMinute: number): RateWindow {
  const limiter = new RateLimiterMemory({ points: maxPerMinute, duration: windowSeconds })
  const names = new LRUCache<string, true>({
    max: maxNames,
    dispose: (_, name, reason) => {
      if (reason === 'evict') void limiter.delete(name)
    },
  })
  return async (name) => {
    names.set(name, true)
    const { consumedPoints, msBeforeNext } = await limiter.penalty(name)
    return countOf(consumedPoints, msBeforeNext, maxPerMinute)
  }
}

/** @param msLeft more than a window if the system clock, which the library reads, was set back */
export const countOf = (count: number, msLeft: number, max: number): Count => ({
  isExceeded: count > max,
  remaining: Math.max(0, max - count),
  resetSeconds: Math.min(windowSeconds, Math.max(1, Math.ceil(msLeft / 1000))),
})
