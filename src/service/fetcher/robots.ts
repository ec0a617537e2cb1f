import { setTimeout as pause } from 'node:timers/promises'
import { type RobotsFile, isSuccess } from '#analyser/fetched-page.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import { PageRefused } from './failures.ts'
import { contextFor, type RequestBudget, type SessionOptions, spendRequest, startSession } from './fetch-session.ts'
import type { FetchLimits } from './limits.ts'
import { followRedirects } from './requests/redirects.ts'
import type { FetchContext, FetchOptions, FetchResponse } from './requests/request.ts'

/** Requests robots.txt of a page's origin by the rules of RFC 9309. */
export const fetchRobots = async (...request: Parameters<typeof requestRobots>): Promise<RobotsFile> =>
  (await requestRobots(...request)).file

/** @property failure the reason for a missing response */
export type ReadFile = { file: RobotsFile; failure: PageRefused | null }

async function requestRobots(page: URL, context: FetchContext, budget: RequestBudget): Promise<ReadFile> {
  const url = robotsUrlOf(page)
  const { limits } = context
  try {
    const options = robotsOptions(limits)
    const { response } = await followRedirects(url, options, limits.robotsRedirects, context, () =>
      spendRequest(budget),
    )
    return { file: robotsFileOf(url, response), failure: null }
  } catch (error) {
    if (!(error instanceof PageRefused)) throw error
    return { file: missingRobotsFile(url, error.code), failure: error }
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

/** A file that can't be read stops a crawl, so it is requested again after this pause in milliseconds. */
const retryMs = 1_000

export type RobotsFiles = (url: URL, signal: AbortSignal) => Promise<RobotsFile>

export const hasFailed = ({ outcome }: RobotsFile) => outcome === 'unavailable' || outcome === 'unreachable'

/** Reads the robots.txt of a URL's origin for a crawl, with the failure if there is no response. */
export async function readRobotsFile(url: URL, options: SessionOptions): Promise<ReadFile> {
  const session = startSession(options)
  const context = contextFor(url, session)
  const read = () => requestRobots(url, context, session.budget)
  try {
    const first = await read()
    if (!hasFailed(first.file)) return first
    await pause(retryMs, undefined, { signal: context.signal })
    return await read()
  } finally {
    session.context.connections.close()
  }
}
