const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Returns the processor time that this thread needs for some work, in milliseconds. */
export function processorMsOf(work: () => void): number {
  const start = processorMs()
  work()
  return processorMs() - start
}

const text = JSON.stringify(Array.from({ length: 400 }, (_, at) => ({ url: `https://shop.example/${at}`, at })))

/**
 * Returns the processor time of work that never changes, in milliseconds: some 100 on a quiet machine. Limits of time
 * are multiples of it, so that they hold on any machine, however busy.
 */
export function controlMs(): number {
  const work = () => {
    for (let at = 0; at < 1_500; at += 1) JSON.stringify(JSON.parse(text))
  }
  return Math.max(processorMsOf(work), processorMsOf(work))
}
