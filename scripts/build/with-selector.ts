import { useRef, useSyncExternalStore } from 'react'

/** What the table's store asks of the package of this name, which carries more than React 19 needs. */
export function useSyncExternalStoreWithSelector<Snapshot, Selection>(
  subscribe: (listener: () => void) => () => void,
  snapshot: () => Snapshot,
  _server: unknown,
  select: (snapshot: Snapshot) => Selection,
  isEqual: (one: Selection, other: Selection) => boolean,
) {
  const last = useRef<{ selection: Selection }>(undefined)
  return useSyncExternalStore(subscribe, () => {
    const selection = select(snapshot())
    if (!last.current || !isEqual(last.current.selection, selection)) last.current = { selection }
    return last.current.selection
  })
}
