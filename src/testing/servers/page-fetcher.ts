import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createRobotsReader } from '#analyser/facts/robots-txt.ts'
import type { FetchedPage, RobotsFile } from '#analyser/fetched-page.ts'
import type { Probe, ProbeRequest } from '#analyser/probe.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import { createPageFetcher, type PageFetcherOptions } from '#service/fetcher/page-fetcher.ts'
import { plainPage } from './hostile-pages.ts'
import { type HostileServer, startHostileServer } from './hostile-server.ts'

/** Fetches a page of a loopback server, which is the only allowed host unless `options` name others. */
export const fetchFrom = (
  server: HostileServer,
  path: string,
  options: Partial<PageFetcherOptions> = {},
): Promise<FetchedPage> => fetchPageAt(new URL(path, server.origin), { allowHosts: new Set([server.host]), ...options })

export function fetchPageAt(url: URL, options: Omit<PageFetcherOptions, 'readRobots'>): Promise<FetchedPage> {
  const fetcher = createPageFetcher({ readRobots: createRobotsReader(), ...options })
  return fetcher.page(url).finally(fetcher.close)
}

/** Returns the code of a PageRefused. Rejects for any other outcome. */
export async function refusalOf(outcome: Promise<unknown>): Promise<FetchFailure> {
  try {
    await outcome
  } catch (error) {
    if (error instanceof PageRefused) return error.code
    throw error
  }
  throw new Error('The page was not refused')
}

export type CountingServer = HostileServer & {
  /** The requested paths in order. */
  paths: string[]
  /** Returns the highest number of concurrent requests so far. */
  maxConcurrent: () => number
}

/** Starts a server that records its requests. If the listener returns false, it sends a plain page. */
export async function startCountingServer(
  listener: (path: string, response: ServerResponse, request: IncomingMessage) => boolean | void = () => false,
  options?: Parameters<typeof startHostileServer>[1],
): Promise<CountingServer> {
  const paths: string[] = []
  let active = 0
  let max = 0
  const count: RequestListener = (request, response) => {
    const path = request.url ?? ''
    paths.push(path)
    active += 1
    max = Math.max(max, active)
    response.on('close', () => {
      active -= 1
    })
    if (listener(path, response, request) === false) sendPlainPage(response, path)
  }
  const server = await startHostileServer(count, options)
  return { ...server, paths, maxConcurrent: () => max }
}

function sendPlainPage(response: ServerResponse, path: string) {
  if (path === '/robots.txt') response.writeHead(404).end()
  else response.writeHead(200, { 'content-type': 'text/html' }).end(plainPage)
}

export const probeRequest = (
  purpose: ProbeRequest['purpose'],
  url: string,
  more: Partial<ProbeRequest> = {},
): ProbeRequest => ({ purpose, url, read: 'nothing', obeysRobots: false, at: null, ...more })

/** Sends probe requests for a page that is not fetched itself. Only the given servers are allowed. */
export function probeFrom(
  pageUrl: string,
  requests: ProbeRequest[],
  servers: Pick<HostileServer, 'host'>[],
  { robots, ...options }: Partial<PageFetcherOptions> & { robots?: Partial<RobotsFile> } = {},
): Promise<Probe[]> {
  const fetcher = createPageFetcher({
    allowHosts: new Set(servers.map(({ host }) => host)),
    readRobots: createRobotsReader(),
    ...options,
  })
  const page = { finalUrl: pageUrl, status: 200, headers: [], redirects: [], robots: robotsFile(pageUrl, robots) }
  return fetcher.probe(page, requests).finally(fetcher.close)
}

const robotsFile = (pageUrl: string, given: Partial<RobotsFile> = {}): RobotsFile => ({
  url: new URL('/robots.txt', pageUrl).href,
  outcome: 'absent',
  status: 404,
  text: '',
  bytes: 0,
  ...given,
})
