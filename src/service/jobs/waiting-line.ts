/** More wait than the line holds. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** The line takes nobody any more, because the service is shutting down. */
export class QueueClosed extends Error {
  override name = 'QueueClosed'
}

export type WaitingLine = {
  /** Runs `work` when its turn comes. Whoever gives up while waiting leaves the line at once. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  busy(): { running: number; waiting: number }
  /** Sends away everybody who waits and everybody who comes; what runs goes on. */
  close(): void
}

type Place = { start(): void; sendAway(error: Error): void }

export function createWaitingLine(atOnce: number, places: number): WaitingLine {
  const line = new Set<Place>()
  let running = 0
  let closed = false

  function turn(signal?: AbortSignal): Promise<void> | undefined {
    if (closed) throw new QueueClosed('The service is shutting down.')
    if (running < atOnce) return undefined
    if (line.size >= places) throw new QueueFull(`${places} pages wait already.`)
    return new Promise((resolve, reject) => {
      const leave = () => place.sendAway(signal?.reason as Error)
      const place: Place = {
        start: () => (signal?.removeEventListener('abort', leave), line.delete(place), resolve()),
        sendAway: (error) => (signal?.removeEventListener('abort', leave), line.delete(place), reject(error)),
      }
      signal?.addEventListener('abort', leave, { once: true })
      line.add(place)
    })
  }

  function next() {
    running -= 1
    const [first] = line
    if (!first) return
    running += 1
    first.start()
  }

  return {
    async run(work, signal) {
      signal?.throwIfAborted()
      const wait = turn(signal)
      if (wait) await wait
      else running += 1
      try {
        return await work()
      } finally {
        next()
      }
    },
    busy: () => ({ running, waiting: line.size }),
    close() {
      closed = true
      for (const place of line) place.sendAway(new QueueClosed('The service is shutting down.'))
    },
  }
}
