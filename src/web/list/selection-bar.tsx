import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { asApiError } from '#web/data/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { count } from './words.ts'
import { selectionWords as words } from './selection-words.ts'
import { focusHeading } from '#web/ui/page-header.tsx'
import type { Gather } from './collect.ts'
import type { Chosen, Selection } from './selection.ts'
import styles from './selection-bar.module.css'
import { useStore } from '#web/ui/store.ts'

type Row = { id: number }

export type SelectionBarProps<R extends Row> = {
  selection: Selection<R>
  /** How many match the filters, where the server says; `gte`: at least so many. */
  total: number | null
  relation: 'eq' | 'gte'
  /** Reads every row that matches. */
  gather: Gather<R>
  copy: { label: string; done: (many: number) => string; textOf: (row: R) => string }
  onRemove?: (rows: R[]) => void
  onAgain?: (rows: R[]) => void
  /** What else can be done with rows of this list. */
  other?: { label: string; icon: IconName; act: (rows: R[]) => void }
  onExport: (rows: R[] | null) => void
}

/** What can be done with the chosen rows, at the window's lower edge for as long as there are any. */
export function SelectionBar<R extends Row>(props: SelectionBarProps<R>) {
  const { selection, total, relation, copy, onRemove, onAgain, onExport, other } = props
  const chosen = useStore(selection)
  const many = numberOf(chosen, total)
  const [reading, setReading] = useState<{ read: number; of: number | null; stop: () => void } | null>(null)
  useDropped(selection, many)
  const bar = useRef<HTMLElement>(null)

  const counted = many === null ? words.selectAllUncounted : count(many, chosen.all ? relation : 'eq')
  const clear = () => {
    selection.reset(false)
    focusHeading()
  }

  /** The chosen rows themselves: at hand, or read from the server first. */
  const withRows = async (act: (rows: R[]) => void) => {
    if (!chosen.all) return act([...chosen.rows.values()])
    const stopper = new AbortController()
    const stop = () => stopper.abort()
    setReading({ read: 0, of: total, stop })
    try {
      const { rows, repeats, unreadable } = await props.gather(stopper.signal, (read, of) =>
        setReading({ read, of, stop }),
      )
      if (repeats) showToast({ text: words.repeats, tone: 'bad' })
      if (unreadable > 0) showToast({ text: words.unreadable(unreadable), tone: 'bad' })
      act(rows.filter(({ id }) => !chosen.rows.has(id)))
    } catch (thrown) {
      if (!stopper.signal.aborted) showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad' })
    } finally {
      setReading(null)
    }
  }
  const remove = () =>
    void withRows((rows) => {
      selection.reset(false)
      onRemove?.(rows)
    })

  const latest = useRef(remove)
  useEffect(() => {
    latest.current = remove
  })
  const canRemove = onRemove !== undefined
  useLayoutEffect(() => {
    const list = bar.current?.parentElement
    const onKey = (event: KeyboardEvent) => {
      const box = event.target instanceof HTMLInputElement && event.target.type === 'checkbox'
      if (event.key === 'Escape' && box) return selection.reset(false)
      if (event.key === 'Delete' && box && canRemove) latest.current()
    }
    list?.addEventListener('keydown', onKey)
    return () => list?.removeEventListener('keydown', onKey)
  }, [selection, canRemove])

  if (many === 0) return <section ref={bar} hidden />
  return (
    <section ref={bar} className={styles.bar} aria-label={words.bar}>
      <span role="status" className={styles.count}>
        {reading
          ? words.gathering(reading.read, reading.of)
          : many === null
            ? words.selectAllUncounted
            : words.selectedAll(counted)}
      </span>
      {reading ? (
        <>
          {reading.of !== null && (
            <progress max={reading.of} value={reading.read} aria-label={words.gathering(reading.read, reading.of)} />
          )}
          <Button size="s" onClick={reading.stop}>
            {words.cancel}
          </Button>
        </>
      ) : (
        <>
          {!chosen.all && (total === null || many === null || many < total) && (
            <Button size="s" variant="plain" onClick={() => selection.reset(true)}>
              {total === null ? words.selectAllUncounted : words.selectAll(count(total, relation))}
            </Button>
          )}
          <span className={styles.acts}>
            <Button size="s" icon="copy" onClick={() => void withRows((rows) => void copyAll(rows, copy))}>
              {copy.label}
            </Button>
            <Button
              size="s"
              icon="download"
              onClick={() => (chosen.all && chosen.rows.size === 0 ? onExport(null) : void withRows(onExport))}
            >
              {words.export}
            </Button>
            {onAgain && (
              <Button size="s" icon="again" onClick={() => void withRows(onAgain)}>
                {words.again}
              </Button>
            )}
            {other && (
              <Button size="s" icon={other.icon} onClick={() => void withRows(other.act)}>
                {other.label}
              </Button>
            )}
            {onRemove && (
              <Button size="s" variant="danger" icon="trash" onClick={remove}>
                {words.remove(counted)}
              </Button>
            )}
          </span>
          <Button size="s" variant="plain" iconOnly icon="cross" onClick={clear}>
            {words.clear}
          </Button>
        </>
      )}
    </section>
  )
}

/** Null where everything is chosen and nobody knows how much that is. */
function numberOf<R extends Row>({ all, rows }: Chosen<R>, total: number | null) {
  if (!all) return rows.size
  return total === null ? null : Math.max(0, total - rows.size)
}

async function copyAll<R extends Row>(rows: R[], { textOf, done }: SelectionBarProps<R>['copy']) {
  await copyText(rows.map(textOf).join('\n'))
  showToast({ text: done(rows.length) })
}

/** Other filters mean another selection: that the one before is gone is said. */
function useDropped<R extends Row>(selection: Selection<R>, many: number | null) {
  const before = useRef({ selection, many })
  useEffect(() => {
    const { selection: last, many: had } = before.current
    before.current = { selection, many }
    if (last !== selection && had !== 0) showToast({ text: words.dropped(had) })
  })
}
