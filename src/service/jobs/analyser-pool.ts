import { availableParallelism } from 'node:os'
import type { ResourceLimits } from 'node:worker_threads'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import type { Gathered } from '#analyser/gathered.ts'
import type { Analysis } from '#analyser/run.ts'
import { PageRefused } from '#service/fetcher/page-refused.ts'
import { warmUpPage } from './warm-up-page.ts'

/** Generous for 5 MB of HTML, whose tree is cut at 150,000 nodes. */
const defaultMemory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }
const timeLimit = 10_000
const tooHeavy = 'That page could not be analysed within its limits.'

export type AnalyserPool = {
  analyse(gathered: Gathered): Promise<Analysis>
  /** Lets a thread load the analyser before the first page comes. */
  warmUp(): Promise<void>
  close(): Promise<void>
}

export type PoolOptions = { threads?: number; timeLimit?: number; memory?: ResourceLimits; worker?: URL }

/** Threads that analyse pages. One is kept alive, so that the first page need not wait for it. */
export function createAnalyserPool(options: PoolOptions = {}): AnalyserPool {
  const threads = options.threads ?? Math.min(4, availableParallelism())
  const pool = new Piscina<Gathered, Analysis>({
    filename: (options.worker ?? new URL('./analyser-worker.ts', import.meta.url)).href,
    name: 'analyse',
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: options.memory ?? defaultMemory,
  })
  // A page's time begins when a thread takes it, not while it waits for one.
  const whenFree = pLimit(threads)
  return {
    analyse: (gathered) => whenFree(() => analyseWithin(options.timeLimit ?? timeLimit, pool, gathered)),
    warmUp: async () => {
      for (let i = 0; i < 3; i += 1) await pool.run(warmUpPage)
    },
    close: () => pool.destroy(),
  }
}

async function analyseWithin(time: number, pool: Piscina<Gathered, Analysis>, gathered: Gathered) {
  const limit = AbortSignal.timeout(time)
  try {
    return await pool.run(gathered, { signal: limit })
  } catch (error) {
    const ranOut = limit.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw ranOut ? new PageRefused(tooHeavy, { url: gathered.finalUrl, cause: String(error) }) : error
  }
}
