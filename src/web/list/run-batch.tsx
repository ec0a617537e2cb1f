import { forEach } from '#web/data/concurrency.ts'
import { showToast } from '#web/ui/toast.tsx'
import { batchWords } from './batch-words.ts'
import { type Batch, type BatchLine, failedOf } from './batch.ts'
import { BatchCard } from './batch-card.tsx'
import { createStore } from '#web/ui/store.ts'

type Doing<Item> = {
  items: readonly Item[]
  nameOf: (item: Item) => string
  /** Resolves with what to say of the item, and what came of it. */
  act: (item: Item, signal: AbortSignal) => Promise<Pick<BatchLine, 'to' | 'note'>>
  /** What a limit has refused is not sent again by itself. */
  once?: boolean
  /** Called when the last is over. */
  after: () => void
  words: {
    working: (many: number) => string
    done: (many: number) => string
    failed: (failed: number, many: number) => string
    stopped: (done: number, many: number) => string
    /** Said of those that may have been done. They are then not among what is tried again. */
    lost?: (lost: number) => string
  }
}

/** Does something with each, four at a time; the card over the page tells how each went, can stop what has not begun, and tries again what failed. */
export async function runBatch<Item extends { id: number }>(doing: Doing<Item>) {
  const { items, nameOf, act, once = false, after, words } = doing
  const many = items.length
  const stop = new AbortController()
  const lines: BatchLine[] = []
  const working = {
    title: words.working(many),
    of: many,
    lines,
    action: { label: batchWords.stop, onSelect: () => stop.abort() },
  }
  const batch = createStore<Batch>(working)
  const drop = showToast({ text: <BatchCard batch={batch} />, stays: true })

  await forEach(items, (item) => act(item, stop.signal), {
    signal: stop.signal,
    once,
    onOutcome({ item, result, error }) {
      lines.push({ id: item.id, url: nameOf(item), error, ...result })
      batch.set({ ...working })
    },
  })
  after()

  const failed = failedOf(lines)
  const lost = words.lost ? failed.filter(({ error }) => error?.unsure) : []
  const again = new Set(failed.filter((line) => !lost.includes(line)).map(({ id }) => id))
  const retry = () => {
    drop()
    void runBatch({ ...doing, items: items.filter(({ id }) => again.has(id)) })
  }
  const ended = stop.signal.aborted
    ? words.stopped(lines.length - failed.length, many)
    : again.size > 0
      ? words.failed(again.size, many)
      : lost.length > 0
        ? null
        : words.done(many)
  const title = [ended, lost.length > 0 ? words.lost?.(lost.length) : null].filter(Boolean).join('. ')
  batch.set({
    title,
    of: null,
    lines,
    action: again.size > 0 ? { label: batchWords.retry(again.size), onSelect: retry } : undefined,
  })
}
