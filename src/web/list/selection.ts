import { createStore } from '#web/ui/store.ts'

/** The chosen rows; with `all`, everything that matches the filters but these. */
export type Chosen<Row> = { all: boolean; rows: ReadonlyMap<number, Row> }

/** Methods, so that those who only need the ids may take any. */
export interface Selection<Row extends { id: number }> {
  get(): Chosen<Row>
  subscribe(listener: () => void): () => void
  has(row: Row): boolean
  choose(rows: readonly Row[], wanted: boolean): void
  /** A click on a row of `page`; with `range` on all rows from the one before to this. */
  pick(row: Row, page: readonly Row[], range: boolean): void
  /** Chooses everything that matches, or nothing. */
  reset(all: boolean): void
}

export function createSelection<Row extends { id: number }>(): Selection<Row> {
  const store = createStore<Chosen<Row>>({ all: false, rows: new Map() })
  let anchor = 0
  const has = ({ id }: Row) => store.get().all !== store.get().rows.has(id)

  function choose(rows: readonly Row[], wanted: boolean) {
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
    choose,
    pick(row, page, range) {
      const wanted = !has(row)
      const from = range ? page.findIndex(({ id }) => id === anchor) : -1
      const to = page.indexOf(row)
      anchor = row.id
      choose(from < 0 ? [row] : page.slice(Math.min(from, to), Math.max(from, to) + 1), wanted)
    },
    reset: (all) => store.set({ all, rows: new Map() }),
  }
}

let kept: { of: string; selection: Selection<never> } | undefined

/** The selection of a list under these filters. It is kept while a report is looked at, and dropped with the filters. */
export function selectionOf<Row extends { id: number }>(of: string): Selection<Row> {
  if (kept?.of !== of) kept = { of, selection: createSelection<never>() }
  return kept.selection as unknown as Selection<Row>
}
