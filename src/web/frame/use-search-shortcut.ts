import { useEffect } from 'react'
import { usePreferences } from '#web/ui/preferences.ts'

const typing = 'input, textarea, select, [contenteditable], dialog, [role=menu]'

/** `/` goes to the field that the page marks with `data-page-search`, unless one is typing or has switched such keys off. */
export function useSearchShortcut() {
  const { shortcuts } = usePreferences()
  useEffect(() => {
    if (!shortcuts) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(typing)) return
      const search = document.querySelector<HTMLInputElement>('[data-page-search]')
      if (!search) return
      event.preventDefault()
      search.focus()
      search.select()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [shortcuts])
}
