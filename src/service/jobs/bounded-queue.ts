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

const defaultMaxWaitMs = 10 * 60_000

type MoreLimits = { maxWaitMs?: number; maxHostWaitMs?: number; maxBackground?: number }

/** Limits the work that runs and that waits at once. */
export class BoundedQueue {
  readonly #limits: { maxRunning: number; maxWaiting: number } & Required<MoreLimits>
  /** Running work by host and by key. */
  readonly #ofHost = createCounts()
  readonly #ofHostInBackground = createCounts()
  readonly #ofKeyInTurn = createCounts()
  readonly #ofKeyInBackground = createCounts()
  readonly #turns = createTurns<HostSlot>((key, slot) => this.#startInTurn(key, slot))
  #runningInTurn = 0
  #runningInBackground = 0
  #isClosed = false

  constructor(maxRunning: number, maxWaiting: number, more: MoreLimits = {}) {
    const { maxWaitMs = defaultMaxWaitMs, maxHostWaitMs = maxWaitMs, maxBackground = maxRunning } = more
    this.#limits = { maxRunning, maxWaiting, maxWaitMs, maxHostWaitMs, maxBackground }
  }

  /**
   * Runs `work` when its turn comes. An abort while waiting frees the place at once.
   * @throws QueueFull if no place is free, after 10 minutes, or when another key that waits less needs the place;
   *   SlowHost if it still waits for its host after `maxHostWaitMs`
   */
  async run<T>(work: () => Promise<T>, entry: Entry): Promise<T> {
    entry.signal?.throwIfAborted()
    if (this.#isClosed) throw new QueueClosed()
    const { key } = entry
    if (!this.#startInTurn(key, entry)) {
      if (this.#waiting() >= this.#limits.maxWaiting) this.#makePlaceFor(key)
      await this.#waitForTurn(entry)
    }
    return this.#runCounted(work, () => this.#changeInTurn(key, entry, -1))
  }

  /**
   * Runs `work` at once without a turn, or returns null if there is no room. Work that people wait for can use the room
   * of background work, but not the other way round.
   */
  runInBackground<T>(work: () => Promise<T>, { key, ...slot }: HostSlot & Pick<Entry, 'key'>): Promise<T> | null {
    if (this.#isClosed || !this.#isHostFree(slot)) return null
    if (!canTakePlace(this.#ofKeyInBackground.of(key), this.#freeInBackground())) return null
    this.#changeInBackground(key, slot, 1)
    return this.#runCounted(work, () => this.#changeInBackground(key, slot, -1))
  }

  /** The amount of background work that could start now. */
  backgroundRoom(): number {
    return this.#isClosed ? 0 : Math.max(0, this.#freeInBackground() - this.#waitingForPlaces())
  }

  /**
   * Returns a function that shares the room for background work: true if a key can have one more.
   * @param elsewhere the amount of other work of a key, which counts in its share
   */
  shareBackgroundRoom(elsewhere: (key: string) => number = () => 0): (key: string) => boolean {
    const shared = createCounts()
    let free = this.backgroundRoom()
    return (key) => {
      if (!canTakePlace(this.#ofKeyInBackground.of(key) + elsewhere(key) + shared.of(key), free)) return false
      shared.add(key, 1)
      free -= 1
      return true
    }
  }

  /** The amount of background work for a host that can run, including running work. Other processes count theirs. */
  backgroundRoomOf({ host, maxOfHost = 1 }: HostSlot): number {
    return Math.max(0, maxOfHost - this.#ofHost.of(host) + this.#ofHostInBackground.of(host))
  }

  /** The amounts of running and waiting work. */
  figures(): { running: number; waiting: number } {
    return { running: this.#runningInTurn + this.#runningInBackground, waiting: this.#waiting() }
  }

  /** Rejects everything that waits and everything new with QueueClosed. Running work continues. */
  close(): void {
    this.#isClosed = true
    for (const { reject } of this.#turns.waiters()) reject(new QueueClosed())
  }

  #waiting(): number {
    return this.#turns.waiters().length
  }

  #isHostFree({ host, maxOfHost = 1 }: HostSlot): boolean {
    return this.#ofHost.of(host) < maxOfHost
  }

  #freeInBackground(): number {
    return this.#limits.maxBackground - this.#runningInTurn - this.#runningInBackground
  }

  /** Work that waits for its host or for its key's share doesn't need the room of background work. */
  #waitingForPlaces(): number {
    if (this.#runningInTurn < this.#limits.maxRunning) return 0
    return this.#turns.waiters().filter(({ slot }) => this.#isHostFree(slot)).length
  }

  #startInTurn(key: string, slot: HostSlot): boolean {
    const free = this.#limits.maxRunning - this.#runningInTurn
    if (!this.#isHostFree(slot) || !canTakePlace(this.#ofKeyInTurn.of(key), free)) return false
    this.#changeInTurn(key, slot, 1)
    return true
  }

  #changeInTurn(key: string, { host }: HostSlot, by: 1 | -1) {
    this.#runningInTurn += by
    this.#ofKeyInTurn.add(key, by)
    this.#ofHost.add(host, by)
  }

  #changeInBackground(key: string, { host }: HostSlot, by: 1 | -1) {
    this.#runningInBackground += by
    this.#ofKeyInBackground.add(key, by)
    this.#ofHost.add(host, by)
    this.#ofHostInBackground.add(host, by)
  }

  async #waitForTurn({ key, signal, ...slot }: Entry): Promise<void> {
    const timers: NodeJS.Timeout[] = []
    const start = (ms: number, onTime: () => void) => void timers.push(setTimeout(onTime, ms))
    try {
      await this.#turns.wait(key, slot, signal, ({ reject }) => {
        start(this.#limits.maxWaitMs, () => reject(this.#fullError()))
        start(this.#limits.maxHostWaitMs, () => this.#isHostFree(slot) || reject(new SlowHost()))
      })
    } finally {
      for (const timer of timers) clearTimeout(timer)
    }
  }

  /** Rejects the last entry of the key that waits most, unless that is the given key. */
  #makePlaceFor(key: string) {
    const byKey = Map.groupBy(this.#turns.waiters(), (waiter) => waiter.key)
    const [most = []] = [...byKey.values()].toSorted((a, b) => b.length - a.length)
    const last = most.at(-1)
    if (!last || most.length <= (byKey.get(key)?.length ?? 0) + 1) throw this.#fullError()
    last.reject(this.#fullError())
  }

  #fullError(): QueueFull {
    return new QueueFull(`${this.#waiting()} pages wait already.`)
  }

  async #runCounted<T>(work: () => Promise<T>, end: () => void): Promise<T> {
    try {
      return await work()
    } finally {
      end()
      this.#turns.next()
    }
  }
}
