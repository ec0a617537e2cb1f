import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { checksQuery } from '#web/checks/queries.ts'

/** The longest time, in ms, that a report waits for the catalogue of checks before it is shown without it. */
const catalogueTimeoutMs = 2000

/**
 * Loads the catalogue of checks, which gives their titles and order. The report waits for it, because it would
 * otherwise move the checks. `isSettled` once the catalogue has arrived, has failed or is late.
 */
export function useCatalogue() {
  const { data = null, isPending, failureCount } = useQuery(checksQuery())
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, catalogueTimeoutMs, true)
    return () => clearTimeout(timer)
  }, [])
  return { catalogue: data, isSettled: !isPending || failureCount > 0 || isLate }
}
