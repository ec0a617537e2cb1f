import { currentWork } from '#service/current-work.ts'

export type Poller = {
  /** Runs the work once more, after the runs that have begun. */
  run(): Promise<void>
  /** Aborted when the poller is closed. */
  readonly signal: AbortSignal
  /** Starts no further run, and waits for the current one. */
  close(): Promise<void>
}

/**
 * Runs `work` every `everyMs` milliseconds and when asked to, one run after the other; first at once, unless
 * `isAsleep`. Ignores failures after `close`.
 */
export function createPoller(
  work: (signal: AbortSignal) => Promise<void>,
  {
    everyMs,
    onFailure,
    isAsleep = false,
  }: { everyMs: number; onFailure: (error: unknown) => void; isAsleep?: boolean },
): Poller {
  const stop = new AbortController()
  const { signal } = stop
  let running = Promise.resolve()
  /** The next run, until it begins. Without it, intervals during a long run would each queue one. */
  let next: Promise<void> | undefined
  const run = () =>
    (next ??= running = running.then(runNow).catch((error: unknown) => {
      if (!signal.aborted) onFailure(error)
    }))

  async function runNow() {
    next = undefined
    if (!signal.aborted) await currentWork.run({ task: work.name }, () => work(signal))
  }

  if (!isAsleep) void run()
  const interval = setInterval(() => void run(), everyMs).unref()
  return {
    run,
    signal,
    async close() {
      clearInterval(interval)
      stop.abort()
      await running
    },
  }
}
