import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'

/** Returns true if the browser opens the link in another tab or window, or downloads it. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey || altKey

/**
 * Makes the router follow plain links inside an element. For places with many links, because each `Link` of the router
 * renders again at every navigation. The new history entry stores its origin.
 */
export function useLinkClicks() {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (!link || event.defaultPrevented || link.target || link.origin !== location.origin || opensElsewhere(event))
      return
    event.preventDefault()
    const from = location.pathname + location.search
    void navigate(link.href.slice(link.origin.length), { state: { from, steps: 1 } })
  }
}
