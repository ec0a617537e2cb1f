import { useSyncExternalStore } from 'react'

let until: number | null = null
const listeners = new Set<() => void>()

/** Remembers until when the server asked to wait, in ms since 1970; a limit counts for the key, so for every page. */
export function noteLimit(retryAt: number) {
  until = retryAt
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** When reads go on that the server put off, null when it never did. */
export const useLimit = () => useSyncExternalStore(subscribe, () => until)
