export const minuteMs = 60_000
/** Safety limit: memory for this many names. */
const maxNames = 10_000

export type Count = { isExceeded: boolean; remaining: number; resetSeconds: number }

/** Counts an event under a name. */
export type RateWindow = (name: string) => Count | Promise<Count>

/**
 * Returns a function that counts an event under a name. Each name has its own minute, which starts when it is first
 * counted.
 * @param now milliseconds of a monotonic clock
 */
export function createRateWindow(maxPerMinute: number, now = () => performance.now()): (name: string) => Count {
  const names = new Map<string, { since: number; count: number }>()
  return (name) => {
    const time = now()
    const known = names.get(name)
    const current = known && known.since + minuteMs > time ? known : { since: time, count: 0 }
    // Moves it to the end: the least recently used one is removed first.
    names.delete(name)
    names.set(name, current)
    if (names.size > maxNames) names.delete(names.keys().next().value as string)
    current.count += 1
    return {
      isExceeded: current.count > maxPerMinute,
      remaining: Math.max(0, maxPerMinute - current.count),
      resetSeconds: Math.ceil((current.since + minuteMs - time) / 1000),
    }
  }
}
