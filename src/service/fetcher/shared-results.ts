import { orAborted } from './timing.ts'

type Kept = { bytes: number; drop: () => void }

/** Bounds what is kept in memory, over all that share it. What was not used for longest goes first. */
export type Memory = ReturnType<typeof createMemory>

export function createMemory({ maxBytes, maxEntries }: { maxBytes: number; maxEntries: number }) {
  /** The one used last comes last. */
  const order = new Set<Kept>()
  let bytes = 0
  const remove = (kept: Kept) => {
    if (order.delete(kept)) bytes -= kept.bytes
  }
  return {
    add(kept: Kept) {
      order.add(kept)
      bytes += kept.bytes
      for (const oldest of order) {
        if (bytes <= maxBytes && order.size <= maxEntries) return
        remove(oldest)
        oldest.drop()
      }
    },
    use(kept: Kept) {
      if (order.delete(kept)) order.add(kept)
    },
    remove,
    bytes: () => bytes,
  }
}

/** @property keptMs the time in milliseconds for which the value serves others that ask for it later */
export type Result<T> = { value: T; bytes: number; keptMs: number }

type Entry<T> = Kept & {
  until: number
  /** Null if it failed. */
  result: Promise<{ value: T } | null>
  finished: { value: T } | null
}

export type SharedResults<T> = ReturnType<typeof createSharedResults<T>>

/** Keeps results by their keys, and lets all that need the same one wait for it together. */
export function createSharedResults<T>(memory: Memory) {
  const entries = new Map<string, Entry<T>>()

  const remove = (key: string, entry: Entry<T>) => {
    memory.remove(entry)
    if (entries.get(key) === entry) entries.delete(key)
  }

  async function runAndKeep(key: string, run: () => Promise<Result<T>>): Promise<T> {
    const running = run()
    const entry: Entry<T> = {
      bytes: 0,
      until: Infinity,
      finished: null,
      drop: () => remove(key, entry),
      result: running.then(
        ({ value }) => ({ value }),
        () => null,
      ),
    }
    const before = entries.get(key)
    if (before) remove(key, before)
    entries.set(key, entry)
    try {
      const { value, bytes, keptMs } = await running
      if (keptMs <= 0) remove(key, entry)
      else if (entries.get(key) === entry) {
        Object.assign(entry, { bytes: bytes + key.length + entryBytes, finished: { value } })
        entry.until = performance.now() + keptMs
        memory.add(entry)
      }
      return value
    } catch (error) {
      remove(key, entry)
      throw error
    }
  }

  return {
    /** Returns a finished result that still serves, or undefined. */
    find(key: string): T | undefined {
      const known = entries.get(key)
      if (!known?.finished || known.until <= performance.now()) return undefined
      memory.use(known)
      return known.finished.value
    },
    /**
     * Returns the result that is kept or being waited for, or that of `run`.
     * @throws the error of `run`, or the signal's reason
     */
    async share(
      key: string,
      signal: AbortSignal,
      run: () => Promise<Result<T>>,
      isUsable: (value: T) => boolean = () => true,
    ): Promise<T> {
      for (;;) {
        const known = entries.get(key)
        if (!known || known.until <= performance.now()) break
        const result = await orAborted(known.result, signal)
        if (result && isUsable(result.value)) {
          memory.use(known)
          return result.value
        }
        // Otherwise another one has started to replace it.
        if (entries.get(key) === known) break
      }
      return runAndKeep(key, run)
    },
    clear() {
      for (const [key, entry] of entries) remove(key, entry)
    },
  }
}

/** Of the objects that hold an entry. */
const entryBytes = 500
