import { useEffect, useState } from 'react'
import { asApiError } from './api-error.ts'

/** The time, in ms, for which reads are repeated before their failure is shown. */
export const patienceMs = 1500

/** Returns true once `isActive` has been true for `ms` milliseconds. */
export function useIsLate(isActive: boolean, ms: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isActive) return
    const timer = setTimeout(setLate, ms, true)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isActive, ms])
  return isActive && isLate
}

type Read = { error: Error | null; failureReason: Error | null; isFetching: boolean }

/**
 * Returns the error of a query, or that of its last try if it has failed for a moment: a server that is down should be
 * said before the last try, several seconds later. A rate limit has a banner of its own.
 */
export function useEarlyFailure({ error, failureReason, isFetching }: Read): Error | null {
  const failure = isFetching && failureReason && asApiError(failureReason).kind !== 'limited' ? failureReason : null
  const isLate = useIsLate(failure !== null, patienceMs)
  return error ?? (isLate ? failure : null)
}
