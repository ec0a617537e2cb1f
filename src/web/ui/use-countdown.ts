import { useEffect, useState } from 'react'

/** Whole seconds until `at` (ms since 1970); 0 once it has passed, or if it is null. */
export function useCountdown(at: number | null) {
  const [now, setNow] = useState(Date.now)
  const left = at === null ? 0 : Math.max(0, Math.ceil((at - now) / 1000))
  useEffect(() => {
    if (at === null) return
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= at) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [at])
  return left
}
