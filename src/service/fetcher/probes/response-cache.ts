import { readTarget, type Target } from '../connection/target.ts'
import { sharedKeyOf } from '../identity.ts'
import { blockedResponseOf } from '../requests/blocked-response.ts'
import type { FetchContext } from '../requests/request.ts'
import { orAborted } from '../timing.ts'
import { depthOf, probeResponseKey, type ProbeJob, type ProbeResponse, type RunFor } from './response.ts'

/** Returns the cached response of a job, or that of `run`. Throws the error of `run`, or the signal's reason. */
export type RunCached = (
  job: ProbeJob,
  context: Pick<FetchContext, 'allowHosts' | 'limits' | 'identity' | 'signal'>,
  run: (runFor?: RunFor) => Promise<ProbeResponse>,
) => Promise<ProbeResponse>

export type ResponseCache = {
  /** @param pageUrl the requested URL of the page that is fetched */
  forPage(pageUrl: string): RunCached
}

/** `response` is null if it must not be cached. */
type CacheEntry = { since: number; depth: number; bytes: number; response: Promise<ProbeResponse | null> }

type CacheOptions = {
  maxAgeMs?: number
  /** A page fetched again within this time bypasses the cache. */
  repeatMs?: number
  maxBytes?: number
  maxPages?: number
  caches?: (target: Target) => boolean
}

const minuteMs = 60_000

/**
 * Shares the responses to probe requests between the pages of a website for a minute, so that their host is not sent
 * the same requests for every page. A page that is fetched again bypasses the cache, because its report must show the
 * fixes; its responses are cached for other pages. Responses to an identity serve only requests with the same one.
 *
 * Not cached: failed requests and temporary errors, sitemaps (each is searched for one page's URL), and hosts in the
 * allow list.
 */
export function createResponseCache({
  maxAgeMs = minuteMs,
  repeatMs = 60 * minuteMs,
  maxBytes = 16 * 1024 * 1024,
  maxPages = 2_000,
  caches = ({ allowed }) => !allowed,
}: CacheOptions = {}): ResponseCache {
  const entries = new Map<string, CacheEntry>()
  const fetchedPages = new Map<string, number>()
  let bytes = 0

  const remove = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  const removeOldest = () => {
    for (const [key, { since }] of entries) {
      if (bytes <= maxBytes && performance.now() - since < maxAgeMs) return
      remove(key)
    }
  }

  async function runAndCache(key: string, depth: number, run: () => Promise<ProbeResponse>): Promise<ProbeResponse> {
    const running = run()
    const entry: CacheEntry = {
      since: performance.now(),
      depth,
      bytes: 0,
      response: running.then(
        (response) => (isCacheable(response) ? response : null),
        () => null,
      ),
    }
    remove(key)
    entries.set(key, entry)
    const response = await entry.response
    if (entries.get(key) === entry) {
      if (response) {
        entry.depth = response.depth
        entry.bytes = sizeOf(key, response)
        bytes += entry.bytes
      } else remove(key)
      removeOldest()
    }
    return running
  }

  /** Returns whether the page was fetched within the last hour, and records this time. */
  function isRepeated(pageUrl: string): boolean {
    const now = performance.now()
    const last = fetchedPages.get(pageUrl) ?? -Infinity
    fetchedPages.delete(pageUrl)
    fetchedPages.set(pageUrl, now)
    for (const oldest of fetchedPages.keys()) if (fetchedPages.size > maxPages) fetchedPages.delete(oldest)
    return now - last < repeatMs
  }

  return {
    forPage(pageUrl) {
      const bypasses = isRepeated(pageUrl)
      return async (job, { allowHosts, identity, signal }, run) => {
        if (job.read === 'sitemap' || !caches(readTarget(job.url, allowHosts))) return run()
        const [key, depth] = [sharedKeyOf(job.url, identity) + probeResponseKey(job.url, job), depthOf(job)]
        const entry = entries.get(key)
        const isUsable =
          !bypasses && entry !== undefined && entry.depth >= depth && performance.now() - entry.since < maxAgeMs
        const response = isUsable ? await orAborted(entry.response, signal) : null
        return response ?? runAndCache(key, depth, run)
      }
    },
  }
}

/** Server errors, refusals and bot checks may be temporary. A handshake has no status. */
export const isCacheable = ({ status, headers, response }: ProbeResponse) =>
  status === null ||
  (status < 500 && status !== 408 && status !== 425 && blockedResponseOf(status, headers, response?.body) === null)

export const sizeOf = (key: string, { headers, response }: ProbeResponse) =>
  headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    500 + key.length + (response?.body.byteLength ?? 0),
  )
