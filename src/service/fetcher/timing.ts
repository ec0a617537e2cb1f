import { setImmediate as nextTurn } from 'node:timers/promises'

export type TimeLimit = { signal: AbortSignal; end: () => void }

/**
 * Returns a signal that aborts with `reason()` after `ms`, or with the parent's reason if the parent aborts first.
 * The caller must call `end`, which clears the timer.
 */
export function startTimeLimit(ms: number, reason: () => Error, parent?: AbortSignal): TimeLimit {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(reason()), ms)
  return {
    signal: parent ? AbortSignal.any([parent, controller.signal]) : controller.signal,
    end: () => clearTimeout(timer),
  }
}

/** Settles like the promise, or rejects with the signal's reason if it aborts first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** Resolves after `ms`. Rejects with the signal's reason if it aborts first. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return orAborted(promise, signal).finally(() => clearTimeout(timer))
}

/** Longest time in milliseconds without a break. */
const maxBlockingMs = 5

/** Decides when long work on an untrusted file lets other requests continue. */
export function createBreaks() {
  let last = performance.now()
  return {
    isDue: () => performance.now() - last >= maxBlockingMs,
    async take() {
      await nextTurn()
      last = performance.now()
    },
  }
}

export type Breaks = ReturnType<typeof createBreaks>

/** Runs work to its end, with breaks between its steps. */
export async function runWithBreaks<T>(steps: Generator<void, T>, breaks: Breaks): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (breaks.isDue()) await breaks.take()
  }
}
