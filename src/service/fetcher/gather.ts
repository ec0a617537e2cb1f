import type { Gathered } from '#analyser/gathered.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { createLookup, type Lookup } from './lookup.ts'
import { PageRefused } from './page-refused.ts'
import { declaredType, typeOfBody, type PageType } from './page-type.ts'
import { createPoliteness } from './politeness.ts'
import { followRedirects } from './redirects.ts'
import type { Context, Head, Wanted } from './request.ts'
import { readRobots } from './robots.ts'
import { sentences } from './sentences.ts'
import { startTimeLimit } from './time-limit.ts'

export type GatherOptions = {
  /** Exact `host:port` or `ip:port` entries, lower case, to which no address rule applies. */
  allowHosts: ReadonlySet<string>
  signal?: AbortSignal
  userAgent?: string
  limits?: Partial<Limits>
  lookup?: Lookup
}

const defaultUserAgent = 'SEO-Reports/0.1 (page analysis on request)'
const requestsAtOnce = 16
const systemLookup = createLookup()
const politeness = createPoliteness(requestsAtOnce)

/**
 * Fetches a page and its origin's robots.txt.
 * @throws PageRefused when there is no HTML page to analyse; the signal's reason when the caller gave up
 */
export async function gather(url: URL, options: GatherOptions): Promise<Gathered> {
  const limits = { ...defaultLimits, ...options.limits }
  const tooLong = () => new PageRefused(sentences.tookTooLongInAll(limits.totalMs), { host: url.host, limit: 'total' })
  const inAll = startTimeLimit(limits.totalMs, tooLong, options.signal)
  try {
    return await gatherWithin(withoutFragment(url), {
      allowHosts: options.allowHosts,
      limits,
      lookup: options.lookup ?? systemLookup,
      politeness,
      userAgent: options.userAgent ?? defaultUserAgent,
      signal: inAll.signal,
    })
  } finally {
    inAll.end()
  }
}

async function gatherWithin(url: URL, context: Context): Promise<Gathered> {
  const { limits } = context
  const { answer, redirects } = await followRedirects(url, htmlPage(limits), limits.redirects, context)
  assertHtml(typeOfBody(declaredType(answer.headers), answer.body))
  const robots = await readRobots(answer.url, context, { left: limits.subRequests })
  return {
    askedUrl: url.href,
    finalUrl: answer.url.href,
    status: answer.status,
    httpVersion: answer.httpVersion,
    headers: answer.headers,
    contentEncodings: answer.contentEncodings,
    redirects,
    wireBytes: answer.wireBytes,
    // Memory of its own, so that it can be handed to another thread without a copy.
    body: new Uint8Array(answer.body),
    truncated: answer.truncated,
    timings: answer.timings,
    tls: answer.tls,
    robots,
  }
}

function htmlPage(limits: Limits): Wanted {
  return {
    accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
    bodyBytes: limits.bodyBytes,
    wantsBody: ({ headers }: Head) => {
      const type = declaredType(headers)
      if (type !== 'unsaid') assertHtml(type)
      return true
    },
  }
}

function assertHtml(type: PageType): void {
  if (type === 'pdf') throw new PageRefused(sentences.pdf)
  if (type !== 'html') throw new PageRefused(sentences.notHtml)
}

function withoutFragment(url: URL): URL {
  const plain = new URL(url)
  plain.hash = ''
  return plain
}
