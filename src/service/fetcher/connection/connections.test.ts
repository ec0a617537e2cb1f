import type { Http2ServerResponse } from 'node:http2'
import { afterEach, describe, expect, it } from 'vitest'
import { createRobotsReader } from '#analyser/facts/robots-txt.ts'
import { makeCertificate } from '#testing/servers/certificate.ts'
import { plainPage } from '#testing/servers/hostile-pages.ts'
import { type HostileServer, startRawServer } from '#testing/servers/hostile-server.ts'
import {
  type CountingServer,
  fetchPageAt,
  fetchFrom,
  probeFrom,
  probeRequest,
  refusalOf,
  startCountingServer,
} from '#testing/servers/page-fetcher.ts'
import { identityFor, type SentIdentity } from '../identity.ts'
import { defaultFetchLimits } from '../limits.ts'
import { createPageFetcher } from '../page-fetcher.ts'
import { createConnections } from './connections.ts'
import { createLookup } from './lookup.ts'
import { readTarget } from './target.ts'

const servers: HostileServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.quiet()
    await server.close()
  }
})
const started = <T extends HostileServer>(server: T): T => (servers.push(server), server)
const certificate = makeCertificate({ name: 'loopback', hosts: ['127.0.0.1'] })

type Listener = Parameters<typeof startCountingServer>[0]
const start = async (listener?: Listener, options?: Parameters<typeof startCountingServer>[1]) =>
  started(await startCountingServer(listener, options))

/** Responds after a while, so that requests overlap. */
const slowly: Listener = (path, response) => {
  setTimeout(() => {
    if (path === '/robots.txt') response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end(plainPage)
  }, 20)
}
const links = (server: HostileServer, count: number, path = '/') =>
  Array.from({ length: count }, (_, at) => probeRequest('link', `${server.origin}${path}${at}`))
type Options = Parameters<typeof probeFrom>[3]
const probesOf = (server: HostileServer, requests: ReturnType<typeof links>, options?: Options) =>
  probeFrom(`${server.origin}/page`, requests, [server], options)
const answered = (probes: { outcome: string }[]) => probes.filter(({ outcome }) => outcome === 'answered').length
const oneByOne = { limits: { requestsAtOnce: 1 } }

describe('the connections to a host', () => {
  it.each([
    ['http', undefined],
    ['https', { certificate }],
  ])('are six at most for three reports at once over %s, and are used again', async (_, options) => {
    const server = await start(slowly, options)
    const reports = ['/a', '/b', '/c'].map(async (path) => {
      await fetchFrom(server, path)
      return probesOf(server, links(server, 24, path))
    })
    expect((await Promise.all(reports)).map(answered)).toEqual([24, 24, 24])
    expect(server.paths).toHaveLength(3 + 3 + 3 * 24)
    expect(server.mostOpen()).toBeLessThanOrEqual(6)
    expect(server.maxConcurrent()).toBe(6)
    expect(server.connections()).toBeLessThan(20)
  })

  it('are as many as its owner allows', async () => {
    const server = await start(slowly)
    const hostPaces = new Map([[server.host, { perSecond: 1_000, maxConcurrent: 2 }]])
    expect(answered(await probesOf(server, links(server, 12), { hostPaces }))).toBe(12)
    expect([server.mostOpen(), server.maxConcurrent()]).toEqual([2, 2])
  })

  it('make room for the page of another report and for a handshake while all six are unused', async () => {
    const server = await start(slowly, { certificate })
    const options = { allowHosts: new Set([server.host]), readRobots: createRobotsReader() }
    const [first, second] = [createPageFetcher(options), createPageFetcher(options)]
    const page = await first.page(new URL('/page', server.origin))
    expect(answered(await first.probe(page, links(server, 12)))).toBe(12)
    expect(server.connections()).toBe(6)
    await second.page(new URL('/other', server.origin))
    const handshake = probeRequest('old-tls', `${server.origin}/`, { read: 'handshake' })
    expect(answered(await second.probe(page, [handshake]))).toBe(1)
    expect([server.connections(), server.mostOpen()]).toEqual([8, 6])
    first.close()
    second.close()
  })

  it('serve a page and its robots.txt, each page by a connection of its own', async () => {
    const server = await start()
    await fetchFrom(server, '/page')
    expect([server.connections(), server.paths]).toEqual([1, ['/page', '/robots.txt']])
    await fetchFrom(server, '/page')
    expect(server.connections()).toBe(2)
  })

  it('are closed at the end of a report', async () => {
    const server = await start()
    await probesOf(server, links(server, 6))
    await server.quiet()
  })

  it('are kept when a body that nobody reads is small, not when it is large or never ends', async () => {
    const connectionsFor = async (listener: Listener) => {
      const server = await start(listener)
      expect(answered(await probesOf(server, links(server, 4), oneByOne))).toBe(4)
      return server.connections()
    }
    expect(await connectionsFor((_path, response) => void response.end('x'.repeat(60_000)))).toBe(1)
    expect(await connectionsFor((_path, response) => void response.end('x'.repeat(70_000)))).toBe(4)
    expect(await connectionsFor((_path, response) => void response.write('x'))).toBe(4)
    const closing: Listener = (_path, response) => void response.setHeader('connection', 'close').end('x')
    expect(await connectionsFor(closing)).toBe(4)
  })
})

