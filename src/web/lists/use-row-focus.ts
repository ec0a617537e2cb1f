import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { focusHeading } from './focus-heading.ts'

/** Gives the focus to the row beside one that is about to go, once it is gone. */
export function useRowFocus(place: RefObject<HTMLElement | null>, rows: { id: number }[] | undefined) {
  const waiting = useRef<{ gone: number; next: number | undefined } | null>(null)
  useEffect(() => {
    const wanted = waiting.current
    if (!wanted || !rows || rows.some((row) => row.id === wanted.gone)) return
    waiting.current = null
    const next = place.current?.querySelector<HTMLElement>(`[data-row="${wanted.next}"] a`)
    if (next) next.focus({ preventScroll: true })
    else focusHeading()
  }, [rows, place])
  return useCallback(
    (gone: number) => {
      const at = rows?.findIndex((row) => row.id === gone) ?? -1
      waiting.current = { gone, next: (rows?.[at + 1] ?? rows?.[at - 1])?.id }
    },
    [rows],
  )
}
