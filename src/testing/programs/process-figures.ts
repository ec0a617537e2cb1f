import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { watchEventLoop } from '#testing/event-loop.ts'

// Loaded before the service (`node --import`) by tests and benchmarks. Sends its figures to the parent process.

/** Figures of the process since the last request for them. */
export type ProcessFigures = {
  /** Longest time in milliseconds for which no other request could continue, for any reason. */
  maxDelayMs: number
  /** The same, but only the processor time that the process itself used. A busy machine adds nothing to it. */
  maxBusyMs: number
  /** Largest heap of the main thread with its buffers, in megabytes. */
  maxHeapMb: number
  /** Highest amount of memory in megabytes since the process started. */
  maxRssMb: number
}

const resolutionMs = 5
const delay = monitorEventLoopDelay({ resolution: resolutionMs })
delay.enable()

const longestGap = watchEventLoop()

/** Module state: the largest heap since the last request for it. */
let maxHeapMb = 0
const lookAtHeap = () => {
  const { total_heap_size, external_memory } = getHeapStatistics()
  maxHeapMb = Math.max(maxHeapMb, (total_heap_size + external_memory) / 1024 / 1024)
}
setInterval(lookAtHeap, resolutionMs).unref()

process.on('message', () => {
  const maxDelayMs = Math.max(0, delay.max / 1e6 - resolutionMs)
  const maxRssMb = process.resourceUsage().maxRSS / 1024
  lookAtHeap()
  process.send?.({ maxDelayMs, maxBusyMs: longestGap(), maxHeapMb, maxRssMb } satisfies ProcessFigures)
  delay.reset()
  maxHeapMb = 0
})
// This must not keep the service from ending.
process.channel?.unref()
