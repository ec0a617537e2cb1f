import { monitorEventLoopDelay } from 'node:perf_hooks'
import { watchEventLoop } from '#testing/event-loop.ts'

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

const longestGap = watchEventLoop()

process.on('message', () => {
  const maxDelayMs = Math.max(0, delay.max / 1e6 - resolutionMs)
  const maxRssMb = process.resourceUsage().maxRSS / 1024
  process.send?.({ maxDelayMs, maxBusyMs: longestGap(), maxRssMb } satisfies ProcessFigures)
  delay.reset()
})
// This must not keep the service from ending.
process.channel?.unref()
