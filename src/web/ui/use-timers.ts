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

/** Returns `value` once it has not changed for `pause` milliseconds. */
export function useSettled(value: string, pause: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
