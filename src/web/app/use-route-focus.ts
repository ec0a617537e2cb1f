import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigation, useNavigationType } from 'react-router-dom'
import { announce } from '#web/ui/live-region.tsx'

/** The link that last had the focus, by entry of the history. */
const links = new Map<string, string>()

/**
 * After a change of route, not of the query alone, the title is said and the page's h1 has the focus; on the way back the
 * link by which the page was left has it again. Signing in is such a change, the first opening is not.
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
    // The service wrote them of the page that was opened first.
    for (const tag of document.head.querySelectorAll('link[rel=canonical], meta[property], meta[name^=twitter]'))
      tag.remove()
    // Comes after the first paint: whoever is somewhere already by then stays there.
    if (hash || late) return
    const href = type === 'POP' && links.get(key)
    const target = href ? document.querySelector<HTMLElement>(`main a[href="${href}"]`) : null
    ;(target ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true })
  }, [pathname, hash, key, type, idle])
  useLayoutEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const link = target instanceof Element && target.closest('main a[href]')
      if (link) links.set(key, link.getAttribute('href') ?? '')
    }
    addEventListener('focusin', note)
    return () => removeEventListener('focusin', note)
  }, [key])
}
