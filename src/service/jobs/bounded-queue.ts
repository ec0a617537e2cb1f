/** The queue is full. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** The queue accepts nothing more, because the service is shutting down. */
export class QueueClosed extends Error {
  override name = 'QueueClosed'
}

export type BoundedQueue = {
  /** Runs `work` when its turn comes. An abort while waiting frees the place at once. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Rejects everything that waits and everything new with QueueClosed. Running work continues. */
  close(): void
}

type Waiter = { start(): void; reject(error: Error): void }

/** Written by hand because p-limit can neither limit its queue nor remove a single entry from it. */
export function createBoundedQueue(maxRunning: number, maxWaiting: number): BoundedQueue {
  const waiters = new Set<Waiter>()
  let running = 0
  let closed = false

  const closedError = () => new QueueClosed('The service is shutting down.')

  function waitForTurn(signal?: AbortSignal): Promise<void> {
    if (waiters.size >= maxWaiting) throw new QueueFull(`${maxWaiting} pages wait already.`)
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        signal?.removeEventListener('abort', onAbort)
        waiters.delete(waiter)
        finish()
      }
      const onAbort = () => settle(() => reject(signal?.reason))
      const waiter: Waiter = {
        start: () => settle(resolve),
        reject: (error) => settle(() => reject(error)),
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      waiters.add(waiter)
    })
  }

  function startNext() {
    running -= 1
    const [first] = waiters
    if (!first) return
    running += 1
    first.start()
  }

  return {
    async run(work, signal) {
      signal?.throwIfAborted()
      if (closed) throw closedError()
      if (running < maxRunning) running += 1
      else await waitForTurn(signal)
      try {
        return await work()
      } finally {
        startNext()
      }
    },
    close() {
      closed = true
      for (const waiter of waiters) waiter.reject(closedError())
    },
  }
}
