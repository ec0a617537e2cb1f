import { useEffect, useState } from 'react'

/** Returns the whole seconds since `start` (ms since 1970), 0 if it is null. Updates while the component is mounted. */
export function useSecondsSince(start: number | null) {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (start === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [start])
  return start === null ? 0 : Math.max(0, Math.floor((now - start) / 1000))
}
