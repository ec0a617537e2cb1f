import { monitorEventLoopDelay } from 'node:perf_hooks'

// Loaded before the service (`node --import`) by tests and benchmarks. Sends its figures to the parent process.

/** Figures of the process since the last request for them. */
export type ProcessFigures = {
  /** Longest time in milliseconds for which no other request could continue, for any reason. */
  maxDelayMs: number
  /** The same, but only the processor time that the process itself used. A busy machine adds nothing to it. */
  maxBusyMs: number
  /** Highest amount of memory in megabytes since the process started. */
  maxRssMb: number
}

const resolutionMs = 5
const delay = monitorEventLoopDelay({ resolution: resolutionMs })
delay.enable()

const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
/** Module state: the figures of this process since it began. */
let maxBusyMs = 0
let last = processorMs()
setInterval(() => {
  const now = processorMs()
  maxBusyMs = Math.max(maxBusyMs, now - last)
  last = now
}, resolutionMs).unref()

process.on('message', () => {
  const maxDelayMs = Math.max(0, delay.max / 1e6 - resolutionMs)
  process.send?.({ maxDelayMs, maxBusyMs, maxRssMb: process.resourceUsage().maxRSS / 1024 } satisfies ProcessFigures)
  delay.reset()
  maxBusyMs = 0
})
// This must not keep the service from ending.
process.channel?.unref()
