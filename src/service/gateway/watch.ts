/** Aborts with `reason()` once nothing was seen for as long as was last set. */
export type Watch = {
  signal: AbortSignal
  seen: () => void
  wait: (ms: number) => void
  abort: (reason: Error) => void
  end: () => void
}

export function startWatch(ms: number, reason: () => Error): Watch {
  const controller = new AbortController()
  const late = () => controller.abort(reason())
  let timer = setTimeout(late, ms)
  return {
    signal: controller.signal,
    seen: () => void timer.refresh(),
    wait(next) {
      clearTimeout(timer)
      timer = setTimeout(late, next)
    },
    abort: (why) => controller.abort(why),
    end: () => clearTimeout(timer),
  }
}
