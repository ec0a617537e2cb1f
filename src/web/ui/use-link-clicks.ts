import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Makes the router follow plain links inside an element. For places with many links, because each `Link` of the router
 * renders again at every navigation.
 */
export function useLinkClicks() {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (
      !link ||
      event.defaultPrevented ||
      link.target ||
      link.origin !== location.origin ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    void navigate(link.href.slice(link.origin.length))
  }
}
