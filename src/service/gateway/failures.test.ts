import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { rootCertificates, setDefaultCACertificates, type TlsOptions, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ErrorCode, errorOf } from '#contract/responses/error-codes.ts'
import { type Certificate, makeCertificate } from '#testing/servers/certificate.ts'
import {
  type HostileServer,
  startFixedServer,
  startHostileServer,
  startRawServer,
} from '#testing/servers/hostile-server.ts'
import { exchange } from '#testing/servers/loopback.ts'
import { gatewayTo, type TestGateway } from '#testing/service/gateway.ts'
import { problem } from '#testing/service/service.ts'

let server: HostileServer | undefined
afterEach(() => server?.close())

const hostile = async (...args: Parameters<typeof startHostileServer>) => (server = await startHostileServer(...args))
const raw = async (onSocket: (socket: Socket) => void) => (server = await startRawServer(onSocket))
const fixed = async (answer: string) => (server = await startFixedServer(answer))

async function answered({ api }: TestGateway, init?: RequestInit) {
  const answer = await api('/api/v1/reports', init)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('x-request-id')).toBeTruthy()
  const body = (await answer.json()) as { code: ErrorCode; message: string }
  expect(body).toEqual({ ...problem(body.code, body.message), request_id: answer.headers.get('x-request-id') })
  expect(errorOf(body.code).status).toBe(answer.status)
  return [body.code, body.message]
}

const post = { method: 'POST', body: new URLSearchParams({ url: 'https://example.com/' }) }

