import { availableParallelism } from 'node:os'
import type { ResourceLimits } from 'node:worker_threads'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import type { Gathered } from '#analyser/gathered.ts'
import type { Reading } from '#analyser/run.ts'
import { PageRefused } from '#service/fetcher/page-refused.ts'
import type * as worker from './analyser-worker.ts'
import type { JudgedAgain, ToJudgeAgain } from './judge-stored.ts'

/** Generous for 5 MB of HTML, whose tree is cut at 150,000 nodes. */
const defaultMemory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }
const timeLimit = 10_000
const tooHeavy = 'That page could not be analysed within its limits.'

type ToJudge = Parameters<typeof worker.judge>[0]

/** What threads do for the service; each piece of work has the same limits of time and memory. */
export type AnalyserPool = {
  readonly threads: number
  readPage(gathered: Gathered): Promise<Reading>
  judge(page: ToJudge): Promise<worker.Judged>
  /** Rejects when it takes too much; then it may be one report's fault alone. */
  judgeAgain(reports: ToJudgeAgain[]): Promise<JudgedAgain[]>
  close(): Promise<void>
}

export type PoolOptions = { threads?: number; timeLimit?: number; memory?: ResourceLimits; worker?: URL }

type Task = {
  [Name in keyof typeof worker]: {
    name: Name
    given: Parameters<(typeof worker)[Name]>[0]
    made: ReturnType<(typeof worker)[Name]>
  }
}[keyof typeof worker]
type Made<Name extends Task['name']> = Extract<Task, { name: Name }>['made']

/** One thread is kept alive, so that the first page need not wait for it. */
export function createAnalyserPool(options: PoolOptions = {}): AnalyserPool {
  const threads = options.threads ?? Math.min(4, availableParallelism())
  const time = options.timeLimit ?? timeLimit
  const pool = new Piscina<Task['given'], unknown>({
    filename: (options.worker ?? new URL('./analyser-worker.ts', import.meta.url)).href,
    name: 'readPage',
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: options.memory ?? defaultMemory,
  })
  // The time for a piece of work begins when a thread takes it, not while it waits for one.
  const whenFree = pLimit(threads)
  const run = async <Name extends Task['name']>(
    name: Name,
    url: string | null,
    given: Extract<Task, { name: Name }>['given'],
  ) => whenFree(() => runWithin(time, url, (signal) => pool.run(given, { name, signal }) as Promise<Made<Name>>))
  return {
    threads,
    readPage: (gathered) => run('readPage', gathered.finalUrl, gathered),
    judge: (page) => run('judge', page.facts.response.finalUrl, page),
    judgeAgain: (reports) => run('judgeAgain', null, reports),
    close: () => pool.destroy(),
  }
}

async function runWithin<T>(time: number, url: string | null, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = AbortSignal.timeout(time)
  try {
    return await work(limit)
  } catch (error) {
    const ranOut = limit.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw ranOut ? new PageRefused(tooHeavy, { url, cause: String(error) }) : error
  }
}
