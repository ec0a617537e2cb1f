import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router-dom'
import { writeQuery } from '#contract/lists/query-params.ts'
import { focusHeading } from '#web/ui/page.tsx'
import type { ListQuery, Row } from './resource.ts'
import type { ListQueryState } from './use-list-query.ts'
import type { ResourceListState } from './use-resource-list.ts'

/**
 * The actions of a list's cells and selection. Columns are defined outside of components, so they get these by context.
 */
export type ListActions = {
  /** The list's parameters, for links that lead back to it. */
  search: string
  /** Keeps the focus in the list, on the next row that stays, when rows are removed. */
  moveFocus: (ids: readonly number[]) => void
  /** Loads an item that the user is about to open. */
  prefetch: (id: number) => void
  /** Shows a dialog that outlives its row; null closes it. */
  showDialog: (dialog: ReactNode) => void
}

export const ListActionsContext = createContext<ListActions>({
  search: '',
  moveFocus: () => {},
  prefetch: () => {},
  showDialog: () => {},
})

/** Returns the actions of the cells and the selection, and the dialog that they opened. */
export function useListActions<R extends Row, Q extends ListQuery>(
  { resource, rows: { page, shown }, list, fixed }: ResourceListState<R, Q>,
  place: RefObject<HTMLElement | null>,
) {
  const { query, change }: ListQueryState<ListQuery> = list
  const [dialog, showDialog] = useState<ReactNode>(null)
  const focusRow = useRowFocus(place, page?.rows)
  const moveFocus = useRef<ListActions['moveFocus']>(() => {})
  useLayoutEffect(() => {
    moveFocus.current = (ids) => {
      focusRow(ids)
      if (query.page > 1 && page?.rows.every(({ id }) => ids.includes(id))) change({ page: query.page - 1 }, 'replace')
    }
    // A deletion can end after the list was left.
    return () => void (moveFocus.current = () => {})
  })
  const kept = useKeptParams(Object.values(fixed).some(Boolean))
  const search = writeQuery(resource.params, shown, new URLSearchParams({ ...kept, ...resource.kept })).toString()
  const actions = useMemo<ListActions>(
    () => ({ search, moveFocus: (ids) => moveFocus.current(ids), prefetch: resource.prefetch, showDialog }),
    [search, resource],
  )
  return { actions, dialog }
}

/** The parameters beside the query that a link back to this page needs: its saved view, or that it is a website's. */
function useKeptParams(isOfWebsite: boolean) {
  const { search } = useLocation()
  const view = new URLSearchParams(search).get('view')
  return { ...(view && { view }), ...(isOfWebsite && { on: 'website' }) }
}

/** Returns a function that moves a focus lost with the given rows to the next one as soon as these are removed. */
function useRowFocus(place: RefObject<HTMLElement | null>, rows: readonly Row[] | undefined) {
  const waiting = useRef<{ removed: readonly number[]; next: number | undefined } | null>(null)
  useEffect(() => {
    const wanted = waiting.current
    if (!wanted || !rows || rows.some((row) => wanted.removed.includes(row.id))) return
    waiting.current = null
    if (document.activeElement !== document.body) return
    const next = place.current?.querySelector<HTMLElement>(`[data-row="${wanted.next}"] a`)
    if (next) next.focus({ preventScroll: true })
    else focusHeading()
  }, [rows, place])
  return useCallback(
    (removed: readonly number[]) => {
      const stays = (row: Row) => !removed.includes(row.id)
      const at = rows?.findIndex((row) => !stays(row)) ?? -1
      if (at < 0) return
      waiting.current = { removed, next: (rows?.slice(at).find(stays) ?? rows?.slice(0, at).findLast(stays))?.id }
    },
    [rows],
  )
}
