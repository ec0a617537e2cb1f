import { Link } from 'react-router-dom'
import type { ApiError } from '#web/data/api-error.ts'
import { forEach } from '#web/data/concurrency.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { currentPerson, watchPerson } from '#web/data/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { createStore, type Store, useStore } from '#web/ui/store.ts'
import { showToast } from '#web/ui/toast.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { batchWords as words } from './words.ts'
import styles from './batch.module.css'

/** One item of a batch and its outcome. `to` links to the outcome. */
export type BatchLine = { id: number; url: string; error: ApiError | null; to?: string; note?: string }

/** An action that runs on many items, as its card shows it. */
export type Batch = {
  title: string
  /** The number of items while the batch is running, otherwise null. */
  of: number | null
  lines: BatchLine[]
  action?: { label: string; onSelect: () => void } | undefined
}

export const failedOf = (lines: readonly BatchLine[]) => lines.filter(({ error }) => error !== null)

type GroupsOptions<Item> = {
  title: string
  groups: readonly (readonly Item[])[]
  lineOf: (item: Item) => Pick<BatchLine, 'id' | 'url'>
  act: (group: readonly Item[], signal: AbortSignal) => Promise<Pick<BatchLine, 'to' | 'note'> | void>
  once?: boolean
  canStop: boolean
}

/**
 * Runs an action on each group of items, a few groups at a time, while a card shows the progress. `isOver` is true if
 * another person uses the page meanwhile: nothing more is done, and they must see nothing of it.
 */
export async function runGroups<Item>({ title, groups, lineOf, act, once = false, canStop }: GroupsOptions<Item>) {
  const began = currentPerson()
  const stop = new AbortController()
  const unwatch = watchPerson(() => stop.abort())
  const of = groups.flat().length
  const lines: BatchLine[] = []
  const action = canStop ? { label: words.stop, onSelect: () => stop.abort() } : undefined
  const batch = createStore<Batch>({ title, of, lines, action })
  const close = showToast({ text: <BatchCard batch={batch} />, stays: true })
  await forEach(groups, (group) => act(group, stop.signal), {
    signal: stop.signal,
    once,
    onOutcome({ item: group, result, error }) {
      lines.push(...group.map((item) => ({ ...lineOf(item), error, ...result })))
      batch.set({ ...batch.get() })
    },
  })
  unwatch()
  return { lines, batch, close, isOver: currentPerson() !== began, isStopped: lines.length < of }
}

type BatchOptions<Item> = {
  items: readonly Item[]
  itemName: (item: Item) => string
  act: (item: Item, signal: AbortSignal) => Promise<Pick<BatchLine, 'to' | 'note'>>
  /** Does not repeat a rate-limited request. */
  once?: boolean
  onEnd: () => void
  words: {
    working: (count: number) => string
    done: (count: number) => string
    failed: (failed: number, count: number) => string
    stopped: (done: number, count: number) => string
    /** Items without a response, which may have succeeded. They are not offered for a retry. */
    lost?: (lost: number) => string
  }
}

/** Runs an action on each item, a few at a time. A card shows the progress and lets the user stop or retry. */
export async function runBatch<Item extends { id: number }>(options: BatchOptions<Item>) {
  const { items, itemName, act, once = false, onEnd, words: own } = options
  const count = items.length
  const { lines, batch, close, isOver, isStopped } = await runGroups({
    title: own.working(count),
    groups: items.map((item) => [item]),
    lineOf: (item) => ({ id: item.id, url: itemName(item) }),
    act: ([item], signal) => act(item!, signal),
    once,
    canStop: true,
  })
  onEnd()
  if (isOver) return

  const failed = failedOf(lines)
  const lost = own.lost ? failed.filter(({ error }) => error?.unsure) : []
  const again = new Set(failed.filter((line) => !lost.includes(line)).map(({ id }) => id))
  const retry = () => {
    close()
    void runBatch({ ...options, items: items.filter(({ id }) => again.has(id)) })
  }
  const ended = isStopped
    ? own.stopped(lines.length - failed.length, count)
    : again.size > 0
      ? own.failed(again.size, count)
      : lost.length > 0
        ? null
        : own.done(count)
  const title = [ended, lost.length > 0 ? own.lost?.(lost.length) : null].filter(Boolean).join('. ')
  batch.set({
    title,
    of: null,
    lines,
    action: again.size > 0 ? { label: words.retry(again.size), onSelect: retry } : undefined,
  })
}

/** The progress or the outcome of a batch, inside a toast. */
export function BatchCard({ batch }: { batch: Store<Batch> }) {
  const { title, of, lines, action } = useStore(batch)
  const failed = failedOf(lines)
  const done = lines.filter(({ error }) => error === null)
  const ended = of === null
  return (
    <div className="stack tight">
      <div className="row snug">
        <span className="grow">{title}</span>
        {action && (
          <Button size="s" onClick={action.onSelect}>
            {action.label}
          </Button>
        )}
      </div>
      {!ended && of > 1 && (
        <div className="row snug">
          <progress max={of} value={lines.length} aria-label={title} />
          <small className="muted tiny fixed" aria-hidden="true">
            {words.progress(lines.length, of)}
          </small>
        </div>
      )}
      {ended && failed.length > 0 && <Lines lines={failed} />}
      {ended && done.some(({ to }) => to) && (
        <details className="reveal">
          <summary className="medium small">{words.outcomesDone(done.length)}</summary>
          <Lines lines={done} />
        </details>
      )}
    </div>
  )
}

/** Limits the outcome lines of a card, which is too small to read thousands. */
const maxLines = 50

const Lines = ({ lines }: { lines: BatchLine[] }) => (
  <ul className={`stack tight scrolls ${styles.lines}`} tabIndex={0} aria-label={words.outcomes}>
    {lines.slice(0, maxLines).map((line) => (
      <li key={line.id} data-failed={line.error !== null || undefined}>
        <Icon name={line.error ? 'warn' : 'check'} />
        <span className="hidden-visually">{line.error ? words.failedMark : words.doneMark}</span>
        <span className="about">
          {line.to ? (
            <Link to={line.to}>
              <UrlText url={line.url} />
            </Link>
          ) : (
            <UrlText url={line.url} />
          )}
          {(line.error || line.note) && (
            <small className="muted tiny">{line.error ? errorSentence(line.error) : line.note}</small>
          )}
        </span>
      </li>
    ))}
    {lines.length > maxLines && <li>{words.more(lines.length - maxLines)}</li>}
  </ul>
)
