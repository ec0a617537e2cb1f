/** `draft` is what is being typed; null while the box shows what is chosen. `active` is the option the arrows are on. */
export type ComboboxState = { open: boolean; draft: string | null; active: number }

export const closedCombobox: ComboboxState = { open: false, draft: null, active: -1 }

export const typedInto = (draft: string): ComboboxState => ({ open: true, draft, active: draft.trim() === '' ? -1 : 0 })

export type ComboboxKey = { key: string; altKey: boolean }

/**
 * What a key does to a list-autocomplete combobox with `count` options (ARIA Authoring Practices). `chosen` is the
 * option it chooses; `handled` keys must not reach the browser.
 */
export function pressKey(state: ComboboxState, { key, altKey }: ComboboxKey, count: number) {
  const active = Math.min(state.active, count - 1)
  const moved = (to: number) => ({ state: { ...state, open: true, active: to }, chosen: null, handled: true })
  switch (key) {
    case 'ArrowDown':
      if (altKey) return moved(state.open ? active : -1)
      return moved(count === 0 ? -1 : state.open ? (active + 1) % count : 0)
    case 'ArrowUp':
      if (altKey) return { state: closedCombobox, chosen: null, handled: true }
      return moved(state.open && active > 0 ? active - 1 : count - 1)
    case 'Enter':
      if (!state.open || active < 0) return { state, chosen: null, handled: state.open }
      return { state: closedCombobox, chosen: active, handled: true }
    case 'Escape':
      return { state: closedCombobox, chosen: null, handled: state.open || state.draft !== null }
    case 'Tab':
      return { state: closedCombobox, chosen: null, handled: false }
    default:
      return { state, chosen: null, handled: false }
  }
}
