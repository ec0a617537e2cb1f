import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'
import { announce } from '#web/ui/live-region.tsx'

/** After a change of route, not of the query alone, the page's h1 has the focus and the title is said. */
export function useRouteFocus() {
  const { pathname, hash } = useLocation()
  const idle = useNavigation().state === 'idle'
  const shown = useRef(pathname)
  useEffect(() => {
    if (!idle || shown.current === pathname) return
    shown.current = pathname
    announce(document.title)
    if (!hash) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [pathname, hash, idle])
}
