import { once } from 'node:events'
import { get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type HostileServer, startHostileServer, startRawServer } from '#testing/servers/hostile-server.ts'
import { gatewayTo } from '#testing/service/gateway.ts'

let server: HostileServer | undefined
afterEach(() => server?.close())

const upstream = async (listener: RequestListener) => (server = await startHostileServer(listener))
const mebibyte = 1024 * 1024

/** Writes as fast as the response accepts data, up to `total` bytes. Returns a live counter of bytes written. */
function pour(response: ServerResponse, total: number) {
  const chunk = Buffer.alloc(64 * 1024, '1')
  const poured = { bytes: 0 }
  const more = () => {
    while (poured.bytes < total) {
      poured.bytes += chunk.length
      if (!response.write(chunk)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
  return poured
}

/** Returns the head of a response and leaves its body unread. */
const headOf = (url: string) =>
  new Promise<IncomingMessage>((resolve, reject) => get(url, { agent: false }, resolve).on('error', reject))

/** Resolves once the number has not changed for 200 ms. */
async function settled(read: () => number) {
  for (let last = -1, same = 0; same < 10; same = read() === last ? same + 1 : 0, last = read())
    await new Promise((resolve) => setTimeout(resolve, 20))
  return read()
}

describe('the stages of an analysis', () => {
  const headers = { accept: 'text/event-stream, application/json' }

  it('are forwarded one by one', async () => {
    const accepted: (string | undefined)[] = []
    const end = Promise.withResolvers<void>()
    const { origin } = await upstream(async (request, response) => {
      accepted.push(request.headers.accept)
      response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
      response.write('event: stage\ndata: {"name":"fetching"}\n\n')
      await end.promise
      response.end('event: report\ndata: {}\n\n')
    })
    const gateway = await gatewayTo(origin)
    const body = new URLSearchParams({ url: 'https://example.com/' })
    const answer = await fetch(`${gateway.origin}/api/v1/reports`, { method: 'POST', headers, body })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const chunks = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await chunks?.read())?.value).toContain('fetching')
    end.resolve()
    expect((await chunks?.read())?.value).toContain('event: report')
    expect(accepted).toEqual(['application/json, text/event-stream'])
  })

  it('are the only events that are asked for', async () => {
    const accepted: (string | undefined)[] = []
    const { origin } = await upstream((request, response) => {
      accepted.push(request.headers.accept)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
    const gateway = await gatewayTo(origin)
    await fetch(`${gateway.origin}/api/v1/jobs/1`, { headers })
    expect(accepted).toEqual(['application/json'])
  })
})

describe('a large response', () => {
  it('is read from upstream no faster than the caller reads it', async () => {
    let poured = { bytes: 0 }
    const { origin } = await upstream((_, response) => (poured = pour(response, 1024 * mebibyte)))
    const gateway = await gatewayTo(origin)
    const answer = await headOf(`${gateway.origin}/api/v1/reports`)
    // The socket buffers of both connections hold some megabytes, far less than upstream would send.
    expect(await settled(() => poured.bytes)).toBeLessThan(24 * mebibyte)
    answer.destroy()
  })

  it('is forwarded still compressed when it is a compression bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(16 * mebibyte))
    const { origin } = await upstream(
      (_, response) =>
        void response
          .writeHead(200, {
            'Content-Type': 'application/json',
            'Content-Encoding': 'gzip',
            'Content-Length': bomb.length,
          })
          .end(bomb),
    )
    const gateway = await gatewayTo(origin)
    const answer = await headOf(`${gateway.origin}/api/v1/reports`)
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(Buffer.concat(chunks).equals(bomb)).toBe(true)
  })

  it('is aborted when the caller stops reading', async () => {
    const gone = Promise.withResolvers<void>()
    const { origin } = await upstream((_, response) => {
      pour(response, 1024 * mebibyte)
      response.on('close', () => gone.resolve())
    })
    const gateway = await gatewayTo(origin, { limits: { silenceMs: 100 } })
    const answer = await headOf(`${gateway.origin}/api/v1/reports`)
    await gone.promise
    await expect(answer.resume().toArray()).rejects.toThrow()
  })
})

describe('a slow response', () => {
  /** Fakes the timers only. Sockets are real. */
  async function startSlowResponse() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const received = Promise.withResolvers<ServerResponse>()
    const { origin } = await upstream((_, response) =>
      received.resolve(response.writeHead(200, { 'Content-Type': 'application/json' })),
    )
    const gateway = await gatewayTo(origin)
    const head = headOf(`${gateway.origin}/api/v1/reports`)
    const response = await received.promise
    response.write('[')
    const answer = await head
    await once(answer, 'readable')
    return { response, answer }
  }

  it('is forwarded while upstream sends something every minute', async () => {
    const { response, answer } = await startSlowResponse()
    expect(String(answer.read())).toBe('[')
    for (let minute = 0; minute < 5; minute += 1) {
      vi.advanceTimersByTime(59_000)
      const coming = once(answer, 'readable')
      response.write(`${minute},`)
      await coming
      expect(String(answer.read())).toBe(`${minute},`)
    }
    response.end('9]')
    expect(String(Buffer.concat(await answer.toArray()))).toBe('9]')
  })

  it('is aborted after a minute of silence', async () => {
    const { response, answer } = await startSlowResponse()
    const gone = once(response, 'close')
    const cut = answer.toArray()
    vi.advanceTimersByTime(60_000)
    await expect(cut).rejects.toThrow()
    await gone
  })
})

describe('a caller who disconnects', () => {
  it.each(['before the response', 'during the response'])('%s aborts the upstream request', async (when) => {
    const received = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<void>()
    const { origin } = await upstream((_, response) => {
      response.on('close', () => gone.resolve())
      if (when !== 'before the response') response.write('{')
      received.resolve()
    })
    const { port, lines } = await gatewayTo(origin)
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /api/v1/reports HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')
    await received.promise
    if (when !== 'before the response') await once(socket, 'data')
    socket.destroy()
    await gone.promise
    await expect
      .poll(() => lines)
      .toMatchObject([
        { method: 'POST', path: '/api/v1/reports', status: when === 'before the response' ? 499 : 200, cut: true },
      ])
  })
})

/**
 * A server that keeps connections alive and records its requests. Connections open at `drop` close at their next
 * request.
 */
async function keepAliveServer() {
  const methods: string[] = []
  const open: Socket[] = []
  const old = new Set<Socket>()
  server = await startRawServer((socket) => {
    open.push(socket)
    socket.on('data', (data: Buffer) => {
      methods.push(String(data).split(' ', 1)[0] ?? '')
      if (old.has(socket)) socket.destroy()
      else socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}')
    })
  })
  return {
    origin: server.origin,
    connections: server.connections,
    methods,
    drop: () => open.forEach((socket) => old.add(socket)),
  }
}

