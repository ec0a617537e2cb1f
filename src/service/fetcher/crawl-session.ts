import { createHostLimit } from './host-limit.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { createLookup, type Lookup } from './lookup.ts'
import { PageRefused } from './page-refused.ts'
import type { FetchContext } from './request.ts'
import { failures } from './failures.ts'
import { startTimeLimit } from './time-limit.ts'

export type CrawlOptions = {
  /** Exact `host:port` or `ip:port` entries in lower case, to which no address rule applies. */
  allowHosts: ReadonlySet<string>
  signal?: AbortSignal
  userAgent?: string
  limits?: Partial<Limits>
  lookup?: Lookup
}

/** The number of extra requests that a crawl may still send. */
export type RequestBudget = { left: number }

/** @throws PageRefused when no request is left */
export function spend(budget: RequestBudget): void {
  if (budget.left <= 0) throw new PageRefused(failures.unreachable, { limit: 'extra-requests' })
  budget.left -= 1
}

/** The requests and the time that one crawl may use. Only the time of fetching counts. */
export type CrawlSession = {
  budget: RequestBudget
  limits: Limits
  /** Runs `work` with a signal that aborts when the time is up or the caller aborts. */
  run: <T>(work: (context: FetchContext) => Promise<T>) => Promise<T>
}

const defaultUserAgent = 'SEO-Reports/0.1 (page analysis on request)'
const requestsAtOnce = 16

// Shared by all crawls of the process, so that concurrent crawls together respect the limits per host and overall.
const hostLimit = createHostLimit(requestsAtOnce)
const systemLookup = createLookup()

export function startSession(options: CrawlOptions): CrawlSession {
  const limits = { ...defaultLimits, ...options.limits }
  let leftMs = limits.totalMs
  const timedOut = () => new PageRefused(failures.time_up(limits.totalMs), { limit: 'total' })
  return {
    budget: { left: limits.extraRequests },
    limits,
    async run(work) {
      const start = performance.now()
      const limit = startTimeLimit(Math.max(0, leftMs), timedOut, options.signal)
      try {
        return await work({
          allowHosts: options.allowHosts,
          limits,
          lookup: options.lookup ?? systemLookup,
          hostLimit,
          userAgent: options.userAgent ?? defaultUserAgent,
          signal: limit.signal,
        })
      } finally {
        limit.end()
        leftMs -= performance.now() - start
      }
    },
  }
}
