import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { ResourceLimits, Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { failures, PageRefused } from '#service/fetcher/failures.ts'
import { createPlaces } from '#service/fetcher/requests/places.ts'
import { asBuffer } from '#service/store/reports/report-payloads.ts'
import type * as worker from './analyser-worker.ts'
import type { MaskedReading } from './masked-reading.ts'

/** Safety limit: enough for 5 MB of HTML, whose tree is cut at 150,000 nodes. */
const defaultMemory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }
/** Safety limit in milliseconds of processor time for one task. */
const defaultTimeLimitMs = 10_000
/** Safety limit: a task that waits for a processor, or for nothing, ends after so many times its limit. */
const longestWait = 10

/**
 * Runs the analyser in worker threads. Every task has the same limits of time and memory. Requesters take turns, so the
 * heavy pages of one don't hold up the others. All other tasks together are one requester.
 */
export type AnalyserPool = {
  readonly threads: number
  readPage(fetched: Input<'readPage'>, requester?: string): Promise<MaskedReading>
  readRendered(page: Input<'readRendered'>, requester?: string): Promise<MaskedReading>
  evaluatePage(page: Parameters<typeof worker.evaluatePage>[0], requester?: string): Promise<worker.EvaluatedPage>
  completePage(page: Input<'completePage'>): Promise<worker.CompletedPage>
  restatePage(page: Input<'restatePage'>): Promise<worker.RestatedPage>
  /** Rejects when the batch exceeds a limit, even if a single report is the cause. */
  rescore(reports: worker.StoredReport[]): Promise<worker.Rescored[]>
  compare(reports: Parameters<typeof worker.compare>[0]): Promise<worker.PageComparison>
  findIssueStates(evaluations: Uint8Array[]): Promise<ReturnType<typeof worker.findIssueStates>>
  /** Rejects as {@link rescore} does. */
  close(): Promise<void>
}

export type PoolOptions = {
  threads?: number
  timeLimit?: number
  memory?: ResourceLimits
  worker?: URL
  /** Called for each check that threw while a page was evaluated. The report is made without it. */
  onCheckError?: (failure: worker.CheckErrorOnPage) => void
  /** Called when an idle thread fails. */
  onThreadError?: (error: unknown) => void
}

type Tasks = typeof worker
type Input<Name extends keyof Tasks> = Parameters<Tasks[Name]>[0]

/** Starts a pool that always keeps one thread alive, so that the first page need not wait for a thread to start. */
export function createAnalyserPool(options: PoolOptions = {}): AnalyserPool {
  const threads = options.threads ?? Math.min(4, availableParallelism())
  const timeLimit = options.timeLimit ?? defaultTimeLimitMs
  const pool = new Piscina<Input<keyof Tasks>, unknown>({
    filename: (options.worker ?? new URL('./analyser-worker.ts', import.meta.url)).href,
    name: 'readPage',
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: options.memory ?? defaultMemory,
  })
  // Without a listener, the error would end the process. A thread can run out of memory while it is being stopped.
  pool.on('error', (error: unknown) => options.onThreadError?.(error))
  // Tasks wait here and not in Piscina's queue, so that the time limit of a task starts together with the task.
  const places = createPlaces(threads, { isShared: false })
  const run = async <Name extends keyof Tasks>(name: Name, url: string | null, input: Input<Name>, requester = '') =>
    places.run(requester, undefined, () =>
      runWithin(
        timeLimit,
        url,
        pool,
        (signal) => pool.run(input, { name, signal }) as Promise<ReturnType<Tasks[Name]>>,
      ),
    )
  const reportCheckErrors = (failures: worker.CheckErrorOnPage[]) => {
    for (const failure of failures) options.onCheckError?.(failure)
  }
  return {
    threads,
    readPage: (fetched, requester) => run('readPage', fetched.finalUrl, fetched, requester),
    readRendered: (page, requester) => run('readRendered', page.fetched.finalUrl, page, requester),
    async evaluatePage(page, requester) {
      const evaluated = await run('evaluatePage', page.facts.response.finalUrl, page, requester)
      reportCheckErrors(evaluated.checkErrors)
      return evaluated
    },
    async completePage(page) {
      const completed = await run('completePage', null, page)
      reportCheckErrors(completed.checkErrors)
      return { ...completed, facts: asBuffer(completed.facts), evaluation: asBuffer(completed.evaluation) }
    },
    async restatePage(page) {
      const restated = await run('restatePage', null, page)
      reportCheckErrors(restated.checkErrors)
      return restated
    },
    async rescore(reports) {
      const rescored = await run('rescore', null, reports)
      reportCheckErrors(rescored.flatMap((result) => ('checkErrors' in result ? result.checkErrors : [])))
      return rescored
    },
    compare: (reports) => run('compare', null, reports),
    findIssueStates: (evaluations) => run('findIssueStates', null, evaluations),
    close: () => pool.destroy(),
  }
}

type Threads = { threads: readonly Worker[] }

async function runWithin<T>(
  ms: number,
  url: string | null,
  pool: Threads,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const overworked = new AbortController()
  const finished = new AbortController()
  const limit = AbortSignal.any([overworked.signal, AbortSignal.timeout(longestWait * ms)])
  void hasWorked(ms, pool, finished.signal).then(
    () => overworked.abort(),
    () => {},
  )
  try {
    return await task(limit)
  } catch (error) {
    const exceeded = limit.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw exceeded ? new PageRefused(failures.too_heavy, { url, cause: String(error) }) : error
  } finally {
    finished.abort()
  }
}

/** The shortest time between two looks at the threads. */
const shortestPauseMs = 100

/**
 * Waits until a thread has had `ms` of processor time. On a busy machine that takes longer. Which thread has the task
 * is not known, so the one that worked most counts.
 */
async function hasWorked(ms: number, pool: Threads, signal: AbortSignal): Promise<void> {
  const before = await workedMs(pool)
  for (let left = ms; left > 0;) {
    await pause(Math.max(left, shortestPauseMs), undefined, { signal, ref: false })
    const worked = await workedMs(pool)
    left = ms - Math.max(0, ...[...worked].map(([thread, time]) => time - (before.get(thread) ?? 0)))
  }
}

/** Returns the processor time of each thread that runs, in milliseconds. */
async function workedMs({ threads }: Threads): Promise<Map<Worker, number>> {
  const times = await Promise.all(
    threads.map(async (thread) => {
      const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }))
      return [thread, (user + system) / 1000] as const
    }),
  )
  return new Map(times)
}
