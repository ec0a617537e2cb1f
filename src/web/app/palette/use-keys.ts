import { useLayoutEffect } from 'react'
import { usePreferences } from '#web/ui/preferences.ts'
import { openPalette, show, shownNow } from './shown.ts'

const typing =
  'input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable], dialog, [role=menu]'

/** Whether a single letter would be typed into something, or belongs to what is open over the page. */
const belongsElsewhere = ({ target }: KeyboardEvent) =>
  (target instanceof Element && target.closest(typing) !== null) ||
  document.querySelector('dialog[open], [role=menu]:popover-open') !== null

/** Ctrl K or ⌘K, also on keyboards whose K types another letter. */
const isPaletteKey = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  ctrlKey !== metaKey &&
  !altKey &&
  !shiftKey &&
  (key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key)))

/** `/` goes to the field that the page marks with `data-page-search`. */
function goToSearch() {
  const search = document.querySelector<HTMLInputElement>('[data-page-search]')
  search?.focus()
  search?.select()
  return search !== null
}

/** The keys that work on every page. Those of a single letter can be switched off, and never take what somebody types. */
export function useKeys() {
  const { shortcuts } = usePreferences()
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return
      if (isPaletteKey(event)) {
        const over = document.querySelector('dialog[open]')
        if (over && !over.matches('[data-palette]')) return
        event.preventDefault()
        if (shownNow()) show(null)
        else openPalette()
        return
      }
      if (!shortcuts || event.ctrlKey || event.metaKey || event.altKey || belongsElsewhere(event)) return
      const done = event.key === '/' ? goToSearch() : event.key === '?' && showShortcuts()
      if (done) event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [shortcuts])
}

function showShortcuts() {
  show({ what: 'shortcuts' })
  return true
}

/** While the palette is on its way, what is typed is kept for it instead of going to the page behind. */
export function keepTyping() {
  const onKeyDown = (event: KeyboardEvent) => {
    const now = shownNow()
    if (now?.what !== 'palette' || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') show(null)
    else if (event.key === 'Backspace') show({ ...now, typed: now.typed.slice(0, -1) })
    else if ([...event.key].length === 1) show({ ...now, typed: now.typed + event.key })
  }
  addEventListener('keydown', onKeyDown, { capture: true })
  return () => removeEventListener('keydown', onKeyDown, { capture: true })
}
