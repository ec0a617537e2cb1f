import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigation, useNavigationType } from 'react-router-dom'
import { announce } from '#web/ui/live-region.tsx'

// Outlives the pages: the link that last had the focus, by history entry.
const links = new Map<string, string>()

/**
 * After a change of the path, announces the title and focuses the page's h1; on the way back, the link by which the
 * page was left. Signing in counts as such a change, the first load doesn't.
 */
export function useRouteFocus() {
  const { pathname, hash, key } = useLocation()
  const idle = useNavigation().state === 'idle'
  const type = useNavigationType()
  const shown = useRef(type === 'POP' ? pathname : null)
  useEffect(() => {
    if (!idle || shown.current === pathname) return
    const late = shown.current === null && document.activeElement !== document.body
    shown.current = pathname
    announce(document.title)
    // The service wrote these tags for the page that was opened first.
    for (const tag of document.head.querySelectorAll('link[rel=canonical], meta[property], meta[name^=twitter]'))
      tag.remove()
    // Keeps a focus that the reader has already set.
    if (hash || late) return
    const href = type === 'POP' && links.get(key)
    const target = href ? document.querySelector<HTMLElement>(`main a[href="${href}"]`) : null
    ;(target ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true })
  }, [pathname, hash, key, type, idle])
  useLayoutEffect(() => {
    const record = ({ target }: FocusEvent) => {
      const link = target instanceof Element && target.closest('main a[href]')
      if (link) links.set(key, link.getAttribute('href') ?? '')
    }
    addEventListener('focusin', record)
    return () => removeEventListener('focusin', record)
  }, [key])
}
