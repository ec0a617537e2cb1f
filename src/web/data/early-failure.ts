import { useEffect, useState } from 'react'
import { asApiError } from './api-error.ts'

/** The time, in ms, for which reads are repeated before their failure is shown. */
export const patienceMs = 1500

type Read = { error: Error | null; failureReason: Error | null; isFetching: boolean }

/**
 * Returns the error of a query, or that of its last try if it has failed for a moment: a server that is down should be
 * said before the last try, several seconds later. A rate limit has a banner of its own.
 */
export function useEarlyFailure({ error, failureReason, isFetching }: Read): Error | null {
  const failure = isFetching && failureReason && asApiError(failureReason).kind !== 'limited' ? failureReason : null
  const isFailing = failure !== null
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isFailing) return
    const timer = setTimeout(setLate, patienceMs, true)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isFailing])
  return error ?? (isLate ? failure : null)
}
