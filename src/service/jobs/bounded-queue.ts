/** The queue is full, or the wait was too long. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** The queue accepts nothing more, because the service is shutting down. */
export class QueueClosed extends Error {
  override name = 'QueueClosed'
  override message = 'The service is shutting down.'
}

/**
 * @property key of the person who sent the request. Keys take turns.
 * @property host that the work sends its requests to. At most `maxOfHost` run at once for one host, by default one: the
 *   rest would only wait for its turn there and keep others from running.
 */
type Entry = { key: string; host: string; maxOfHost?: number; signal?: AbortSignal }

export type BoundedQueue = {
  /**
   * Runs `work` when its turn comes. An abort while waiting frees the place at once.
   * @throws QueueFull if no place is free, after 10 minutes, or when another key that waits less needs the place
   */
  run<T>(work: () => Promise<T>, entry: Entry): Promise<T>
  /**
   * Runs `work` at once without a turn, or returns null if there is no room. Work that people wait for can use the room
   * of background work, but not the other way round.
   */
  runInBackground<T>(work: () => Promise<T>, slot: HostSlot): Promise<T> | null
  /** The amount of background work that could start now. */
  backgroundRoom(): number
  /** The amount of background work for a host that can run, including running work. */
  backgroundRoomOf(slot: HostSlot): number
  /** The amounts of running and waiting work. */
  figures(): { running: number; waiting: number }
  /** Rejects everything that waits and everything new with QueueClosed. Running work continues. */
  close(): void
}

type HostSlot = Pick<Entry, 'host' | 'maxOfHost'>
type Waiter = { slot: HostSlot; start(): void; reject(error: Error): void }

const defaultMaxWaitMs = 10 * 60_000

/** Written by hand because p-limit can neither limit its queue nor choose or remove a single entry. */
export function createBoundedQueue(
  maxRunning: number,
  maxWaiting: number,
  { maxWaitMs = defaultMaxWaitMs, maxBackground = maxRunning }: { maxWaitMs?: number; maxBackground?: number } = {},
): BoundedQueue {
  /** Waiting work by key. The key whose turn is next comes first. */
  const waiters = new Map<string, Set<Waiter>>()
  /** The number of running works by host. */
  const running = new Map<string, number>()
  const inBackground = new Map<string, number>()
  let runningInTurn = 0
  let runningInBackground = 0
  let waiting = 0
  let closed = false

  const closedError = () => new QueueClosed()
  const fullError = () => new QueueFull(`${waiting} pages wait already.`)

  const isHostFree = ({ host, maxOfHost = 1 }: HostSlot) => (running.get(host) ?? 0) < maxOfHost
  const isFree = (slot: HostSlot) => runningInTurn < maxRunning && isHostFree(slot)

  function changeInTurn(host: string, by: 1 | -1) {
    runningInTurn += by
    add(running, host, by)
  }

  function changeInBackground(host: string, by: 1 | -1) {
    runningInBackground += by
    add(running, host, by)
    add(inBackground, host, by)
  }

  function waitForTurn({ key, signal, ...slot }: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        remove(key, waiter)
        finish()
      }
      const onAbort = () => settle(() => reject(signal?.reason))
      const waiter: Waiter = {
        slot,
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
      if (runningInTurn >= maxRunning) return
      const next = [...own].find(({ slot }) => isFree(slot))
      if (!next) continue
      changeInTurn(next.slot.host, 1)
      next.start()
      moveToEnd(key, own)
    }
  }

  function moveToEnd(key: string, own: Set<Waiter>) {
    waiters.delete(key)
    if (own.size > 0) waiters.set(key, own)
  }

  async function runCounted<T>(work: () => Promise<T>, end: () => void): Promise<T> {
    try {
      return await work()
    } finally {
      end()
      startNext()
    }
  }

  return {
    async run(work, entry) {
      entry.signal?.throwIfAborted()
      if (closed) throw closedError()
      const { key, host } = entry
      if (isFree(entry)) changeInTurn(host, 1)
      else {
        if (waiting >= maxWaiting) makePlaceFor(key)
        await waitForTurn(entry)
      }
      return runCounted(work, () => changeInTurn(host, -1))
    },
    runInBackground(work, slot) {
      const { host } = slot
      if (closed || runningInTurn + runningInBackground >= maxBackground || !isHostFree(slot)) return null
      changeInBackground(host, 1)
      return runCounted(work, () => changeInBackground(host, -1))
    },
    backgroundRoom: () => (closed ? 0 : Math.max(0, maxBackground - runningInTurn - runningInBackground - waiting)),
    // Work of other processes counts elsewhere.
    backgroundRoomOf: ({ host, maxOfHost = 1 }) =>
      Math.max(0, maxOfHost - (running.get(host) ?? 0) + (inBackground.get(host) ?? 0)),
    figures: () => ({ running: runningInTurn + runningInBackground, waiting }),
    close() {
      closed = true
      for (const own of waiters.values()) for (const waiter of own) waiter.reject(closedError())
    },
  }
}

function add(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by
  if (count > 0) counts.set(name, count)
  else counts.delete(name)
}
