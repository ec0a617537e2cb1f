import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** After a change of the list its beginning comes back into view; Back and Forward bring back their own place instead. */
export function useKeepInView(place: RefObject<HTMLElement | null>) {
  const type = useNavigationType()
  const { key } = useLocation()
  const before = useRef(key)
  useEffect(() => {
    if (before.current === key) return
    before.current = key
    if (type !== 'PUSH' || !place.current || place.current.getBoundingClientRect().top >= 0) return
    place.current.scrollIntoView({ block: 'start' })
  }, [key, type, place])
}
