import { useSyncExternalStore } from 'react'

export type Store<State> = {
  get: () => State
  set: (next: State) => void
  subscribe: (listener: () => void) => () => void
}

/** A value that those who show it follow, for what must outlive a component or be followed by many of them. */
export function createStore<State>(state: State): Store<State> {
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(next) {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useStore = <State, Part = State>(
  store: Pick<Store<State>, 'get' | 'subscribe'>,
  part: (state: State) => Part = (state) => state as unknown as Part,
) => useSyncExternalStore(store.subscribe, () => part(store.get()))
