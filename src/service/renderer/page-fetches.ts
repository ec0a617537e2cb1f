import type { RobotsFile } from '#analyser/fetched-page.ts'
import { noHosts, readTarget } from '#service/fetcher/connection/target.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import { contextFor, type SessionOptions, startSession } from '#service/fetcher/fetch-session.ts'
import { isSentTo, type SentIdentity } from '#service/fetcher/identity.ts'
import { portOf, withoutFragment } from '#service/fetcher/page-url.ts'
import { type ConsumeBody, createCollector } from '#service/fetcher/requests/body.ts'
import { type FetchOptions, fetchUrl } from '#service/fetcher/requests/request.ts'
import type { FetchedForPage, RequestOfPage, ShareFile } from './rendered-page.ts'
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
  /** Pages of one crawl share their files. */
  shareFile?: ShareFile | undefined
}

/**
 * Fetches what one rendered page requests, by the rules for pages. It follows no redirect, and keeps to the limits of a
 * page, whatever the browser's program asks for.
 */
export function createPageFetches(page: URL, { identity, servicePort, robots, shareFile, ...options }: Options) {
  const end = new AbortController()
  const { signal } = end
  const session = startSession({ ...options, signal, limits: { ...options.limits, totalMs: 10 * 60_000 } })
  const context = contextFor(page, session)
  const allowHosts = withoutService(context.allowHosts, page, servicePort)
  const hostsFor = (reachesAllowed: boolean) => (reachesAllowed ? allowHosts : noHosts)
  const used = new Usage()

  async function fetch(request: RequestOfPage): Promise<FetchedForPage> {
    used.addRequest()
    if (request.body) used.addBytes(request.body.byteLength)
    const key = shareFile ? keyOfFile(request) : null
    if (!shareFile || key === null) return fetchFor(request, used)
    const response = await shareFile(key, signal, () => fetchFor(request, new Usage()))
    used.addBytes(response.body.byteLength)
    return response
  }

  async function fetchFor(request: RequestOfPage, used: Usage): Promise<FetchedForPage> {
    const url = new URL(request.url)
    const own = request.withIdentity && identity && isSentTo(url, identity) ? identity : undefined
    const { body, collected } = collectBody(request, used)
    const fetchOptions = { ...optionsFor(request), ...body, headers: headersFor(request, own !== undefined) }
    const response = await fetchUrl(withoutFragment(url), fetchOptions, {
      ...context,
      allowHosts: hostsFor(request.reachesAllowed),
      identity: own,
      userAgent: headerOf(request, 'user-agent') ?? context.userAgent,
    })
    return {
      status: response.status,
      // Nothing keeps cookies of the identity.
      headers: own ? response.headers.filter(([name]) => name !== 'set-cookie') : response.headers,
      body: collected(),
      isCut: response.truncated,
    }
  }

  return {
    allowHosts,
    /** Returns the response or the reason why there is none, and the bytes of the page so far. */
    async answer(request: RequestOfPage): Promise<PageAnswer> {
      try {
        const response = await fetch(request)
        return { response, bytes: used.bytes }
      } catch (error) {
        if (error instanceof OverLimit) return { reason: 'limit', bytes: used.bytes }
        if (error instanceof PageRefused) return { reason: error.code, bytes: used.bytes }
        if (signal.aborted) return { reason: 'closed', bytes: used.bytes }
        throw error
      }
    },
    /** Reads the robots.txt file of a URL's host. Returns null if the page can't reach the host. */
    async readRobots(text: string, reachesAllowed: boolean): Promise<RobotsFile | null> {
      try {
        used.addFile()
        const { url } = readTarget(new URL(text), hostsFor(reachesAllowed))
        return await robots(url, { ...options, identity, signal })
      } catch (error) {
        if (error instanceof OverLimit || error instanceof PageRefused || signal.aborted) return null
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

/** Counts what a page requests, sends and receives, up to its limits. */
class Usage {
  bytes = 0
  #requests = 0
  #files = 0

  addRequest() {
    this.#requests += 1
    if (this.#requests > maxRequests) throw new OverLimit()
  }

  addFile() {
    this.#files += 1
    if (this.#files > maxRequests) throw new OverLimit()
  }

  addBytes(count: number) {
    this.bytes += count
    if (this.bytes > maxBytes) throw new OverLimit()
  }
}

/** Returns the options that keep a response's body as it arrives. The program decodes it, so no body expands here. */
function collectBody({ isMedia }: RequestOfPage, used: Usage) {
  const bodyBytes = isMedia ? maxMediaBytes : maxBytes
  const collector = createCollector(bodyBytes)
  const consumeBody: ConsumeBody = async ({ chunks, truncated }) => {
    for await (const chunk of chunks) {
      used.addBytes(chunk.length)
      collector.add(chunk)
    }
    return { bytes: 0, cut: truncated() }
  }
  return { body: { bodyBytes, consumeBody }, collected: () => collector.bytes() }
}

function optionsFor(
  request: RequestOfPage,
): Pick<FetchOptions, 'method' | 'requestBody' | 'needsNewConnection' | 'accept' | 'readsBody'> {
  const { body = new Uint8Array(), method } = request
  const isRead = method === 'GET' || method === 'HEAD'
  return {
    ...(method !== 'GET' && { method }),
    // A connection that was closed in between would lose it, or send it twice.
    ...(!isRead && { requestBody: body, needsNewConnection: true }),
    accept: headerOf(request, 'accept') ?? '*/*',
    readsBody: ({ status }) => status < 300 || status > 399,
  }
}

/** Returns the headers that are sent as the page sets them. An identity has cookies of its own. */
const headersFor = ({ headers }: RequestOfPage, hasIdentity: boolean) =>
  headers.filter(([name]) => !notPassedOn.test(name) && !(hasIdentity && /^cookie$/i.test(name)))

const headerOf = ({ headers }: RequestOfPage, name: string) =>
  headers.find(([known]) => known.toLowerCase() === name)?.[1]

/**
 * Returns a key for a file that is the same for all pages that request it so, or null. The page's address makes no
 * difference, but its cookies and the part of a file that it wants do.
 */
function keyOfFile(request: RequestOfPage): string | null {
  const { isFile, method, url, withIdentity, reachesAllowed } = request
  if (!isFile || method !== 'GET' || ['cookie', 'range', 'authorization'].some((name) => headerOf(request, name)))
    return null
  const headers = ['accept', 'origin', 'user-agent'].map((name) => headerOf(request, name) ?? '')
  return JSON.stringify([withoutFragment(new URL(url)).href, withIdentity, reachesAllowed, ...headers])
}

/** Pages beside the service must not reach it, even if the administrator lists it to analyse its own pages. */
const withoutService = (hosts: ReadonlySet<string>, page: URL, servicePort: number | undefined): ReadonlySet<string> =>
  servicePort === undefined || portOf(page) === servicePort
    ? hosts
    : new Set([...hosts].filter((host) => !host.endsWith(`:${servicePort}`)))
