import { useSyncExternalStore } from 'react'

export type Store<State> = {
  get: () => State
  set: (next: State) => void
  subscribe: (listener: () => void) => () => void
}

/** A value that components follow with `useStore`. For state that outlives a component or is shared by distant ones. */
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

type Readable<State> = Pick<Store<State>, 'get' | 'subscribe'>

/** The store's value, or the part of it that `select` returns, which must be the same object while nothing changes. */
export function useStore<State>(store: Readable<State>): State
export function useStore<State, Part>(store: Readable<State>, select: (state: State) => Part): Part
export function useStore<State, Part>(store: Readable<State>, select?: (state: State) => Part): State | Part {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.get()) : store.get()))
}
