import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request as startRequest, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { serve } from '#testing/servers/loopback.ts'
import { defaultFetchLimits } from './limits.ts'
import { startPageProxy } from './page-proxy.ts'

const proxyLimits = { bytes: 1_000_000, openConnections: 20, connections: 50 }
type Options = Parameters<typeof startPageProxy>[0]

/** Starts a proxy until the running test ends. The address of most names is 127.0.0.1. */
async function proxyFor(hosts: string[], options: Partial<Options> = {}) {
  const proxy = await startPageProxy({
    allowHosts: new Set(hosts),
    tunnelsToAllowed: true,
    lookup: async (name) => (name === 'public.example.com' ? ['93.184.215.14', '10.0.0.1'] : ['127.0.0.1']),
    limits: { ...defaultFetchLimits, blockedPauseMs: 0, ...proxyLimits },
    ...options,
  })
  onTestFinished(() => proxy.close())
  const { hostname, port } = new URL(proxy.url)
  const agent = new Agent()
  return {
    proxy,
    /** Sends a GET in the absolute form. */
    async get(url: string, headers: Record<string, string> = {}) {
      const sent = get({ hostname, port, agent, path: url, headers: { host: new URL(url).host, ...headers } })
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return { status: response.statusCode, headers: response.headers, body: await text(response) }
    },
    /** Opens a tunnel. Returns the status and its socket. */
    async connect(authority: string): Promise<{ status: number | undefined; socket: Socket }> {
      const sent = startRequest({ hostname, port, agent, method: 'CONNECT', path: authority }).end()
      const [response, socket] = (await once(sent, 'connect')) as [IncomingMessage, Socket]
      onTestFinished(() => void socket.destroy())
      return { status: response.statusCode, socket }
    },
  }
}

const echo: RequestListener = ({ url, headers }, response) => {
  response.setHeader('connection', 'x-hop').setHeader('x-hop', '1').setHeader('x-kept', '1')
  response.end(JSON.stringify({ url, headers }))
}

it('passes requests to allowed hosts on, without the headers of a single connection', async () => {
  const { host } = await serve(echo)
  const { proxy, get } = await proxyFor([host])
  const { status, headers, body } = await get(`http://${host}/a?b=1`, {
    'proxy-connection': 'keep-alive',
    connection: 'x-own',
    'x-own': '1',
    'x-page': '1',
  })
  expect([status, headers['x-hop'], headers['x-kept']]).toEqual([200, undefined, '1'])
  expect(JSON.parse(body)).toEqual({ url: '/a?b=1', headers: { host, 'x-page': '1', connection: 'close' } })
  expect(proxy.refused).toEqual([])
})

it.for([
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://localhost/',
  'http://private.example.com/',
  'http://public.example.com/',
  'http://shop.example.com:8080/',
  'https://shop.example.com/',
  'ftp://shop.example.com/',
])('refuses %s', async (url) => {
  const { host } = await serve(echo)
  const { get } = await proxyFor([host])
  await expect(get(url)).rejects.toThrow('socket hang up')
})

it.for([
  '127.0.0.1:443',
  '[::ffff:127.0.0.1]:443',
  'localhost:443',
  'private.example.com:443',
  'public.example.com:443',
  'shop.example.com:80',
  'shop.example.com:22',
  'user@shop.example.com:443',
  'shop.example.com',
])('refuses a tunnel to %s', async (authority) => {
  const { connect } = await proxyFor([])
  expect((await connect(authority)).status).toBe(502)
})

it('opens tunnels to allowed hosts, if the page may use them', async () => {
  const { host } = await serve(({ url }, response) => response.end(JSON.stringify({ url })))
  const { connect } = await proxyFor([host])
  const { status, socket } = await connect(host)
  socket.write(`GET /tunnel HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  expect([status, await text(socket)]).toEqual([200, expect.stringContaining('"url":"/tunnel"')])
  expect((await (await proxyFor([host], { tunnelsToAllowed: false })).connect(host)).status).toBe(502)
})

it('reaches no allowed host any more once the page has left it', async () => {
  const { host } = await serve(echo)
  const { proxy, get, connect } = await proxyFor([host])
  proxy.leaveAllowedHosts()
  await expect(get(`http://${host}/`)).rejects.toThrow('socket hang up')
  expect((await connect(host)).status).toBe(502)
  expect(proxy.refused).toEqual([
    { host, code: 'unreachable' },
    { host, code: 'unreachable' },
  ])
})

it('cuts everything off when the page has had its bytes, and opens no more connections than its number', async () => {
  const { host } = await serve((_, response) => response.end(Buffer.alloc(600_000)))
  const { proxy, get } = await proxyFor([host], {
    limits: { ...defaultFetchLimits, ...proxyLimits, connections: 3 },
  })
  const url = `http://${host}/`
  expect((await get(url)).body.length).toBe(600_000)
  for (const _ of [2, 3]) await expect(get(url)).rejects.toThrow()
  expect([proxy.isOverLimit(), proxy.bytes() < 2_000_000]).toEqual([true, true])
})

it('does not complete a response that the server has not', async () => {
  const server = createTcpServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect((await proxyFor([host])).get(`http://${host}/`)).rejects.toThrow('aborted')
})
