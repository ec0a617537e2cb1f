import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { checksQuery } from '#web/checks/queries.ts'

const patience = 2000

/**
 * What the server says of its checks. It gives titles and order: showing the checks before it would move them. `ready` once it
 * is there, or does not come: a report says enough without.
 */
export function useCatalogue() {
  const { data = null, isPending, failureCount } = useQuery(checksQuery())
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, patience, true)
    return () => clearTimeout(timer)
  }, [])
  return { catalogue: data, ready: !isPending || failureCount > 0 || late }
}