describe('a kept connection', () => {
  it('is reused for consecutive reads', async () => {
    const { origin, connections } = await keepAliveServer()
    const { api } = await gatewayTo(origin)
    for (let i = 0; i < 5; i += 1) await (await api('/api/v1/reports')).text()
    expect(connections()).toBe(1)
  })

  it('is replaced once for a read when it has died', async () => {
    const { origin, connections, methods, drop } = await keepAliveServer()
    const { api } = await gatewayTo(origin)
    await Promise.all([1, 2, 3].map(async () => (await api('/api/v1/reports')).text()))
    drop()
    expect((await api('/api/v1/reports')).status).toBe(200)
    expect(methods).toEqual(['GET', 'GET', 'GET', 'GET', 'GET'])
    expect(connections()).toBe(4)
  })

  it('is never used for a write, and a failed write is not repeated', async () => {
    const { origin, connections, methods, drop } = await keepAliveServer()
    const { api } = await gatewayTo(origin)
    await (await api('/api/v1/reports')).text()
    drop()
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await api('/api/v1/reports/1', { method })).status).toBe(200)
    expect(connections()).toBe(4)
    await server?.close()
    let posts = 0
    server = await startRawServer((socket) =>
      socket.on('data', () => {
        posts += 1
        socket.destroy()
      }),
    )
    const second = await gatewayTo(server.origin)
    expect((await second.api('/api/v1/reports', { method: 'POST' })).status).toBe(502)
    expect(posts).toBe(1)
    expect(methods).toEqual(['GET', 'POST', 'PUT', 'DELETE'])
  })

  it('is closed when idle', async () => {
    const { origin } = await keepAliveServer()
    const { api } = await gatewayTo(origin, { limits: { idleMs: 50 } })
    await (await api('/api/v1/reports')).text()
    await server?.quiet()
  })
})

describe('concurrent requests', () => {
  it('above the limit return 503 with Retry-After', async () => {
    const waiting: ServerResponse[] = []
    const { origin } = await upstream((_, response) => void waiting.push(response))
    const { api } = await gatewayTo(origin, { limits: { requestsAtOnce: 3 } })
    const three = [1, 2, 3].map(() => api('/api/v1/reports'))
    await expect.poll(() => waiting.length).toBe(3)
    const refused = await api('/api/v1/reports')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    for (const response of waiting) response.end('{}')
    for (const answer of await Promise.all(three)) expect(answer.status).toBe(200)
    const after = api('/api/v1/reports')
    await expect.poll(() => waiting.length).toBe(4)
    waiting[3]?.end('{}')
    expect((await after).status).toBe(200)
  })
})
