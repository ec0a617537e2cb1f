import { useEffect, useEffectEvent } from 'react'
import { createStore } from './store.ts'

/** What pages offer to keyboard shortcuts and the command menu. */
export type PageAction =
  | 'search'
  | 'filter'
  | 'again'
  | 'crawl'
  | 'share'
  | 'document'
  | 'against'
  | 'exportCsv'
  | 'exportJson'
  | 'saveView'
  | 'privacy'
  | 'remove'
  | 'selectedAgain'
  | 'selectedPrivacy'
  | 'selectedRemove'

type PageActions = Partial<Record<PageAction, (() => void) | null>>

/** Module state: pages offer actions to the frame around them. */
const actions = createStore<PageActions>({})

/** An action that the page offers to keyboard shortcuts and the command menu; undefined if it offers none. */
export const pageAction = (name: PageAction) => actions.get()[name] ?? undefined

/** Offers actions while the component is on screen; null offers none. */
export function usePageActions(offered: PageActions) {
  const onRun = useEffectEvent((name: PageAction) => offered[name]?.())
  const names = Object.entries(offered).flatMap(([name, act]) => (act ? name : []))
  const key = names.join()
  useEffect(() => {
    const own = Object.fromEntries(
      key
        .split(',')
        .filter(Boolean)
        .map((name) => [name, () => onRun(name as PageAction)]),
    )
    actions.set({ ...actions.get(), ...own })
    return () =>
      actions.set(Object.fromEntries(Object.entries(actions.get()).filter(([name, act]) => own[name] !== act)))
  }, [key])
}

/** Offers an action while the component is on screen; null offers none. */
export const usePageAction = (name: PageAction, act: (() => void) | null) => usePageActions({ [name]: act })

const typingTargets =
  'input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable], [role=dialog], [role=menu]'

/** Returns true if a key goes to a control, a dialog or a menu, and isn't a shortcut of the page. */
export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest(typingTargets) !== null

/** Returns true if a key goes to a control or an overlay. */
export const belongsElsewhere = (event: KeyboardEvent) =>
  isTyping(event) || document.querySelector('[role=dialog], [role=menu], [popover]:popover-open') !== null
