import { canTakePlace, createCounts } from '#service/fetcher/requests/places.ts'
import { createTurns } from '#service/fetcher/requests/turns.ts'

/** The queue is full, or the wait was too long. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** Other work on the host took so long that this work was not started. */
export class SlowHost extends QueueFull {
  override name = 'SlowHost'
  override message = 'Other pages of the host are still being analysed.'
}

/** The queue accepts nothing more, because the service is shutting down. */
export class QueueClosed extends Error {
  override name = 'QueueClosed'
  override message = 'The service is shutting down.'
}

/**
 * @property key of the person who sent the request. Keys take turns, and none can take all places.
 * @property host that the work sends its requests to. At most `maxOfHost` run at once for one host, by default one: the
 *   rest would only wait for its turn there and keep others from running.
 */
type Entry = { key: string; host: string; maxOfHost?: number; signal?: AbortSignal }
type HostSlot = Pick<Entry, 'host' | 'maxOfHost'>

export type BoundedQueue = {
  /**
   * Runs `work` when its turn comes. An abort while waiting frees the place at once.
   * @throws QueueFull if no place is free, after 10 minutes, or when another key that waits less needs the place;
   *   SlowHost if it still waits for its host after `maxHostWaitMs`
   */
  run<T>(work: () => Promise<T>, entry: Entry): Promise<T>
  /**
   * Runs `work` at once without a turn, or returns null if there is no room. Work that people wait for can use the room
   * of background work, but not the other way round.
   */
  runInBackground<T>(work: () => Promise<T>, slot: HostSlot & Pick<Entry, 'key'>): Promise<T> | null
  /** The amount of background work that could start now. */
  backgroundRoom(): number
  /**
   * Returns a function that shares the room for background work: true if a key can have one more.
   * @param elsewhere the amount of other work of a key, which counts in its share
   */
  shareBackgroundRoom(elsewhere?: (key: string) => number): (key: string) => boolean
  /** The amount of background work for a host that can run, including running work. */
  backgroundRoomOf(slot: HostSlot): number
  /** The amounts of running and waiting work. */
  figures(): { running: number; waiting: number }
  /** Rejects everything that waits and everything new with QueueClosed. Running work continues. */
  close(): void
}

const defaultMaxWaitMs = 10 * 60_000

export function createBoundedQueue(
  maxRunning: number,
  maxWaiting: number,
  {
    maxWaitMs = defaultMaxWaitMs,
    maxHostWaitMs = maxWaitMs,
    maxBackground = maxRunning,
  }: { maxWaitMs?: number; maxHostWaitMs?: number; maxBackground?: number } = {},
): BoundedQueue {
  /** Running work by host and by key. */
  const ofHost = createCounts()
  const ofHostInBackground = createCounts()
  const ofKeyInTurn = createCounts()
  const ofKeyInBackground = createCounts()
  let runningInTurn = 0
  let runningInBackground = 0
  let closed = false

  const turns = createTurns<HostSlot>(startInTurn)
  const waiting = () => turns.waiters().length
  const fullError = () => new QueueFull(`${waiting()} pages wait already.`)
  const isHostFree = ({ host, maxOfHost = 1 }: HostSlot) => ofHost.of(host) < maxOfHost
  const freeInBackground = () => maxBackground - runningInTurn - runningInBackground
  /** Work that waits for its host or for its key's share doesn't need the room of background work. */
  const waitingForPlaces = () =>
    runningInTurn < maxRunning ? 0 : turns.waiters().filter(({ slot }) => isHostFree(slot)).length
  const room = () => (closed ? 0 : Math.max(0, freeInBackground() - waitingForPlaces()))

  function startInTurn(key: string, slot: HostSlot): boolean {
    if (!isHostFree(slot) || !canTakePlace(ofKeyInTurn.of(key), maxRunning - runningInTurn)) return false
    changeInTurn(key, slot, 1)
    return true
  }

  function changeInTurn(key: string, { host }: HostSlot, by: 1 | -1) {
    runningInTurn += by
    ofKeyInTurn.add(key, by)
    ofHost.add(host, by)
  }

  function changeInBackground(key: string, { host }: HostSlot, by: 1 | -1) {
    runningInBackground += by
    ofKeyInBackground.add(key, by)
    ofHost.add(host, by)
    ofHostInBackground.add(host, by)
  }

  async function waitForTurn({ key, signal, ...slot }: Entry): Promise<void> {
    const timers: NodeJS.Timeout[] = []
    const start = (ms: number, onTime: () => void) => void timers.push(setTimeout(onTime, ms))
    try {
      await turns.wait(key, slot, signal, ({ reject }) => {
        start(maxWaitMs, () => reject(fullError()))
        start(maxHostWaitMs, () => isHostFree(slot) || reject(new SlowHost()))
      })
    } finally {
      for (const timer of timers) clearTimeout(timer)
    }
  }

  /** Rejects the last entry of the key that waits most, unless that is the given key. */
  function makePlaceFor(key: string) {
    const byKey = Map.groupBy(turns.waiters(), (waiter) => waiter.key)
    const [most = []] = [...byKey.values()].toSorted((a, b) => b.length - a.length)
    const last = most.at(-1)
    if (!last || most.length <= (byKey.get(key)?.length ?? 0) + 1) throw fullError()
    last.reject(fullError())
  }

  async function runCounted<T>(work: () => Promise<T>, end: () => void): Promise<T> {
    try {
      return await work()
    } finally {
      end()
      turns.next()
    }
  }

  return {
    async run(work, entry) {
      entry.signal?.throwIfAborted()
      if (closed) throw new QueueClosed()
      const { key } = entry
      if (!startInTurn(key, entry)) {
        if (waiting() >= maxWaiting) makePlaceFor(key)
        await waitForTurn(entry)
      }
      return runCounted(work, () => changeInTurn(key, entry, -1))
    },
    runInBackground(work, { key, ...slot }) {
      if (closed || !isHostFree(slot) || !canTakePlace(ofKeyInBackground.of(key), freeInBackground())) return null
      changeInBackground(key, slot, 1)
      return runCounted(work, () => changeInBackground(key, slot, -1))
    },
    backgroundRoom: room,
    shareBackgroundRoom(elsewhere = () => 0) {
      const shared = createCounts()
      let free = room()
      return (key) => {
        if (!canTakePlace(ofKeyInBackground.of(key) + elsewhere(key) + shared.of(key), free)) return false
        shared.add(key, 1)
        free -= 1
        return true
      }
    },
    // Work of other processes counts elsewhere.
    backgroundRoomOf: ({ host, maxOfHost = 1 }) =>
      Math.max(0, maxOfHost - ofHost.of(host) + ofHostInBackground.of(host)),
    figures: () => ({ running: runningInTurn + runningInBackground, waiting: waiting() }),
    close() {
      closed = true
      for (const { reject } of turns.waiters()) reject(new QueueClosed())
    },
  }
}
