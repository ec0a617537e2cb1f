import { useEffect, useEffectEvent } from 'react'
import { createStore } from './store.ts'

type Name = 'search' | 'filter' | 'saveView'

/** Module state: pages offer actions to the frame around them. */
const actions = createStore<Partial<Record<Name, () => void>>>({})

/** An action that the page offers to keyboard shortcuts and the command menu; undefined if it offers none. */
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

const typingTargets =
  'input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable], dialog, [role=menu]'

/** Returns true if a key goes to a control, a dialog or a menu, and isn't a shortcut of the page. */
export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest(typingTargets) !== null

/** Returns true if a key goes to a control or an overlay. */
export const belongsElsewhere = (event: KeyboardEvent) =>
  isTyping(event) || document.querySelector('dialog[open], [popover]:popover-open') !== null
