import { portOf, withoutTrailingDot } from '../page-url.ts'
import { pause } from '../timing.ts'
import { createPlaces } from './places.ts'

/**
 * The rate of requests to a host, over all reports.
 * @property perSecond on average; a burst is three seconds' worth
 * @property maxConcurrent requests, and connections
 */
export type Pace = { perSecond: number; maxConcurrent: number }

/** @param status null if there was no response in time */
export type OnResponse = (status: number | null, ms: number) => void

/** @property requester whose turn it is. Requesters take turns at each host, and none can have all requests. */
export type HostTurn = { host: string; pace: Pace; requester: string; signal: AbortSignal }

/**
 * Runs `work` when its turn comes. `work` gets the time in milliseconds that the request had to wait for the pace, and
 * reports each response, because a host that is strained gets rests between requests. Rejects with the signal's reason
 * if it aborts.
 */
export type HostLimit = <T>(turn: HostTurn, work: (responded: OnResponse, pausedMs: number) => Promise<T>) => Promise<T>

type HostState = ReturnType<typeof createHost>

const burstSeconds = 3
/** After this time in milliseconds without a request, nothing about a host needs to be known. */
const coolDownMs = 10_000
/** Above this number, idle hosts are removed. */
const maxHosts = 256

/** A strained host's first rest, the longest one, and its reduction by each good response. In milliseconds. */
const rests = { firstMs: 200, maxMs: 800, stepMs: 50 }
/** A response is slow if it takes longer than this in milliseconds, and this many times the host's quickest. */
const slow = { minMs: 1_000, factor: 4 }

/** Applies the pace of each host, and `maxRequests` requests at once over all hosts, which requesters share. */
export function createHostLimit(maxRequests: number): HostLimit {
  const overall = createPlaces(maxRequests, { isShared: true })
  const hosts = new Map<string, HostState>()

  const stateOf = (name: string, pace: Pace) => {
    const known = hosts.get(name)
    if (known) return known
    if (hosts.size >= maxHosts) removeIdle(hosts)
    const state = createHost(pace)
    hosts.set(name, state)
    return state
  }

  return ({ host: name, pace, requester, signal }, work) => {
    const host = stateOf(name, pace)
    return host.places.run(requester, signal, async () => {
      const since = performance.now()
      await host.waitForPace(signal)
      const pausedMs = performance.now() - since
      return overall.run(requester, signal, () => work(host.responded, pausedMs))
    })
  }
}

function createHost({ perSecond, maxConcurrent }: Pace) {
  const places = createPlaces(maxConcurrent, { isShared: false })
  const burst = perSecond * burstSeconds
  /** Requests that can start now. Below zero, that many have reserved the next ones. */
  let available = burst
  let lastRequest = performance.now()
  let lastStart = -Infinity
  let restMs = 0
  let quickestMs = Infinity

  function refill() {
    const now = performance.now()
    const idleMs = now - lastRequest
    available = Math.min(burst, available + (idleMs / 1_000) * perSecond)
    lastRequest = now
    if (idleMs > coolDownMs) [restMs, quickestMs] = [0, Infinity]
  }

  return {
    places,
    isIdle: () => places.isIdle() && performance.now() - lastRequest > coolDownMs,
    async waitForPace(signal: AbortSignal) {
      refill()
      available -= 1
      const start = Math.max(lastRequest - Math.min(0, available / perSecond) * 1_000, lastStart + restMs)
      lastStart = start
      if (start === lastRequest) return
      try {
        await pause(start - lastRequest, signal)
      } catch (error) {
        available += 1
        throw error
      }
    },
    /** Doubles the rests of a host that is strained, and shortens them bit by bit when it responds well. */
    responded: ((status, ms) => {
      const isSlow = ms > slow.minMs && (status === null || ms > slow.factor * quickestMs)
      if (status !== null) quickestMs = Math.min(quickestMs, ms)
      if (status === 429 || status === 503 || isSlow) {
        restMs = Math.min(rests.maxMs, Math.max(rests.firstMs, restMs * 2))
        lastStart = Math.max(lastStart, performance.now())
      } else restMs = Math.max(0, restMs - rests.stepMs)
    }) satisfies OnResponse,
  }
}

function removeIdle(hosts: Map<string, HostState>): void {
  for (const [name, host] of hosts) if (host.isIdle()) hosts.delete(name)
}

/** The pace of single hosts, by `host`, or `host:port` for hosts on the allow list. */
export type HostPaces = ReadonlyMap<string, Pace>

/** A browser opens as many connections to a host, and sends more requests. */
export const defaultPace: Pace = { perSecond: 10, maxConcurrent: 6 }

/** Hosts on the allow list belong to the administrator, so only the number of connections is limited. */
export const allowedPace: Pace = { ...defaultPace, perSecond: 1_000 }

/**
 * Returns the number of analyses of a host's pages that can run at once. Each uses as many connections as a browser.
 */
export function maxAnalysesOf(page: URL, paces: HostPaces = new Map()): number {
  const host = withoutTrailingDot(page.hostname).replace(/^\[|\]$/g, '')
  const { maxConcurrent } = paces.get(host) ?? paces.get(`${host}:${portOf(page)}`) ?? defaultPace
  return Math.max(1, Math.floor(maxConcurrent / defaultPace.maxConcurrent))
}

const most: Pace = { perSecond: 1_000, maxConcurrent: 64 }

/**
 * Reads `host=requests per second`, or `host=requests per second/connections`, separated by commas. Returns null if an
 * entry is invalid.
 */
export function readHostPaces(text: string): HostPaces | null {
  const paces = new Map<string, Pace>()
  for (const entry of text.split(',')) {
    const [, name = '', port = '', perSecond, maxConcurrent = defaultPace.maxConcurrent] =
      /^\s*(\[[\da-f:.]+\]|[^\s/@:=[\]]+)(:\d{1,5})?=(\d{1,4})(?:\/(\d{1,2}))?\s*$/i.exec(entry) ?? []
    const host = URL.parse(`http://${name}`)?.hostname.replace(/^\[|\]$/g, '')
    const pace = { perSecond: Number(perSecond), maxConcurrent: Number(maxConcurrent) }
    if (!host || !isWithin(pace.perSecond, most.perSecond) || !isWithin(pace.maxConcurrent, most.maxConcurrent))
      return null
    paces.set(host + port, pace)
  }
  return paces
}

const isWithin = (value: number, greatest: number) => value >= 1 && value <= greatest
