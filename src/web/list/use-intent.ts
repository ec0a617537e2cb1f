import { useEffect, useMemo, useRef } from 'react'

/** Handlers that call `act` when pointer or focus has rested for a moment: somebody is about to go there. */
export function useIntent(act: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(() => {
    const stop = () => clearTimeout(timer.current)
    const start = () => {
      stop()
      timer.current = setTimeout(() => latest.current(), 80)
    }
    return { onPointerEnter: start, onPointerLeave: stop, onFocus: start, onBlur: stop }
  }, [])
}
