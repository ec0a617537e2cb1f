import { createConnections, type SessionConnections } from './connection/connections.ts'
import { createLookup, type Lookup } from './connection/lookup.ts'
import { allowHostsFor } from './connection/target.ts'
import { failures, PageRefused } from './failures.ts'
import type { SentIdentity } from './identity.ts'
import { defaultFetchLimits, type FetchLimits } from './limits.ts'
import { createHostLimit, type HostPaces } from './requests/host-limit.ts'
import type { FetchContext } from './requests/request.ts'

export type SessionOptions = {
  /** Exact `host:port` or `ip:port` entries in lower case, to which no address rule applies. See `allowHostsFor`. */
  allowHosts: ReadonlySet<string>
  /** For hosts whose owner allows another pace than the usual one. */
  hostPaces?: HostPaces
  /** The one for whom it is done. Requesters take turns where requests have to wait. */
  requester?: string
  signal?: AbortSignal
  userAgent?: string
  identity?: SentIdentity | undefined
  limits?: Partial<FetchLimits>
  lookup?: Lookup
  connections?: SessionConnections
}

/** The number of requests that a session may still send, besides those for pages and their redirects. */
export type RequestBudget = { left: number }

/** @throws PageRefused when no request is left */
export function spendRequest(budget: RequestBudget): void {
  if (budget.left <= 0) throw new PageRefused(failures.unreachable, { limit: 'extra-requests' })
  budget.left -= 1
}

/** The requests and the time that one session may use. Its context has the whole allow list: see `contextFor`. */
export type FetchSession = { budget: RequestBudget; context: FetchContext }

/** Returns the context for requests to a page and its resources. */
export const contextFor = (page: URL, { context }: FetchSession): FetchContext => ({
  ...context,
  allowHosts: allowHostsFor(page, context.allowHosts),
})

const defaultUserAgent = 'SEO-Reports/0.1 (page analysis on request)'
/** One requester gets at most half of them. */
const maxConcurrentRequests = 128

// Shared by all sessions of the process, so that concurrent ones together respect the limits per host and overall.
const hostLimit = createHostLimit(maxConcurrentRequests)
const sharedConnections = createConnections()
const systemLookup = createLookup()

export function startSession(options: SessionOptions): FetchSession {
  const limits = { ...defaultFetchLimits, ...options.limits }
  return {
    budget: { left: limits.probeRequests },
    context: {
      allowHosts: options.allowHosts,
      limits,
      time: { leftMs: limits.totalMs },
      lookup: options.lookup ?? systemLookup,
      hostLimit,
      hostPaces: options.hostPaces ?? new Map(),
      requester: options.requester ?? '',
      connections: options.connections ?? sharedConnections.forSession(),
      userAgent: options.userAgent ?? defaultUserAgent,
      identity: options.identity,
      signal: options.signal ?? new AbortController().signal,
    },
  }
}
