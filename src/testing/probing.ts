import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Probe, RobotsFile, ProbeRequest } from '#analyser/crawl.ts'
import { mayCrawl } from '#analyser/may-crawl.ts'
import { startGathering } from '#service/fetcher/gathering.ts'
import type { GatherOptions } from '#service/fetcher/run.ts'
import { plainPage } from './hostile-pages.ts'
import { type HostileServer, startHostileServer } from './hostile-server.ts'

export type CountedServer = HostileServer & {
  /** Paths in the order of asking. */
  asked: string[]
  /** How many requests there ever were at one time. */
  mostAtOnce: () => number
}

/** A server that writes down what it is asked; what the listener leaves unanswered is a plain page. */
export async function startCountedServer(
  listener: (path: string, response: ServerResponse, request: IncomingMessage) => boolean | void = () => false,
  options?: Parameters<typeof startHostileServer>[1],
): Promise<CountedServer> {
  const asked: string[] = []
  let open = 0
  let most = 0
  const count: RequestListener = (request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    open += 1
    most = Math.max(most, open)
    response.on('close', () => {
      open -= 1
    })
    if (listener(path, response, request) === false) send(response, path)
  }
  const server = await startHostileServer(count, options)
  return { ...server, asked, mostAtOnce: () => most }
}

function send(response: ServerResponse, path: string) {
  if (path === '/robots.txt') response.writeHead(404).end()
  else response.setHeader('content-type', 'text/html').end(plainPage)
}

export const wish = (
  purpose: ProbeRequest['purpose'],
  url: string,
  more: Partial<ProbeRequest> = {},
): ProbeRequest => ({
  purpose,
  url,
  read: 'nothing',
  obeysRobots: false,
  at: null,
  ...more,
})

/** What comes of wishes beside a page that is not fetched itself. */
export function probeBeside(
  page: string,
  wishes: ProbeRequest[],
  servers: HostileServer[],
  options: Partial<GatherOptions> & { robots?: Partial<RobotsFile> } = {},
): Promise<Probe[]> {
  const { robots, ...rest } = options
  const gathering = startGathering({ allowHosts: new Set(servers.map(({ host }) => host)), mayCrawl, ...rest })
  const file: RobotsFile = {
    url: new URL('/robots.txt', page).href,
    outcome: 'absent',
    status: 404,
    text: '',
    bytes: 0,
    ...robots,
  }
  return gathering.probe({ finalUrl: page, status: 200, headers: [], redirects: [], robots: file }, wishes)
}
