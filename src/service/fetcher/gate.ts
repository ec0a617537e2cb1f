export type Gate = {
  /** Waits for a place, first come first served; the returned function gives it back and may be called twice. */
  enter: (signal: AbortSignal) => Promise<() => void>
  isEmpty: () => boolean
}

export function createGate(places: number): Gate {
  const waiting = new Set<() => void>()
  let free = places

  const leave = () => {
    const [next] = waiting
    if (!next) {
      free += 1
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    isEmpty: () => free === places,
    async enter(signal) {
      signal.throwIfAborted()
      if (free > 0) free -= 1
      else
        await new Promise<void>((resolve, reject) => {
          const give = () => {
            signal.removeEventListener('abort', abort)
            resolve()
          }
          const abort = () => {
            waiting.delete(give)
            reject(signal.reason)
          }
          signal.addEventListener('abort', abort, { once: true })
          waiting.add(give)
        })
      let inside = true
      return () => {
        if (inside) leave()
        inside = false
      }
    },
  }
}