describe('a connection over HTTP/2', () => {
  it('serves a whole report, with six requests at once', async () => {
    const server = await start(slowly, { certificate, http2: true })
    expect(answered(await probesOf(server, links(server, 24)))).toBe(24)
    expect([server.connections(), server.maxConcurrent()]).toEqual([1, 6])
  })

  it('goes on when one of its responses is given up', async () => {
    const server = await start(
      (path, response) => {
        if (path === '/0') response.write('x'.repeat(100_000))
        else response.end('x')
      },
      { certificate, http2: true },
    )
    expect(answered(await probesOf(server, links(server, 8), oneByOne))).toBe(8)
    expect(server.connections()).toBe(1)
  })

  it('is replaced when the server ends it', async () => {
    const server = await start(
      (_path, response) => {
        response.end('x')
        ;(response as unknown as Http2ServerResponse).stream.session?.close()
      },
      { certificate, http2: true },
    )
    expect(answered(await probesOf(server, links(server, 4), oneByOne))).toBe(4)
    expect(server.connections()).toBe(4)
  })
})

describe.each([false, true])('a connection before its first request (HTTP/2: %s)', (http2) => {
  type FetchOptions = { identity?: Partial<SentIdentity>; signal?: AbortSignal; onTaken?: () => void }
  const nothing = { userAgentSuffix: null, headers: [], basic: null, cookies: [], signature: false, hosts: [] }

  /** Fetches a page. `onTaken` runs between the handshake and the request. */
  async function fetchWith({ identity = {}, signal, onTaken = () => {} }: FetchOptions) {
    const server = await start(undefined, { certificate, http2 })
    const session = createConnections().forSession()
    const take: typeof session.take = async (...target) => {
      const lease = await session.take(...target)
      onTaken()
      return lease
    }
    const sent = { ...identityFor(new URL(server.origin), nothing, null), ...identity }
    const page = fetchFrom(server, '/page', {
      connections: { ...session, take },
      identity: sent,
      ...(signal && { signal }),
    })
    return { server, page }
  }

  it('is closed when the report is aborted', async () => {
    const controller = new AbortController()
    const onTaken = () => controller.abort(new Error('aborted'))
    const { server, page } = await fetchWith({ signal: controller.signal, onTaken })
    await expect(page).rejects.toThrow('aborted')
    expect(server.paths).toEqual([])
  })

  it('is not even made when the request cannot be signed', async () => {
    const refuse = () => {
      throw new Error('no key')
    }
    const { server, page } = await fetchWith({ identity: { signer: { sign: refuse, directory: refuse } } })
    await expect(page).rejects.toThrow('no key')
    expect(server.connections()).toBe(0)
  })

  it('is closed when the request cannot be sent', async () => {
    const { server, page } = await fetchWith({ identity: { identity: { ...nothing, headers: [['not a name', '1']] } } })
    await expect(page).rejects.toThrow()
    expect([server.connections(), server.paths]).toEqual([1, []])
  })

  it('to an untrusted server serves only requests that need no trust', async () => {
    const server = await start(undefined, { certificate, http2 })
    const target = readTarget(new URL(server.origin), new Set([server.host]))
    const { signal } = new AbortController()
    const options = { lookup: createLookup(), limits: defaultFetchLimits, signal, maxConcurrent: 6 }
    const session = createConnections().forSession()
    const trusted = () => session.take(target, { ...options, trustedOnly: true })
    await expect(trusted()).rejects.toMatchObject({ code: 'tls' })
    const lease = await session.take(target, options)
    await expect(trusted()).rejects.toMatchObject({ code: 'tls' })
    lease.release()
    await expect(trusted()).rejects.toMatchObject({ code: 'tls' })
    session.close()
  })
})

