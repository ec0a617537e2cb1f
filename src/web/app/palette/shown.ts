import { useSyncExternalStore } from 'react'

/** What stands over the page; `typed` is what the palette begins with. */
export type Shown = { what: 'palette'; typed: string } | { what: 'shortcuts' | 'sign-out' } | null

let shown: Shown = null
const listeners = new Set<() => void>()

export function show(next: Shown) {
  shown = next
  for (const listener of listeners) listener()
}

export const openPalette = () => show({ what: 'palette', typed: '' })
export const shownNow = () => shown

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useShown = () => useSyncExternalStore(subscribe, shownNow)
