import { type RefObject, useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** After a change of the list its beginning comes back into view; Back and Forward bring back their own place instead. */
export function useKeepInView(place: RefObject<HTMLElement | null>) {
  const type = useNavigationType()
  const { key } = useLocation()
  useEffect(() => {
    if (type === 'PUSH' && place.current && place.current.getBoundingClientRect().top < 0)
      place.current.scrollIntoView()
  }, [key, type, place])
}
