import { createStore, useStore } from '#web/ui/store.ts'

type Waiting = (another: boolean) => void

/** Module state: calls of any page wait for one dialog. */
const waiting = createStore<readonly Waiting[]>([])

/** Calls whose key was rejected wait here while a dialog over the page asks for another one. */
export const keyRequest = {
  /** Resolves to true once there is another key, to false if the person declines or the call is aborted. */
  wait: (signal?: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      signal?.addEventListener('abort', () => resolve(false), { once: true })
      waiting.set([...waiting.get(), resolve])
    }),
  settle(another: boolean) {
    const released = waiting.get()
    if (released.length > 0) waiting.set([])
    for (const resolve of released) resolve(another)
  },
}

/** Returns true if a call waits for a key. */
export const useKeyRequest = () => useStore(waiting, ({ length }) => length > 0)
