/** How often the loop is looked at. */
const resolutionMs = 5

const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Watches the event loop of this thread. Returns a function that returns the longest gap since its last call, in
 * milliseconds: the processor time that the thread used between two turns. Time that passes while other processes run
 * is not counted, so a busy machine adds nothing to it.
 */
export function watchEventLoop(): () => number {
  let longest = 0
  let last = processorMs()
  const look = () => {
    const now = processorMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  setInterval(look, resolutionMs).unref()
  return () => {
    look()
    const gap = longest
    longest = 0
    return gap
  }
}
