import { setTimeout as pause } from 'node:timers/promises'
import { type RobotsFile, isSuccess } from '#analyser/fetched-page.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import { PageRefused } from './failures.ts'
import { contextFor, type RequestBudget, type SessionOptions, spendRequest, startSession } from './fetch-session.ts'
import type { FetchLimits } from './limits.ts'
import { followRedirects } from './requests/redirects.ts'
import type { FetchContext, FetchOptions, FetchResponse } from './requests/request.ts'

/** Requests robots.txt of a page's origin by the rules of RFC 9309. */
export async function fetchRobots(page: URL, context: FetchContext, budget: RequestBudget): Promise<RobotsFile> {
  const url = robotsUrlOf(page)
  const { limits } = context
  try {
    const options = robotsOptions(limits)
    const { response } = await followRedirects(url, options, limits.robotsRedirects, context, () =>
      spendRequest(budget),
    )
    return robotsFileOf(url, response)
  } catch (error) {
    if (!(error instanceof PageRefused)) throw error
    return missingRobotsFile(url, error.code)
  }
}

export const robotsUrlOf = (page: URL) => new URL('/robots.txt', page)

export const robotsOptions = ({ robotsBytes }: FetchLimits): FetchOptions => ({
  accept: 'text/plain,*/*;q=0.8',
  bodyBytes: robotsBytes,
  readsBody: ({ status }) => isSuccess(status),
})

/** @param url of the robots.txt that was requested first */
export function robotsFileOf(url: URL, response: Pick<FetchResponse, 'status' | 'body' | 'bytes'>): RobotsFile {
  const { status, body, bytes } = response
  if (isSuccess(status)) {
    return { url: url.href, outcome: 'found', status, text: new TextDecoder().decode(body), bytes }
  }
  return { url: url.href, outcome: status >= 500 ? 'unavailable' : 'absent', status, text: '', bytes: 0 }
}

/** A redirect loop and too many redirects count as an absent file (RFC 9309, 2.3.1.2). */
export function missingRobotsFile(url: URL, code: FetchFailure | undefined): RobotsFile {
  const isAbsent = code === 'redirect_loop' || code === 'too_many_redirects'
  return { url: url.href, outcome: isAbsent ? 'absent' : 'unreachable', status: null, text: '', bytes: 0 }
}

/** A crawl keeps a robots.txt for this time, in milliseconds. */
const keptMs = 10 * 60_000
/** A file that can't be read stops a crawl, so it is requested again, after a pause and later. */
const failure = { retryMs: 1_000, keptMs: 30_000 }
const maxKept = 100

export type RobotsFiles = (url: URL, signal: AbortSignal) => Promise<RobotsFile>

const hasFailed = ({ outcome }: RobotsFile) => outcome === 'unavailable' || outcome === 'unreachable'

/** Returns a function that reads the robots.txt of a URL's origin and keeps it for ten minutes. */
export function createRobotsFiles(options: SessionOptions): RobotsFiles {
  const kept = new Map<string, { file: RobotsFile; until: number }>()
  const read = async (url: URL, signal: AbortSignal) => {
    const session = startSession({ ...options, signal })
    try {
      return await fetchRobots(url, contextFor(url, session), session.budget)
    } finally {
      session.context.connections.close()
    }
  }
  return async (url, signal) => {
    const known = kept.get(url.origin)
    if (known && known.until > performance.now()) return known.file
    let file = await read(url, signal)
    if (hasFailed(file)) {
      await pause(failure.retryMs, undefined, { signal })
      file = await read(url, signal)
    }
    if (kept.size >= maxKept) kept.clear()
    kept.set(url.origin, { file, until: performance.now() + (hasFailed(file) ? failure.keptMs : keptMs) })
    return file
  }
}
