import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { focusHeading } from '#web/ui/page-header.tsx'

/** Gives the focus to the row beside those that are about to go, once they are gone. */
export function useRowFocus(place: RefObject<HTMLElement | null>, rows: { id: number }[] | undefined) {
  const waiting = useRef<{ gone: readonly number[]; next: number | undefined } | null>(null)
  useEffect(() => {
    const wanted = waiting.current
    if (!wanted || !rows || rows.some((row) => wanted.gone.includes(row.id))) return
    waiting.current = null
    const next = place.current?.querySelector<HTMLElement>(`[data-row="${wanted.next}"] a`)
    if (next) next.focus({ preventScroll: true })
    else focusHeading()
  }, [rows, place])
  return useCallback(
    (gone: readonly number[]) => {
      const stay = (row: { id: number }) => !gone.includes(row.id)
      const at = rows?.findIndex((row) => !stay(row)) ?? -1
      waiting.current = { gone, next: (rows?.slice(at).find(stay) ?? rows?.slice(0, at).findLast(stay))?.id }
    },
    [rows],
  )
}
