import { ApiError } from './api-error.ts'

/** A timer this late, in ms, means that the machine was asleep, not that the server is slow. */
const maxLatenessMs = 10_000

/**
 * Runs `act` and aborts it when `limit` ms pass without a call of `onProgress`. If the machine was asleep meanwhile, the
 * failure is a lost connection (`network`, which reads repeat), not a slow server (`timeout`).
 */
export async function withIdleTimeout<T>(
  limit: number,
  signal: AbortSignal | undefined,
  act: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
): Promise<T> {
  const control = new AbortController()
  const { signal: over } = control
  let timer: ReturnType<typeof setTimeout>
  const onProgress = () => {
    clearTimeout(timer)
    const due = Date.now() + limit
    timer = setTimeout(
      () => control.abort(new ApiError(Date.now() > due + maxLatenessMs ? 'network' : 'timeout')),
      limit,
    )
  }
  onProgress()
  try {
    return await Promise.race([
      act(signal ? AbortSignal.any([over, signal]) : over, onProgress),
      // An early response was requested before this began, so our signal doesn't abort it.
      new Promise<never>((_, reject) => over.addEventListener('abort', () => reject(over.reason))),
    ])
  } finally {
    clearTimeout(timer!)
  }
}
