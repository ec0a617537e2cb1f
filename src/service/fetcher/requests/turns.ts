/** Waits of one key, or of all. Can be rejected from outside. */
export type Waiter<Slot> = { key: string; slot: Slot; reject(error: Error): void }

/**
 * Work that waits, by key. Keys take turns, and the work of one key stays in order, except that what can start passes
 * what can't.
 *
 * Written by hand because p-limit can neither choose nor remove a single entry.
 */
export type Turns<Slot> = {
  /**
   * Resolves when its turn has come. An abort removes it at once.
   * @param onWaiting gets the waiter
   */
  wait(key: string, slot: Slot, signal?: AbortSignal, onWaiting?: (waiter: Waiter<Slot>) => void): Promise<void>
  /** Starts everything that can start. Call it when a place is free. */
  next(): void
  waiters(): Waiter<Slot>[]
}

/** @param tryStart returns true if it has taken a place for the work */
export function createTurns<Slot>(tryStart: (key: string, slot: Slot) => boolean): Turns<Slot> {
  type Entry = Waiter<Slot> & { start(): void }
  /** The key whose turn is next comes first. */
  const keys = new Map<string, Set<Entry>>()

  function remove(entry: Entry) {
    const own = keys.get(entry.key)
    own?.delete(entry)
    if (own?.size === 0) keys.delete(entry.key)
  }

  function moveToEnd(key: string, own: Set<Entry>) {
    keys.delete(key)
    if (own.size > 0) keys.set(key, own)
  }

  return {
    wait: (key, slot, signal, onWaiting) =>
      new Promise((resolve, reject) => {
        const settle = (finish: () => void) => {
          signal?.removeEventListener('abort', onAbort)
          remove(entry)
          finish()
        }
        const onAbort = () => settle(() => reject(signal?.reason))
        const entry: Entry = {
          key,
          slot,
          start: () => settle(resolve),
          reject: (error) => settle(() => reject(error)),
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        keys.set(key, (keys.get(key) ?? new Set()).add(entry))
        onWaiting?.(entry)
      }),
    next() {
      // A key that is moved to the end is visited again, so this ends when nothing can start.
      for (const [key, own] of keys) {
        const next = [...own].find(({ slot }) => tryStart(key, slot))
        if (!next) continue
        next.start()
        moveToEnd(key, own)
      }
    },
    waiters: () => [...keys.values()].flatMap((own) => [...own]),
  }
}