describe('an unreachable upstream server', () => {
  it('returns 502 with one sentence and logs the reason', async () => {
    const { origin } = await hostile()
    await server?.close()
    const gateway = await gatewayTo(origin)
    expect(await answered(gateway)).toEqual([
      'upstream_unreachable',
      "The server behind this dashboard can't be reached. Try again in a moment.",
    ])
    expect(await answered(gateway, post)).toEqual(['upstream_unreachable', expect.stringContaining("can't be reached")])
    expect(JSON.stringify(gateway.lines)).toContain('ECONNREFUSED')
  })

  it('returns the same 502 for an unknown host name and for a private address, even among public ones', async () => {
    await hostile()
    const lookups: string[] = []
    for (const addresses of [[], ['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['::ffff:127.0.0.1']]) {
      const lookup = async (name: string) => {
        lookups.push(name)
        if (addresses.length === 0) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
        return addresses
      }
      const gateway = await gatewayTo('https://seo.example.com', { allow: [], lookup })
      expect(await answered(gateway)).toEqual(['upstream_unreachable', expect.stringContaining("can't be reached")])
    }
    expect(lookups).toHaveLength(4)
    expect(server?.connections()).toBe(0)
  })

  it('looks up and checks the host name for every connection', async () => {
    const { port, connections } = await hostile((_, response) => response.end('{}'))
    const answers = ['127.0.0.1', '10.0.0.1']
    const url = `http://seo.example.com:${port}`
    const gateway = await gatewayTo(url, {
      lookup: async () => [answers.shift() ?? '10.0.0.1'],
      limits: { connectMs: 100 },
    })
    expect((await gateway.api('/api/v1/reports')).status).toBe(200)
    expect((await gateway.api('/api/v1/reports')).status).toBe(200)
    expect(connections()).toBe(1)
    expect((await answered(gateway, post))[0]).toMatch(/^upstream_/)
    expect(answers).toEqual([])
  })

  it('returns 504 when the lookup or the connection times out', async () => {
    const slow = await gatewayTo('https://seo.example.com', {
      lookup: () => new Promise(() => {}),
      limits: { lookupMs: 30 },
    })
    expect(await answered(slow)).toEqual(['upstream_timeout', expect.stringContaining('timed out')])
    const { port } = await raw(() => {})
    const mute = await gatewayTo(`https://127.0.0.1:${port}`, { limits: { connectMs: 50 } })
    expect(await answered(mute)).toEqual(['upstream_timeout', expect.stringContaining('timed out')])
  })
})

describe('the upstream certificate', () => {
  const authority = makeCertificate({ name: 'Test authority' })
  const good = makeCertificate({ name: 'seo', hosts: ['seo.example.com', '127.0.0.1'], issuer: authority })
  const expired = makeCertificate({
    name: 'seo',
    hosts: ['seo.example.com'],
    issuer: authority,
    from: new Date('2020-01-01T00:00:00Z'),
    to: new Date('2021-01-01T00:00:00Z'),
  })
  const unknownAuthority = makeCertificate({ name: 'seo', hosts: ['seo.example.com'] })
  beforeAll(() => setDefaultCACertificates([...rootCertificates, authority.cert]))
  afterAll(() => setDefaultCACertificates([...rootCertificates]))

  const offering: TlsOptions = { ALPNProtocols: ['h2', 'http/1.1'] }
  const keys: unknown[] = []
  const agreed: unknown[] = []
  const noting: RequestListener = (request, response) => {
    keys.push(request.headers.authorization)
    agreed.push((request.socket as TLSSocket).alpnProtocol)
    response.end('{}')
  }
  const withCertificate = async (certificate: Certificate, name = 'seo.example.com') => {
    const { port } = await hostile(noting, { certificate, tls: offering })
    return gatewayTo(`https://${name}:${port}`, { lookup: async () => ['127.0.0.1'] })
  }

  it('lets the request through over HTTP/1.1 when it is trusted and matches the host name', async () => {
    const { api } = await withCertificate(good)
    expect((await api('/api/v1/reports', { headers: { Authorization: 'Bearer k' } })).status).toBe(200)
    await server?.close()
    expect((await (await withCertificate(good, '127.0.0.1')).api('/api/v1/reports')).status).toBe(200)
    expect(keys.splice(0)).toEqual(['Bearer k', undefined])
    expect(agreed).toEqual(['http/1.1', 'http/1.1'])
  })

  it.each([
    ['expired', expired, 'seo.example.com'],
    ['signed by an unknown authority', unknownAuthority, 'seo.example.com'],
    ['for another host name', good, 'other.example.com'],
  ])('stops the request when it is %s', async (_, certificate, name) => {
    const gateway = await withCertificate(certificate, name)
    expect(await answered(gateway, { headers: { Authorization: 'Bearer k' } })).toEqual([
      'upstream_untrusted',
      expect.stringContaining("certificate of the server behind this dashboard isn't trusted"),
    ])
    expect(keys).toEqual([])
  })

  it('returns 502 when upstream does not support TLS', async () => {
    const { port } = await fixed('HTTP/1.1 200 OK\r\n\r\n')
    const gateway = await gatewayTo(`https://127.0.0.1:${port}`)
    expect((await answered(gateway))[0]).toBe('upstream_unreachable')
  })
})

describe('a silent upstream server', () => {
  it('returns 504, for a write later and with a note that the outcome is unknown', async () => {
    const { origin } = await hostile(() => {})
    const limits = { silenceMs: 40, writeMs: 80 }
    const gateway = await gatewayTo(origin, { limits })
    expect(await answered(gateway)).toEqual([
      'upstream_timeout',
      expect.stringMatching(/didn't respond within .* seconds\. Try again/),
    ])
    const began = performance.now()
    expect(await answered(gateway, post)).toEqual([
      'upstream_timeout',
      expect.stringContaining('The change may have been made'),
    ])
    expect(performance.now() - began).toBeGreaterThan(75)
  })

  it('resets the connection when it goes silent during a response', async () => {
    const { origin } = await hostile(
      (_, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"data":['),
    )
    const { api } = await gatewayTo(origin, { limits: { silenceMs: 40 } })
    const answer = await api('/api/v1/reports')
    await expect(answer.text()).rejects.toThrow()
  })
})

describe('a broken response', () => {
  it.each([
    ['that ends before its first byte', '', 'upstream_closed', 'closed the connection without a response'],
    [
      'that ends in its head',
      'HTTP/1.1 200 OK\r\nContent-',
      'upstream_closed',
      'closed the connection without a response',
    ],
    ['that is not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', 'upstream_invalid', 'invalid HTTP response'],
    [
      'with two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      'upstream_invalid',
      'invalid HTTP response',
    ],
    [
      'with a length and a transfer coding',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'upstream_invalid',
      'invalid HTTP response',
    ],
    ['with an invalid header', 'HTTP/1.1 200 OK\r\nX Y: 1\r\n\r\n', 'upstream_invalid', 'invalid HTTP response'],
    [
      'with a bare carriage return in a header',
      'HTTP/1.1 200 OK\r\nContent-Type: a\rSet-Cookie: a=1\r\n\r\n',
      'upstream_invalid',
      'invalid HTTP response',
    ],
    ['with a NUL in a header', 'HTTP/1.1 200 OK\r\nETag: a\0b\r\n\r\n', 'upstream_invalid', 'invalid HTTP response'],
    [
      'with an invalid status',
      'HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\n{}',
      'upstream_invalid',
      'invalid HTTP response',
    ],
    [
      'that switches to an unnamed protocol',
      'HTTP/1.1 101 Switching Protocols\r\nContent-Length: 2\r\n\r\n{}',
      'upstream_invalid',
      'invalid HTTP response',
    ],
    [
      'with headers of 40 KB',
      `HTTP/1.1 200 OK\r\n${'X-A: '.padEnd(1000, 'a').concat('\r\n').repeat(41)}\r\n{}`,
      'upstream_invalid',
      'are too large',
    ],
    [
      'that switches protocols',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      'upstream_invalid',
      'invalid HTTP response',
    ],
  ])('%s becomes one sentence', async (_, bytes, code, words) => {
    const { origin } = await fixed(bytes)
    expect(await answered(await gatewayTo(origin))).toEqual([code, expect.stringContaining(words)])
    expect((await answered(await gatewayTo(origin), post))[1]).toContain('The change may have been made')
  })

  it('is never mistaken for a complete one when it breaks off after its head', async () => {
    const cut: [string, string][] = [
      ['Content-Length: 100', '{"data":[1,2'],
      ['Transfer-Encoding: chunked', '6\r\n{"data\r\n'],
      ['Transfer-Encoding: chunked', '6\r\n{"data\r\n6\r\n":['],
      ['Transfer-Encoding: chunked', 'zz\r\n'],
    ]
    for (const [header, body] of cut) {
      const { origin } = await fixed(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${header}\r\n\r\n${body}`)
      const { api } = await gatewayTo(origin)
      await expect(api('/api/v1/reports').then((answer) => answer.text())).rejects.toThrow()
      await server?.close()
    }
  })

  it('resets the connection of an HTTP/1.0 caller too', async () => {
    const { origin } = await fixed('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n{"data\r\n')
    const { port } = await gatewayTo(origin)
    await expect(exchange(port, ['GET /api/v1/reports HTTP/1.0'])).rejects.toThrow('ECONNRESET')
  })

  it('does not let a folded header create a second one', async () => {
    const { origin } = await fixed(
      'HTTP/1.1 200 OK\r\nETag: "a"\r\n Set-Cookie: a=1\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
    )
    const { port } = await gatewayTo(origin)
    const answer = await exchange(port, ['GET /api/v1/reports HTTP/1.1', 'Host: x', 'Connection: close'])
    expect(answer.head.split('\r\n').filter((line) => line.startsWith('set-cookie') || line.startsWith(' '))).toEqual(
      [],
    )
  })

  it('does not deliver an unsolicited second response to the next caller', async () => {
    const one = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}'
    const { origin } = await raw((socket) => socket.on('data', () => socket.write(one + one.replace('"a"', '"b"'))))
    const { api } = await gatewayTo(origin)
    for (let i = 0; i < 3; i += 1) {
      const text = await api('/api/v1/reports').then(
        (answer) => answer.text(),
        () => 'broken',
      )
      expect(['{"a":1}', 'broken', expect.stringContaining('502')]).toContainEqual(text)
    }
  })
})

describe('an invalid request', () => {
  it.each([
    ['two lengths', ['POST /api/v1/reports HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Content-Length: 6']],
    [
      'a length and a transfer coding',
      ['POST /api/v1/reports HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked'],
    ],
    ['a folded header', ['GET /api/v1/reports HTTP/1.1', 'Host: x', 'Authorization: Bearer a', ' b: c']],
    ['a space before the colon', ['GET /api/v1/reports HTTP/1.1', 'Host: x', 'Content-Length : 5']],
    ['an unknown transfer coding', ['POST /api/v1/reports HTTP/1.1', 'Host: x', 'Transfer-Encoding: xchunked']],
  ])('with %s returns 400 and is not forwarded', async (_, lines) => {
    let requests = 0
    const { origin } = await hostile((_request, response) => {
      requests += 1
      response.end('{}')
    })
    const { port } = await gatewayTo(origin)
    expect((await exchange(port, lines, 'hello')).status).toBe(400)
    expect(requests).toBe(0)
  })

  it('returns 431 for oversized headers', async () => {
    const { origin } = await hostile()
    const { port } = await gatewayTo(origin)
    expect((await exchange(port, ['GET /api/v1/reports HTTP/1.1', `X: ${'a'.repeat(17_000)}`])).status).toBe(431)
  })

  it('cannot smuggle a second request in its body', async () => {
    const urls: unknown[] = []
    const { origin } = await hostile((request, response) => {
      urls.push(request.url)
      request.resume().on('end', () => response.end('{}'))
    })
    const { port } = await gatewayTo(origin)
    const hidden = 'GET /api/v1/websites HTTP/1.1\r\nHost: x\r\n\r\n'
    await exchange(
      port,
      [
        'POST /api/v1/reports HTTP/1.1',
        'Host: x',
        'Content-Type: text/plain',
        `Content-Length: ${hidden.length}`,
        'Connection: close',
      ],
      hidden,
    )
    await exchange(
      port,
      [
        'DELETE /api/v1/reports/1 HTTP/1.1',
        'Host: x',
        'Content-Type: text/plain',
        `Content-Length: ${hidden.length}`,
        'Connection: close',
      ],
      hidden,
    )
    expect(urls).toEqual(['/api/v1/reports', '/api/v1/reports/1'])
  })
})
