import { createTurns } from './turns.ts'

/**
 * A key can take a place while more are free than it holds. So one key never holds more than half of all places, and
 * each further one not more than half of the rest.
 *
 * @param held the number of places that the key holds
 */
export const canTakePlace = (held: number, free: number): boolean => held < free

export type Counts = { of(name: string): number; add(name: string, by: 1 | -1): void }

/** Counts by name. */
export function createCounts(): Counts {
  const counts = new Map<string, number>()
  return {
    of: (name) => counts.get(name) ?? 0,
    add(name, by) {
      const count = (counts.get(name) ?? 0) + by
      if (count > 0) counts.set(name, count)
      else counts.delete(name)
    },
  }
}

export type Places = {
  /**
   * Runs `work` when it is the key's turn and a place is free.
   * @throws the signal's reason if it aborts before
   */
  run<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>
  isIdle(): boolean
}

/**
 * Limits the work that runs at once. Keys take turns.
 * @param isShared one key can't take all places, see {@link canTakePlace}
 */
export function createPlaces(max: number, { isShared }: { isShared: boolean }): Places {
  const held = createCounts()
  let running = 0

  const tryStart = (key: string) => {
    const free = max - running
    if (free <= 0 || (isShared && !canTakePlace(held.of(key), free))) return false
    running += 1
    held.add(key, 1)
    return true
  }
  const turns = createTurns<null>(tryStart)

  return {
    async run(key, signal, work) {
      signal?.throwIfAborted()
      if (!tryStart(key)) await turns.wait(key, null, signal)
      try {
        return await work()
      } finally {
        running -= 1
        held.add(key, -1)
        turns.next()
      }
    },
    isIdle: () => running === 0,
  }
}
