import { useLayoutEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { usePreferences } from '#web/data/preferences.ts'
import { usePages } from '#web/resources/pages.ts'
import { moveRowCursor } from '#web/ui/row-cursor.ts'
import { pageAction, belongsElsewhere } from '#web/ui/shortcuts.ts'
import { paths } from '../paths.ts'
import { openCommandMenu, overlay } from './overlay.ts'

/** Ctrl K or ⌘K, also on keyboards whose K types another letter. */
const isCommandMenuKey = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  ctrlKey !== metaKey &&
  !altKey &&
  !shiftKey &&
  (key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key)))

/** Runs what the page offers. Returns false if it offers nothing. */
function runPageAction(name: 'search' | 'filter') {
  const act = pageAction(name)
  act?.()
  return act !== undefined
}

/** The shortcuts of every page. Single letters can be switched off and never interfere with typing. */
export function useShortcuts() {
  const { shortcuts } = usePreferences()
  const navigate = useNavigate()
  const { reports, websites, alerts } = usePages()
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return
      if (isCommandMenuKey(event)) {
        const over = document.querySelector('[aria-modal=true]')
        if (over && !over.matches('[data-command-menu]')) return
        event.preventDefault()
        if (overlay.get()) overlay.set(null)
        else openCommandMenu()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (moveRowCursor(event, shortcuts)) {
        event.preventDefault()
        return
      }
      if (!shortcuts || belongsElsewhere(event)) return
      // On other servers, the overview redirects to the reports.
      const pages: Record<string, string | null> = { o: paths.home(), w: websites, r: reports, a: alerts }
      const page = pages[event.key]
      if (page) void navigate(page)
      const done =
        page ||
        (event.key === '/' && runPageAction('search')) ||
        (event.key === 'f' && runPageAction('filter')) ||
        (event.key === '?' && showShortcuts())
      if (done) event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [shortcuts, navigate, reports, websites, alerts])
}

function showShortcuts() {
  overlay.set('shortcuts')
  return true
}
