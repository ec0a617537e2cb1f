import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { HealthFigures } from '#testing/programs/health-checker.ts'
import { type RunningService, startChildService } from './child-service.ts'

const checker = new URL('../programs/health-checker.ts', import.meta.url)

/** What some work cost the service, in milliseconds and megabytes. */
export type Cost = {
  /** The longest time for which a health check had to wait for the service. */
  waitMs: number
  failedChecks: number
  /** The growth of the main thread's heap with its buffers. */
  heapMb: number
  /** The growth of the whole process, threads included. */
  memoryMb: number
  diskMb: number
}

export type WatchedService = RunningService & {
  /** Does some work and returns what it cost. Memory and disk are compared with those before it. */
  costOf(work: () => Promise<unknown>): Promise<Cost>
  /** Kills the service as a crash does. */
  kill(): Promise<void>
}

/** Starts the real program, with a process beside it that checks its health every 20 ms until `kill`. */
export async function startWatchedService(environment: Record<string, string>): Promise<WatchedService> {
  const ends: (() => unknown)[] = []
  const service = await startChildService(environment, undefined, (end) => ends.push(end))
  const { child, figures: figuresOfProcess, origin } = service
  const beside = fork(checker, [origin, String(child.pid), environment['SEO_REPORTS_DATA_DIR'] ?? ''])
  const ask = async () => {
    const received = once(beside, 'message')
    beside.send('figures')
    const [health] = (await received) as [HealthFigures]
    return { ...health, ...(await figuresOfProcess()) }
  }
  await ask()
  return {
    ...service,
    async costOf(work) {
      const before = await ask()
      await work()
      const { longestMs, maxBusyMs, maxHeapMb, failures, maxMemoryMb, maxDiskMb } = await ask()
      return {
        // A check also waits while a busy machine runs something else. The processor time that the service's own thread
        // used between two turns of its event loop is not longer for that. So a wait counts as far as both agree: a
        // blocked loop shows in both, a busy machine in the first alone, and many short turns during a long wait in the
        // first alone, too.
        waitMs: Math.min(longestMs, maxBusyMs),
        failedChecks: failures,
        heapMb: maxHeapMb - before.maxHeapMb,
        memoryMb: maxMemoryMb - before.maxMemoryMb,
        diskMb: maxDiskMb - before.maxDiskMb,
      }
    },
    async kill() {
      beside.kill('SIGKILL')
      for (const end of ends) await end()
    },
  }
}
