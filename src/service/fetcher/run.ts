import { type AnswerMemory, createAnswerMemory } from './answer-memory.ts'
import type { Budget } from './budget.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { createLookup, type Lookup } from './lookup.ts'
import { PageRefused } from './page-refused.ts'
import { createPoliteness } from './politeness.ts'
import type { Context } from './request.ts'
import { sentences } from './sentences.ts'
import { startTimeLimit } from './time-limit.ts'

export type GatherOptions = {
  /** Exact `host:port` or `ip:port` entries, lower case, to which no address rule applies. */
  allowHosts: ReadonlySet<string>
  signal?: AbortSignal
  userAgent?: string
  limits?: Partial<Limits>
  lookup?: Lookup
  memory?: AnswerMemory
}

/** All that is fetched for one report: it shares the requests and the time, of which only the fetching itself counts. */
export type Run = {
  budget: Budget
  limits: Limits
  memory: AnswerMemory
  /** Of the caller. */
  signal: AbortSignal | undefined
  /** Works with a signal that aborts when the time is up, or when the caller gives up. */
  within: <T>(work: (context: Context) => Promise<T>) => Promise<T>
}

const defaultUserAgent = 'SEO-Reports/0.1 (page analysis on request)'
const requestsAtOnce = 16
const systemLookup = createLookup()
const politeness = createPoliteness(requestsAtOnce)
const sharedMemory = createAnswerMemory()

export function startRun(options: GatherOptions): Run {
  const limits = { ...defaultLimits, ...options.limits }
  let leftMs = limits.totalMs
  const tooLong = () => new PageRefused(sentences.tookTooLongInAll(limits.totalMs), { limit: 'total' })
  return {
    budget: { left: limits.subRequests },
    limits,
    memory: options.memory ?? sharedMemory,
    signal: options.signal,
    async within(work) {
      const began = performance.now()
      const limit = startTimeLimit(Math.max(0, leftMs), tooLong, options.signal)
      try {
        return await work({
          allowHosts: options.allowHosts,
          limits,
          lookup: options.lookup ?? systemLookup,
          politeness,
          userAgent: options.userAgent ?? defaultUserAgent,
          signal: limit.signal,
        })
      } finally {
        limit.end()
        leftMs -= performance.now() - began
      }
    },
  }
}
