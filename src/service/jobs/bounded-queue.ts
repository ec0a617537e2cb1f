/** The queue is full, or the wait was too long. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** The queue accepts nothing more, because the service is shutting down. */
export class QueueClosed extends Error {
  override name = 'QueueClosed'
}

/**
 * @property key of the person who asks. Keys take turns.
 * @property host that the work sends its requests to. Work for one host runs one after the other: the rest would only
 *   wait for its turn there and keep others from running.
 */
type Entry = { key: string; host: string; signal?: AbortSignal }

export type BoundedQueue = {
  /**
   * Runs `work` when its turn comes. An abort while waiting frees the place at once.
   * @throws QueueFull if no place is free, after 10 minutes, or when another key that waits less needs the place
   */
  run<T>(work: () => Promise<T>, entry: Entry): Promise<T>
  /** Rejects everything that waits and everything new with QueueClosed. Running work continues. */
  close(): void
}

type Waiter = { host: string; start(): void; reject(error: Error): void }

const defaultMaxWaitMs = 10 * 60_000

/** Written by hand because p-limit can neither limit its queue nor choose or remove a single entry. */
export function createBoundedQueue(maxRunning: number, maxWaiting: number, maxWaitMs = defaultMaxWaitMs): BoundedQueue {
  /** By key. The key whose turn is next comes first. */
  const waiters = new Map<string, Set<Waiter>>()
  const busyHosts = new Set<string>()
  let waiting = 0
  let closed = false

  const closedError = () => new QueueClosed('The service is shutting down.')
  const fullError = () => new QueueFull(`${waiting} pages wait already.`)

  function waitForTurn({ key, host, signal }: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        remove(key, waiter)
        finish()
      }
      const onAbort = () => settle(() => reject(signal?.reason))
      const waiter: Waiter = {
        host,
        start: () => settle(resolve),
        reject: (error) => settle(() => reject(error)),
      }
      const timer = setTimeout(() => waiter.reject(fullError()), maxWaitMs)
      signal?.addEventListener('abort', onAbort, { once: true })
      waiters.set(key, (waiters.get(key) ?? new Set()).add(waiter))
      waiting += 1
    })
  }

  function remove(key: string, waiter: Waiter) {
    const own = waiters.get(key)
    if (!own?.delete(waiter)) return
    waiting -= 1
    if (own.size === 0) waiters.delete(key)
  }

  /** Rejects the last entry of the key that waits most, unless that is the given key. */
  function makePlaceFor(key: string) {
    const [most] = [...waiters.values()].toSorted((a, b) => b.size - a.size)
    const last = most && [...most].at(-1)
    if (!last || most.size <= (waiters.get(key)?.size ?? 0) + 1) throw fullError()
    last.reject(fullError())
  }

  function startNext() {
    for (const [key, own] of waiters) {
      if (busyHosts.size >= maxRunning) return
      const next = [...own].find(({ host }) => !busyHosts.has(host))
      if (!next) continue
      busyHosts.add(next.host)
      next.start()
      moveToEnd(key, own)
    }
  }

  function moveToEnd(key: string, own: Set<Waiter>) {
    waiters.delete(key)
    if (own.size > 0) waiters.set(key, own)
  }

  return {
    async run(work, entry) {
      entry.signal?.throwIfAborted()
      if (closed) throw closedError()
      const { key, host } = entry
      if (busyHosts.size < maxRunning && !busyHosts.has(host)) busyHosts.add(host)
      else {
        if (waiting >= maxWaiting) makePlaceFor(key)
        await waitForTurn(entry)
      }
      try {
        return await work()
      } finally {
        busyHosts.delete(host)
        startNext()
      }
    },
    close() {
      closed = true
      for (const own of waiters.values()) for (const waiter of own) waiter.reject(closedError())
    },
  }
}
