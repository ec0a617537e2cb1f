import type { Hop } from '#analyser/fetched-page.ts'
import type { LinkAnswer } from '#analyser/link-answers.ts'
import { noHosts, readTarget } from './connection/target.ts'
import { type Failure, PageRefused } from './failures.ts'
import { contextFor, type SessionOptions, startSession } from './fetch-session.ts'
import { withoutFragment } from './page-url.ts'
import { failureOf } from './probes/chain.ts'
import { forbiddenBy, type ReadRobots } from './probes/progress.ts'
import { chainTime, followHop } from './requests/redirects.ts'
import { type FetchContext, fetchUrl } from './requests/request.ts'
import type { ReadFile } from './robots.ts'
import { createBreaks, runWithBreaks } from './timing.ts'

export type AskLinkOptions = SessionOptions & {
  /** The page that the crawl started from. Its entries of the allow list hold for the link. */
  start: URL
  readRobotsOf: (url: URL, signal: AbortSignal) => Promise<ReadFile>
  readRobots: ReadRobots
}

/**
 * Asks for the target of a link, and follows its redirects: by HEAD, then by GET if HEAD is not answered well. Each URL
 * on the way must be allowed by the robots.txt of its host. No body is read.
 * @throws the signal's reason
 */
export async function askLink(target: URL, { start, readRobotsOf, readRobots, ...options }: AskLinkOptions) {
  const url = withoutFragment(target)
  const session = startSession(options)
  try {
    const context = contextFor(start, session)
    const limits = { ...context.limits, requestMs: context.limits.probeMs }
    return await follow({ url, readRobotsOf, readRobots }, { ...context, limits })
  } finally {
    session.context.connections.close()
  }
}

export const notAskedLink = (url: URL, { clause, code }: Failure): LinkAnswer => ({
  url: url.href,
  outcome: 'not-asked',
  reason: clause,
  reasonCode: code,
  redirects: [],
  finalUrl: null,
  status: null,
})

type Ask = { url: URL } & Pick<AskLinkOptions, 'readRobotsOf' | 'readRobots'>

async function follow({ url: first, readRobotsOf, readRobots }: Ask, given: FetchContext): Promise<LinkAnswer> {
  const redirects: Hop[] = []
  const unanswered = (outcome: 'failed' | 'not-asked', failure: Failure): LinkAnswer => ({
    ...notAskedLink(first, failure),
    outcome,
    redirects,
  })
  const breaks = createBreaks()
  let { allowHosts } = given
  try {
    for (let url = first; ;) {
      if (!readTarget(url, allowHosts).allowed) allowHosts = noHosts
      const { file, failure } = await readRobotsOf(url, given.signal)
      if (failure && hostFailures.has(failure.code)) throw failure
      const { canCrawl } = await runWithBreaks(readRobots(file), breaks)
      if (!(await runWithBreaks(canCrawl(url.href), breaks))) return unanswered('not-asked', forbiddenBy(file))
      const response = await headOrGet(url, { ...given, allowHosts })
      const next = followHop(url, response, redirects, given.limits.redirects)
      if (next) url = next
      else
        return {
          url: first.href,
          outcome: 'answered',
          reason: null,
          reasonCode: null,
          redirects,
          finalUrl: url.href,
          status: response.status,
        }
    }
  } catch (error) {
    if (!(error instanceof PageRefused)) throw error
    const { outcome, failure } = failureOf(error)
    // A private address is never asked.
    return unanswered('blocked' in error.detail ? 'not-asked' : outcome, failure)
  }
}

/** Failures that the host's robots.txt shares with all its URLs. */
const hostFailures: ReadonlySet<PageRefused['code']> = new Set(['dns', 'unreachable', 'tls'])

/** Statuses with which servers answer HEAD, though they answer GET. */
const isDoubtful = (status: number) => [400, 403, 404, 405].includes(status) || status >= 500

const options = { accept: '*/*', bodyBytes: 0, readsBody: () => false }

async function headOrGet(url: URL, context: FetchContext) {
  const withTime = () => ({ ...context, chain: chainTime(context.limits.requestMs) })
  try {
    const head = await fetchUrl(url, { ...options, method: 'HEAD' }, withTime())
    if (!isDoubtful(head.status)) return head
  } catch (error) {
    if (!(error instanceof PageRefused) || !headFailures.has(error.code)) throw error
  }
  return fetchUrl(url, options, withTime())
}

/** Failures of HEAD after which GET may be answered. */
const headFailures: ReadonlySet<PageRefused['code']> = new Set([
  'timeout',
  'connection_closed',
  'invalid_response',
  'headers_too_large',
])
