import { createContext, type ReactNode, use, useContext, useEffect, useMemo, useState } from 'react'
import { watchPerson } from '#web/data/session.ts'
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

/** Returns a function that returns the selection of a list under its filters. Other filters drop it. */
export function keepOneSelection() {
  let kept: { filters: string; selection: Selection<Row> } | undefined
  return (filters: string) => {
    if (kept?.filters !== filters) kept = { filters, selection: createSelection() }
    return kept.selection
  }
}

const KeptSelectionContext = createContext<ReturnType<typeof keepOneSelection> | null>(null)

/**
 * Around all pages, because a selection outlives its list while the user looks at one of the items. Another person
 * finds nothing selected.
 */
export function KeptSelection({ children }: { children: ReactNode }) {
  const [selectionUnder, setSelectionUnder] = useState(keepOneSelection)
  useEffect(() => watchPerson(() => setSelectionUnder(keepOneSelection)), [])
  return <KeptSelectionContext value={selectionUnder}>{children}</KeptSelectionContext>
}

/** The selection of a list under its filters. */
export function useSelection<R extends Row>(filters: string) {
  const selectionUnder = use(KeptSelectionContext)
  if (!selectionUnder) throw new Error('The list is outside of KeptSelection.')
  // A list has rows of one type, and its filters begin with its name.
  return useMemo(() => selectionUnder(filters) as Selection<R>, [selectionUnder, filters])
}

/** The selection of the surrounding list, and the rows of its page. */
export const SelectionContext = createContext<{ selection: Selection<Row>; page: readonly Row[] }>({
  selection: createSelection(),
  page: [],
})

/** Selects a row, and with Shift all rows since the last one. The style sheet shows the row of a checked box. */
export function SelectBox({ row, name }: { row: Row; name: string }) {
  const { selection, page } = useContext(SelectionContext)
  return (
    <input
      type="checkbox"
      aria-label={listWords.select(name)}
      checked={useStore(selection, () => selection.has(row))}
      onChange={({ nativeEvent }) => selection.toggle(row, page, (nativeEvent as MouseEvent).shiftKey)}
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
