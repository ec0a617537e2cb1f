import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Follows plain `<a>` within an element to pages of ours. For places of many links: the router draws each of its own anew at
 * every step of every navigation.
 */
export function useFollow() {
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