describe('an open connection', () => {
  const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1\r\n\r\nx'

  /** Starts a server that responds to the first request of each connection. `next` sees each further one. */
  async function startClosing(next: (close: () => void) => void): Promise<{ server: HostileServer; paths: string[] }> {
    const paths: string[] = []
    const server = await startRawServer((socket) => {
      let isFirst = true
      socket.on('data', (bytes) => {
        paths.push(/ (\S+) /.exec(bytes.toString())?.[1] ?? '')
        if (isFirst) socket.write(ok)
        else next(() => socket.destroy())
        isFirst = false
      })
    })
    return { server: started(server), paths }
  }

  it('that the server closes is replaced, and the request is sent once more', async () => {
    const { server, paths } = await startClosing((close) => close())
    expect(answered(await probesOf(server, links(server, 3), oneByOne))).toBe(3)
    expect(paths).toEqual(['/0', '/1', '/1', '/2', '/2'])
  })

  it('is not replaced twice for one request', async () => {
    let served = 0
    const server = started(
      await startRawServer((socket) => {
        socket.on('data', () => (served++ === 0 ? socket.write(ok) : socket.destroy()))
      }),
    )
    const [, second] = await probesOf(server, links(server, 2), oneByOne)
    expect(second).toMatchObject({ outcome: 'failed', reasonCode: 'connection_closed' })
    expect(served).toBe(3)
  })

  it('with bytes that belong to no response is not used again', async () => {
    const server = started(
      await startRawServer((socket) => {
        socket.on('data', () => socket.write(`${ok}junk`))
      }),
    )
    expect(answered(await probesOf(server, links(server, 3), oneByOne))).toBe(3)
  })

  it('does not hide a timeout', async () => {
    const { server, paths } = await startClosing(() => {})
    const [, second] = await probesOf(server, links(server, 2), { limits: { requestsAtOnce: 1, probeMs: 100 } })
    expect(second).toMatchObject({ outcome: 'failed', reasonCode: 'timeout' })
    expect(paths).toEqual(['/0', '/1'])
  })
})

describe('a host name whose address changes between requests', () => {
  const named = (server: CountingServer, path: string) => `http://rebinding.example.com:${server.port}${path}`
  const options = (server: CountingServer, answers: string[][]) => ({
    allowHosts: new Set([`rebinding.example.com:${server.port}`]),
    lookup: async () => answers.shift() ?? ['127.9.9.9'],
  })

  it('stays at its checked address on an open connection, and is looked up for each new one', async () => {
    const server = await start()
    const requests = [1, 2, 3].map((at) => probeRequest('link', named(server, `/${at}`)))
    const rebinding = options(server, [['127.0.0.1']])
    const pinned = await probeFrom(named(server, '/page'), requests, [], { ...rebinding, ...oneByOne })
    expect([answered(pinned), server.connections()]).toEqual([3, 1])
    expect(await refusalOf(fetchPageAt(new URL(named(server, '/page')), rebinding))).toBe('unreachable')
    expect(server.connections()).toBe(1)
  })

  it('is not reached by a report that may not contact it, though another one has an open connection', async () => {
    const server = await start(slowly)
    const allowed = probesOf(server, links(server, 12))
    const probes = await probeFrom('https://www.example.com/', links(server, 2), [])
    expect(new Set(probes.map(({ outcome }) => outcome))).toEqual(new Set(['failed']))
    expect(answered(await allowed)).toBe(12)
  })
})
