import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createStore, useStore } from '#web/ui/store.ts'
import type { Row } from './resource.ts'
import { listWords } from './words.ts'

/** The selected rows. With `all`, every row that matches the filters except these. */
export type Selected<R> = { all: boolean; rows: ReadonlyMap<number, R> }

/** Its members are methods, so that code that only needs the ids can take the selection of any row type. */
export interface Selection<R extends Row> {
  get(): Selected<R>
  subscribe(listener: () => void): () => void
  has(row: R): boolean
  select(rows: readonly R[], wanted: boolean): void
  /** Toggles a row of `page`. With `range`, also every row between it and the last toggled row. */
  toggle(row: R, page: readonly R[], range: boolean): void
  /** Selects everything that matches, or nothing. */
  reset(all: boolean): void
}

export function createSelection<R extends Row>(): Selection<R> {
  const store = createStore<Selected<R>>({ all: false, rows: new Map() })
  let anchor = 0
  const has = ({ id }: R) => store.get().all !== store.get().rows.has(id)

  function select(rows: readonly R[], wanted: boolean) {
    const { all, rows: before } = store.get()
    const next = new Map(before)
    for (const row of rows) {
      if (wanted === all) next.delete(row.id)
      else next.set(row.id, row)
    }
    store.set({ all, rows: next })
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    has,
    select,
    toggle(row, page, range) {
      const wanted = !has(row)
      const from = range ? page.findIndex(({ id }) => id === anchor) : -1
      const to = page.indexOf(row)
      anchor = row.id
      select(from < 0 ? [row] : page.slice(Math.min(from, to), Math.max(from, to) + 1), wanted)
    },
    reset: (all) => store.set({ all, rows: new Map() }),
  }
}

/** Module state: a selection outlives its list while the user looks at one of the items. */
let kept: { filters: string; selection: Selection<Row> } | undefined

export const keepSelection = (filters: string, selection: Selection<Row>) => (kept = { filters, selection })

/** Returns the kept selection if it was made under these filters, or a new one. */
export const selectionUnder = (filters: string) => (kept?.filters === filters ? kept.selection : createSelection())

/** The selection of a list under its filters. Other filters drop it. */
export function useSelection<R extends Row>(filters: string) {
  const selection = useMemo(() => selectionUnder(filters), [filters])
  useEffect(() => void keepSelection(filters, selection), [filters, selection])
  // A list has rows of one type, and its filters begin with its name.
  return selection as Selection<R>
}

/** The selection of the surrounding list, and the rows of its page. */
export const SelectionContext = createContext<{ selection: Selection<Row>; page: readonly Row[] }>({
  selection: createSelection(),
  page: [],
})

/**
 * Selects a row, and with Shift all rows since the last one. The clicked box changes at once, the others in a
 * transition.
 */
export function SelectBox({ row, name }: { row: Row; name: string }) {
  const { selection, page } = useContext(SelectionContext)
  const [selected, setSelected] = useState(() => selection.has(row))
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const follow = () => setSelected(selection.has(row))
    follow()
    return selection.subscribe(() => startTransition(follow))
  }, [selection, row])
  // A rule with `:has(:checked)` would restyle every element of a row.
  useLayoutEffect(() => void box.current?.closest('tr')?.toggleAttribute('data-chosen', selected), [selected])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={listWords.select(name)}
      checked={selected}
      onChange={({ nativeEvent }) => {
        selection.toggle(row, page, (nativeEvent as MouseEvent).shiftKey)
        setSelected(selection.has(row))
      }}
    />
  )
}

/** Selects every row of the page. */
export function SelectPage() {
  const { selection, page } = useContext(SelectionContext)
  const count = useStore(selection, () => page.filter(selection.has).length)
  return (
    <input
      ref={(box) => void (box && (box.indeterminate = count > 0 && count < page.length))}
      type="checkbox"
      aria-label={listWords.selectPage}
      disabled={page.length === 0}
      checked={count > 0 && count === page.length}
      onChange={() => selection.select(page, count < page.length)}
    />
  )
}

/**
 * Returns true from the first selection on. The bar stays mounted afterwards and announces that a selection was
 * dropped.
 */
export function useWasSelected(selection: Selection<Row>) {
  const [used, setUsed] = useState(false)
  const some = useStore(selection, ({ all, rows }) => all || rows.size > 0)
  if (some && !used) setUsed(true)
  return used
}
