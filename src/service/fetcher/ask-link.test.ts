import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createRobotsReader } from '#analyser/facts/robots-txt.ts'
import { startHostileServer, startRawServer, type HostileServer } from '#testing/servers/hostile-server.ts'
import { createCrawlRequests } from './crawl-requests.ts'
import type { FetchLimits } from './limits.ts'

const servers: HostileServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a server that records its requests, and answers those for other paths than robots.txt. */
async function start(answer: Answer, robots = '') {
  const requests: string[] = []
  const server = await startHostileServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (request.url === '/robots.txt') response.end(robots)
    else answer(request, response)
  })
  servers.push(server)
  return { ...server, requests, asked: () => requests.filter((request) => !request.endsWith('/robots.txt')) }
}

type Options = Parameters<typeof createCrawlRequests>[2] & { fetch?: Partial<FetchLimits>; allow?: string[] }

/** Returns a function that asks for links of a crawl from a page of the first server. */
function crawlFrom(server: HostileServer, { fetch = {}, allow = [], ...limits }: Options = {}) {
  const allowHosts = new Set([server.host, ...allow])
  const lookup = async () => ['127.0.0.1']
  const share = createCrawlRequests({ allowHosts, lookup, limits: fetch }, createRobotsReader, limits).of(1)
  const options = { start: new URL('/', server.origin), requester: '', signal: new AbortController().signal }
  return (url: string) => share.askLink(new URL(url, server.origin), options)
}

const answered = (status: number) => ({ outcome: 'answered', status, reason: null, reasonCode: null })
const isHead = ({ method }: IncomingMessage) => method === 'HEAD'

