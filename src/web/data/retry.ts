import { ApiError, type ApiErrorKind } from './api-error.ts'

/** A timer that fires so much too late, in ms, was stopped with the machine: nobody has kept silent meanwhile. */
const slept = 10_000

/**
 * Does `act` until nothing has come for `limit` ms since the beginning or the last call of `alive`. Whoever slept
 * meanwhile has lost the connection, which is another failure than silence: reads may try that again by themselves.
 */
export async function whileAlive<T>(
  limit: number,
  signal: AbortSignal | undefined,
  act: (signal: AbortSignal, alive: () => void) => Promise<T>,
): Promise<T> {
  const control = new AbortController()
  const { signal: over } = control
  let timer: ReturnType<typeof setTimeout>
  const alive = () => {
    clearTimeout(timer)
    const due = Date.now() + limit
    timer = setTimeout(() => control.abort(new ApiError(Date.now() > due + slept ? 'network' : 'silent')), limit)
  }
  alive()
  try {
    return await Promise.race([
      act(signal ? AbortSignal.any([over, signal]) : over, alive),
      // An answer that was asked for before this began hangs on no signal of ours.
      new Promise<never>((_, reject) => over.addEventListener('abort', () => reject(over.reason))),
    ])
  } finally {
    clearTimeout(timer!)
  }
}

const open = new Set<ApiErrorKind>(['network', 'silent', 'oversized', 'not-understood', 'aborted'])

/** Whether a write that failed so may have been carried out: no answer, one cut off or not understood, or a gateway's own. */
export const mayHaveWorked = ({ kind, status }: ApiError) => open.has(kind) || /^(50[24]|52\d)$/.test(`${status}`)
