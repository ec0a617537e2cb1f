export type TimeLimit = { signal: AbortSignal; end: () => void }

/**
 * A signal that aborts with `reason()` after `ms`, or with the parent's own reason when that aborts first.
 * Whoever asks for one ends it, which frees the timer and the parent's listener.
 */
export function startTimeLimit(ms: number, reason: () => Error, parent?: AbortSignal): TimeLimit {
  const controller = new AbortController()
  const follow = () => controller.abort(parent?.reason)
  const timer = setTimeout(() => controller.abort(reason()), ms)
  if (parent?.aborted) follow()
  parent?.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer)
      parent?.removeEventListener('abort', follow)
    },
  }
}

/** The promise's outcome, or the signal's reason if that comes first; what the promise holds is the caller's to free. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const rest = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  return orAborted(rest, signal).finally(() => clearTimeout(timer))
}
