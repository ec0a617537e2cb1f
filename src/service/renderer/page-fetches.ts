import type { RobotsFile } from '#analyser/fetched-page.ts'
import { noHosts, readTarget } from '#service/fetcher/connection/target.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import { contextFor, type SessionOptions, startSession } from '#service/fetcher/fetch-session.ts'
import { isSentTo, type SentIdentity } from '#service/fetcher/identity.ts'
import { portOf, withoutFragment } from '#service/fetcher/page-url.ts'
import { type ConsumeBody, createCollector } from '#service/fetcher/requests/body.ts'
import { type FetchOptions, fetchUrl } from '#service/fetcher/requests/request.ts'
import type { FetchedForPage, RequestOfPage } from './rendered-page.ts'
import type { RobotsFilesOf } from './robots-files.ts'

/** Requests of a page, and the bytes of the bodies that it sends and receives. The robots.txt files are apart. */
export const maxRequests = 100
export const maxBytes = 20_000_000
/** A video or a sound has only its beginning. */
const maxMediaBytes = 2_000_000

/** Headers that the fetcher sets itself, or that belong to a connection. */
const notPassedOn =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|te|upgrade|proxy-.*|user-agent|accept)$/i

type Options = Omit<SessionOptions, 'identity' | 'signal'> & {
  identity: SentIdentity | undefined
  /** The port of the service itself. */
  servicePort: number | undefined
  robots: RobotsFilesOf
}

/**
 * Fetches what one rendered page requests, by the rules for pages. It follows no redirect, and keeps to the limits of a
 * page, whatever the browser's program asks for.
 */
export function createPageFetches(page: URL, { identity, servicePort, robots, ...options }: Options) {
  const end = new AbortController()
  const { signal } = end
  const session = startSession({ ...options, signal, limits: { ...options.limits, totalMs: 10 * 60_000 } })
  const context = contextFor(page, session)
  const allowHosts = withoutService(context.allowHosts, page, servicePort)
  const hostsFor = (reachesAllowed: boolean) => (reachesAllowed ? allowHosts : noHosts)
  let [requests, files, bytes] = [0, 0, 0]

  const count = (length: number) => {
    bytes += length
    if (bytes > maxBytes) throw new OverLimit()
  }

  async function fetch(request: RequestOfPage): Promise<FetchedForPage> {
    const url = new URL(request.url)
    const own = request.withIdentity && identity && isSentTo(url, identity) ? identity : undefined
    requests += 1
    if (requests > maxRequests) throw new OverLimit()
    if (request.body) count(request.body.byteLength)
    const named = (name: string) => request.headers.find(([known]) => known.toLowerCase() === name)?.[1]
    const bodyBytes = request.isMedia ? maxMediaBytes : maxBytes
    const collector = createCollector(bodyBytes)
    // Decoded by the program, which a body that expands can't take far.
    const collect: ConsumeBody = async ({ chunks, truncated }) => {
      for await (const chunk of chunks) {
        count(chunk.length)
        collector.add(chunk)
      }
      return { bytes: 0, cut: truncated() }
    }
    const { body = new Uint8Array(), method } = request
    const isRead = method === 'GET' || method === 'HEAD'
    const fetchOptions: FetchOptions = {
      ...(method !== 'GET' && { method }),
      // A connection that was closed in between would lose it, or send it twice.
      ...(!isRead && { requestBody: body, needsNewConnection: true }),
      accept: named('accept') ?? '*/*',
      headers: request.headers.filter(([name]) => !notPassedOn.test(name) && !(own && /^cookie$/i.test(name))),
      bodyBytes,
      readsBody: ({ status }) => status < 300 || status > 399,
      consumeBody: collect,
    }
    const response = await fetchUrl(withoutFragment(url), fetchOptions, {
      ...context,
      allowHosts: hostsFor(request.reachesAllowed),
      identity: own,
      userAgent: named('user-agent') ?? context.userAgent,
    })
    return {
      status: response.status,
      // Nothing keeps cookies of the identity.
      headers: own ? response.headers.filter(([name]) => name !== 'set-cookie') : response.headers,
      body: collector.bytes(),
      isCut: response.truncated,
    }
  }

  return {
    allowHosts,
    /** Returns the response or the reason why there is none, and the bytes of the page so far. */
    async answer(request: RequestOfPage): Promise<PageAnswer> {
      try {
        const response = await fetch(request)
        return { response, bytes }
      } catch (error) {
        if (error instanceof OverLimit) return { reason: 'limit', bytes }
        if (error instanceof PageRefused) return { reason: error.code, bytes }
        if (signal.aborted) return { reason: 'closed', bytes }
        throw error
      }
    },
    /** Reads the robots.txt file of a URL's host. Returns null if the page can't reach the host. */
    async readRobots(text: string, reachesAllowed: boolean): Promise<RobotsFile | null> {
      files += 1
      try {
        const { url } = readTarget(new URL(text), hostsFor(reachesAllowed))
        return files > maxRequests ? null : await robots(url, { ...options, identity, signal })
      } catch (error) {
        if (error instanceof PageRefused || signal.aborted) return null
        throw error
      }
    },
    close() {
      end.abort(new Error('The page is closed.'))
      session.context.connections.close()
    },
  }
}

export type PageAnswer = { bytes: number } & ({ response: FetchedForPage } | { reason: string })

/** The page has had all its requests or bytes. */
class OverLimit extends Error {}

/** Pages beside the service must not reach it, even if the administrator lists it to analyse its own pages. */
const withoutService = (hosts: ReadonlySet<string>, page: URL, servicePort: number | undefined): ReadonlySet<string> =>
  servicePort === undefined || portOf(page) === servicePort
    ? hosts
    : new Set([...hosts].filter((host) => !host.endsWith(`:${servicePort}`)))
