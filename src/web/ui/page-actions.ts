import { useEffect, useEffectEvent } from 'react'
import { createStore } from './store.ts'

type Name = 'search' | 'saveView'

/** Module state: pages offer actions to the frame around them. */
const actions = createStore<Partial<Record<Name, () => void>>>({})

/** What the page on screen offers to keyboard shortcuts and the command menu; undefined if it offers no such action. */
export const pageAction = (name: Name) => actions.get()[name]

/** Offers an action while the component is on screen; null offers none. */
export function usePageAction(name: Name, act: (() => void) | null) {
  const onRun = useEffectEvent(() => act?.())
  const isOffered = act !== null
  useEffect(() => {
    if (!isOffered) return
    const run = () => onRun()
    actions.set({ ...actions.get(), [name]: run })
    return () => {
      const { [name]: offered, ...others } = actions.get()
      if (offered === run) actions.set(others)
    }
  }, [name, isOffered])
}
