export type Poller = {
  /** Runs the work once more, after the runs that have begun. */
  run(): Promise<void>
  /** Aborted when the poller is closed. */
  readonly signal: AbortSignal
  /** Starts no further run, and waits for the current one. */
  close(): Promise<void>
}

/** Runs `work` at once and every `everyMs` milliseconds, one run after the other. Ignores failures after `close`. */
export function createPoller(
  work: () => Promise<void>,
  { everyMs, onFailure }: { everyMs: number; onFailure: (error: unknown) => void },
): Poller {
  const stop = new AbortController()
  const { signal } = stop
  let running = Promise.resolve()
  const run = () =>
    (running = running
      .then(() => (signal.aborted ? undefined : work()))
      .catch((error: unknown) => {
        if (!signal.aborted) onFailure(error)
      }))
  void run()
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
