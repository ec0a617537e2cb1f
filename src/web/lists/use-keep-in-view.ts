import { type RefObject, useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'

/** After a change of the list its beginning comes back into view; Back and Forward bring back their own place instead. */
export function useKeepInView(place: RefObject<HTMLElement | null>, query: object) {
  const type = useNavigationType()
  const before = useRef(query)
  useEffect(() => {
    if (before.current === query) return
    before.current = query
    const element = place.current
    if (type !== 'PUSH' || !element || element.getBoundingClientRect().top >= 0) return
    element.scrollIntoView({ block: 'start' })
  }, [query, type, place])
}
