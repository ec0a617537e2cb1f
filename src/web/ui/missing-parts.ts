import { useSyncExternalStore } from 'react'

type Retry = () => Promise<void>

let missing: readonly Retry[] = []
const listeners = new Set<() => void>()

const change = (next: readonly Retry[]) => {
  missing = next
  for (const listener of listeners) listener()
}

/** A part on screen could not be loaded: `retry` asks for it again. Gives what takes that back. */
export function tellMissing(retry: Retry) {
  change([...missing, retry])
  return () => change(missing.filter((one) => one !== retry))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How to ask again for each part that is missing now; said once, over the page. */
export const useMissingParts = () => useSyncExternalStore(subscribe, () => missing)