describe('the target of a link', () => {
  it('is asked by HEAD, without its body', async () => {
    const server = await start((_, response) => response.writeHead(200, { 'content-length': 5_000_000 }).end())
    const ask = crawlFrom(server)
    expect(await ask('/a.pdf#page=2')).toEqual({
      ...answered(200),
      url: `${server.origin}/a.pdf`,
      finalUrl: `${server.origin}/a.pdf`,
      redirects: [],
    })
    expect(server.requests).toEqual(['GET /robots.txt', 'HEAD /a.pdf'])
  })

  it.each([400, 403, 404, 405, 500, 501, 503])('is asked by GET where HEAD returns %i', async (status) => {
    const server = await start((request, response) => response.writeHead(isHead(request) ? status : 200).end('body'))
    expect(await crawlFrom(server)('/a')).toMatchObject(answered(200))
    expect(server.asked()).toEqual(['HEAD /a', 'GET /a'])
  })

  it.each([200, 204, 401, 410, 429])('is not asked again where HEAD returns %i', async (status) => {
    const server = await start((_, response) => response.writeHead(status).end())
    expect(await crawlFrom(server)('/a')).toMatchObject(answered(status))
    expect(server.asked()).toEqual(['HEAD /a'])
  })

  it('that is missing is asked by both, and keeps the status of GET', async () => {
    const server = await start((request, response) => response.writeHead(isHead(request) ? 405 : 404).end())
    expect(await crawlFrom(server)('/a')).toMatchObject(answered(404))
  })

  it.each<[string, Answer]>([
    ['closes the connection', ({ socket }) => socket.destroy()],
    ['never answers', () => {}],
    ['sends headers without end', (_, response) => void dripTo(response)],
    ['sends too many headers', (_, response) => response.writeHead(200, { 'x-a': 'a'.repeat(40_000) }).end()],
    ['sends no HTTP', ({ socket }) => socket.end('nonsense\r\n\r\n')],
  ])('is asked by GET where HEAD %s', async (_case, answerHead) => {
    const server = await start((request, response) =>
      isHead(request) ? answerHead(request, response) : response.end('body'),
    )
    expect(await crawlFrom(server, { fetch: { probeMs: 300 } })('/a')).toMatchObject(answered(200))
    expect(server.asked().at(-1)).toBe('GET /a')
  })

  it.each<[string, string, Answer]>([
    ['never answers', 'timeout', () => {}],
    ['sends a byte at a time', 'timeout', (_, response) => void dripTo(response)],
    [
      'sends too many headers',
      'headers_too_large',
      (_, response) => response.writeHead(200, { 'x-a': 'a'.repeat(40_000) }).end(),
    ],
    ['closes the connection', 'connection_closed', ({ socket }) => socket.destroy()],
  ])('that %s has failed', async (_case, code, answer) => {
    const server = await start(answer)
    const ask = crawlFrom(server, { fetch: { probeMs: 300 } })
    expect(await ask('/a')).toMatchObject({ outcome: 'failed', reasonCode: code, status: null, finalUrl: null })
    await server.quiet()
  })

  it('whose HEAD is followed by a body without end costs no more than its head', async () => {
    const server = await startRawServer((socket) => {
      socket.on('data', (data) => {
        if (data.includes('robots.txt')) return void socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n')
        const flood = () => {
          while (!socket.destroyed && socket.write(Buffer.alloc(64 * 1024)));
        }
        socket.on('drain', flood)
        flood()
      })
    })
    servers.push(server)
    expect(await crawlFrom(server)('/a')).toMatchObject(answered(200))
    await server.quiet()
  })

  it('whose body has no end is read to its head by GET', async () => {
    const server = await start((request, response) => {
      if (isHead(request)) return response.writeHead(405).end()
      response.writeHead(200)
      const flood = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      }
      response.on('drain', flood)
      return flood()
    })
    expect(await crawlFrom(server)('/a')).toMatchObject(answered(200))
    await server.quiet()
  })

  it('is followed to the end of its redirects, each with its status', async () => {
    const server = await start((request, response) => {
      const at = Number(request.url?.slice(1))
      if (at < 3) response.writeHead([301, 302, 308][at] ?? 500, { location: `/${at + 1}#x` }).end()
      else response.writeHead(isHead(request) ? 404 : 200).end()
    })
    expect(await crawlFrom(server)('/0')).toMatchObject({
      ...answered(200),
      finalUrl: `${server.origin}/3`,
      redirects: [
        { url: `${server.origin}/0`, status: 301, location: '/1#x' },
        { url: `${server.origin}/1`, status: 302, location: '/2#x' },
        { url: `${server.origin}/2`, status: 308, location: '/3#x' },
      ],
    })
    expect(server.asked()).toEqual(['HEAD /0', 'HEAD /1', 'HEAD /2', 'HEAD /3', 'GET /3'])
  })

  it('that redirects in a loop, or more than ten times, has failed with the hops', async () => {
    const server = await start((request, response) => {
      const at = Number(/\d+/.exec(request.url ?? '')?.[0])
      const next = request.url?.startsWith('/loop') ? `/loop${(at + 1) % 2}` : `/more${at + 1}`
      response.writeHead(301, { location: next }).end()
    })
    const ask = crawlFrom(server)
    expect(await ask('/loop0')).toMatchObject({ outcome: 'failed', reasonCode: 'redirect_loop' })
    const more = await ask('/more0')
    expect(more).toMatchObject({ outcome: 'failed', reasonCode: 'too_many_redirects' })
    expect(more.redirects).toHaveLength(11)
  })

  it('is not asked if robots.txt of its host forbids it or one of its hops, which is asked once', async () => {
    const server = await start((request, response) => {
      if (request.url === '/to-no') response.writeHead(302, { location: '/no/a' }).end()
      else response.end()
    }, 'User-agent: *\nDisallow: /no')
    const ask = crawlFrom(server)
    expect(await ask('/no')).toMatchObject({ outcome: 'not-asked', reasonCode: 'robots', redirects: [] })
    expect(await ask('/to-no')).toMatchObject({
      outcome: 'not-asked',
      reasonCode: 'robots',
      redirects: [{ status: 302 }],
    })
    expect(await ask('/yes')).toMatchObject(answered(200))
    expect(server.requests).toEqual(['GET /robots.txt', 'HEAD /to-no', 'HEAD /yes'])
  })

  it('is not asked if robots.txt can’t be read', async () => {
    const server = await startHostileServer((_, response) => response.writeHead(500).end())
    servers.push(server)
    expect(await crawlFrom(server)('/a')).toMatchObject({ outcome: 'not-asked', reasonCode: 'robots_unavailable' })
  })

  it('has failed like its host, if that can’t be reached', async () => {
    const server = await start(() => {})
    const gone = await start(() => {})
    await gone.close()
    // An entry of the same host: another port.
    const ask = crawlFrom(server, { allow: [gone.host] })
    expect(await ask(`${gone.origin}/a`)).toMatchObject({ outcome: 'failed', reasonCode: 'unreachable' })
  })

  it.each([
    'http://127.0.0.1:1/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://localhost/',
    'http://printer.local/',
    'http://intern/',
  ])('is never asked at a private address: %s', async (url) => {
    const server = await start(() => {})
    expect(await crawlFrom(server)(url)).toMatchObject({ outcome: 'not-asked', reasonCode: 'unreachable' })
  })

  it('is never asked at an entry of the allow list that is not the crawl’s', async () => {
    const server = await start((_, response) =>
      response.writeHead(302, { location: `http://internal.example.com:${internal.port}/` }).end(),
    )
    const internal = await start((_, response) => response.end())
    const ask = crawlFrom(server, { allow: [`internal.example.com:${internal.port}`] })
    expect(await ask(`http://internal.example.com:${internal.port}/a`)).toMatchObject({ outcome: 'not-asked' })
    expect(await ask('/to-internal')).toMatchObject({ outcome: 'not-asked', redirects: [{ status: 302 }] })
    expect(internal.connections()).toBe(0)
  })

  it('is requested once in a crawl, from however many pages it is linked', async () => {
    const server = await start((_, response) => response.writeHead(404).end())
    const ask = crawlFrom(server)
    const [one, ...others] = await Promise.all([ask('/a'), ask('/a#x'), ask('/a')])
    for (const other of [...others, await ask('/a')]) expect(other).toEqual(one)
    expect(server.asked()).toEqual(['HEAD /a', 'GET /a'])
  })

  it('is asked up to the limits of a crawl, and says so beyond', async () => {
    const server = await start((_, response) => response.end())
    const ask = crawlFrom(server, { ownLinks: 2, otherLinks: 3, otherHosts: 2 })
    for (const path of ['/a', '/b', '/a']) expect(await ask(path)).toMatchObject(answered(200))
    expect(await ask('/c')).toMatchObject({
      outcome: 'not-asked',
      reasonCode: 'crawl_limit',
      reason: 'a crawl requests at most 2 files of its website',
    })
    const beyond = { outcome: 'not-asked', reasonCode: 'crawl_limit' }
    for (const host of ['a', 'b']) expect(await ask(`http://${host}.invalid/`)).not.toMatchObject(beyond)
    expect(await ask('http://c.invalid/')).toMatchObject({
      ...beyond,
      reason: 'a crawl requests at most 3 external URLs on 2 hosts',
    })
    expect(await ask('http://a.invalid/b')).not.toMatchObject(beyond)
    expect(await ask('http://a.invalid/c')).toMatchObject(beyond)
  })

  it('that is aborted is asked again by the next', async () => {
    const server = await start((_, response) => response.end())
    const share = createCrawlRequests({ allowHosts: new Set([server.host]) }, createRobotsReader).of(1)
    const url = new URL('/a', server.origin)
    const stop = new AbortController()
    const aborted = share.askLink(url, { start: url, requester: '', signal: stop.signal })
    stop.abort(new Error('stopped'))
    await expect(aborted).rejects.toThrow('stopped')
    const { signal } = new AbortController()
    expect(await share.askLink(url, { start: url, requester: '', signal })).toMatchObject(answered(200))
  })
})

/** Sends headers byte by byte until the connection is closed. */
function dripTo({ socket }: ServerResponse) {
  socket?.write('HTTP/1.1 200 OK\r\nX-A: ')
  const timer = setInterval(() => socket?.write('a'), 20)
  socket?.on('close', () => clearInterval(timer))
}
