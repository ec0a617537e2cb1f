import { useSyncExternalStore } from 'react'

let waiting: ((another: boolean) => void)[] = []
let open = false
const listeners = new Set<() => void>()

function change(next: boolean) {
  open = next
  for (const listener of listeners) listener()
}

/** Calls whose key was refused wait here, while a dialog over the page asks for another. */
export const keyGate = {
  /** True once there is another key, false when the person would rather not, or the call is no longer wanted. */
  wait: (signal?: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      waiting.push(resolve)
      signal?.addEventListener('abort', () => resolve(false), { once: true })
      change(true)
    }),
  settle(another: boolean) {
    const released = waiting
    waiting = []
    if (open) change(false)
    for (const resolve of released) resolve(another)
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether a call waits for a key. */
export const useKeyGate = () => useSyncExternalStore(subscribe, () => open)
