import { useMemo, useState } from 'react'
import { type ApiError, asApiError } from './api-error.ts'

type After<Done> = { onSuccess?: (done: Done) => void; onError?: (error: ApiError) => void }

/**
 * A write with whether it is under way. Writes are neither kept, queued nor tried again, so that this stands for the
 * query library's mutations, which would weigh on the first load.
 */
export function useWrite<Wanted, Done>(write: (wanted: Wanted) => Promise<Done>) {
  const [running, setRunning] = useState(0)
  const acts = useMemo(() => {
    async function mutateAsync(wanted: Wanted): Promise<Done> {
      setRunning((now) => now + 1)
      try {
        return await write(wanted)
      } finally {
        setRunning((now) => now - 1)
      }
    }
    const mutate = (wanted: Wanted, { onSuccess, onError }: After<Done> = {}) =>
      void mutateAsync(wanted).then(onSuccess, (thrown) => onError?.(asApiError(thrown)))
    return { mutate, mutateAsync }
  }, [write])
  return { ...acts, isPending: running > 0 }
}
