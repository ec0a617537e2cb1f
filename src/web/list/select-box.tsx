import { createContext, startTransition, useContext, useLayoutEffect, useRef, useState } from 'react'
import { listWords } from './words.ts'
import { createSelection, type Selection } from './selection.ts'
import { useStore } from '#web/ui/store.ts'

type Row = { id: number }

/** The selection of the list around, and the rows of its page. */
export const SelectionContext = createContext<{ selection: Selection<Row>; page: readonly Row[] }>({
  selection: createSelection(),
  page: [],
})

/** Chooses a row; with Shift every row between the last one and this. The one that was clicked shows it at once, others follow. */
export function SelectBox({ row, name }: { row: Row; name: string }) {
  const { selection, page } = useContext(SelectionContext)
  const [chosen, setChosen] = useState(() => selection.has(row))
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const follow = () => setChosen(selection.has(row))
    follow()
    return selection.subscribe(() => startTransition(follow))
  }, [selection, row])
  // A rule with `:has(:checked)` would style every element of a row anew.
  useLayoutEffect(() => void box.current?.closest('tr')?.toggleAttribute('data-chosen', chosen), [chosen])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={listWords.select(name)}
      checked={chosen}
      onChange={({ nativeEvent }) => {
        selection.pick(row, page, (nativeEvent as MouseEvent).shiftKey)
        setChosen(selection.has(row))
      }}
    />
  )
}

/** Chooses every row of the page. */
export function SelectPage() {
  const { selection, page } = useContext(SelectionContext)
  const many = useStore(selection, () => page.filter(selection.has).length)
  return (
    <input
      ref={(box) => void (box && (box.indeterminate = many > 0 && many < page.length))}
      type="checkbox"
      aria-label={listWords.selectPage}
      disabled={page.length === 0}
      checked={many > 0 && many === page.length}
      onChange={() => selection.choose(page, many < page.length)}
    />
  )
}

/** Whether anything has been chosen since the list is here: what can be done with it is loaded then. */
export function useIsUsed(selection: Selection<Row>) {
  const [used, setUsed] = useState(false)
  const some = useStore(selection, ({ all, rows }) => all || rows.size > 0)
  if (some && !used) setUsed(true)
  return used
}
