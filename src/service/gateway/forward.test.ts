import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { errorOf } from '#contract/responses/error-codes.ts'
import { bodyTooLarge } from '#service/http/problem.ts'
import { startFixedServer } from '#testing/servers/hostile-server.ts'
import { exchange } from '#testing/servers/loopback.ts'
import { gatewayTo, upstream } from '#testing/service/gateway.ts'
import { problem } from '#testing/service/service.ts'

const answering = (headers: Record<string, string | string[]>, status = 200, body = '{}') =>
  upstream((_, response) => void response.writeHead(status, headers).end(body))

describe('a forwarded request', () => {
  it("carries the caller's API key and only the listed headers", async () => {
    const { origin, seen } = await upstream()
    const { api } = await gatewayTo(`${origin}/seo`)
    const answer = await api('/api/v1/reports?per_page=100&search=%25%20a', {
      headers: {
        Authorization: 'Bearer secret',
        Accept: 'text/html',
        Cookie: 'a=1',
        Origin: 'https://other.example',
        Referer: 'https://other.example/',
        'X-Forwarded-For': '1.2.3.4',
        'X-Request-Id': 'mine-1',
        'If-None-Match': '"a"',
        Prefer: 'respond-async',
        'Sec-Fetch-Site': 'cross-site',
        'Accept-Encoding': 'gzip',
        'User-Agent': 'Visitor',
        'Accept-Language': 'de',
      },
    })
    expect(await answer.json()).toEqual({ data: [] })
    expect(seen).toMatchObject([{ method: 'GET', url: '/seo/api/v1/reports?per_page=100&search=%25%20a' }])
    expect(seen[0]?.headers).toEqual({
      host: new URL(origin).host,
      authorization: 'Bearer secret',
      accept: 'application/json',
      'x-request-id': 'mine-1',
      'x-forwarded-for': '127.0.0.1',
      'if-none-match': '"a"',
      prefer: 'respond-async',
      'sec-fetch-site': 'cross-site',
      'accept-encoding': 'gzip',
      'user-agent': 'SEO-Reports/0.1 (gateway)',
      connection: 'keep-alive',
    })
    expect(answer.headers.get('x-request-id')).toBe('mine-1')
  })

  it('has no Accept header with DELETE or when none was sent, and no body with methods that have none', async () => {
    const { origin, seen } = await upstream()
    const { port, api } = await gatewayTo(origin)
    await api('/api/v1/reports/1', {
      method: 'DELETE',
      headers: { Accept: 'application/json', 'Content-Type': 'text/plain' },
      body: 'x',
    })
    await exchange(port, ['GET /api/v1/reports HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Connection: close'], 'ab')
    expect(seen.map(({ method, body, headers }) => [method, body, headers.accept])).toEqual([
      ['DELETE', '', undefined],
      ['GET', '', undefined],
    ])
  })

  it('keeps its body and content type', async () => {
    const { origin, seen } = await upstream()
    const { api } = await gatewayTo(origin)
    const form = new URLSearchParams({ privacy: '2', password: 'ä & = +' })
    await api('/api/v1/websites/7', { method: 'PUT', headers: { 'If-Match': '"v1"' }, body: form })
    await api('/api/v1/reports', { method: 'POST' })
    expect(seen).toMatchObject([
      {
        method: 'PUT',
        body: form.toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
          'if-match': '"v1"',
          'content-length': String(form.toString().length),
        },
      },
      { method: 'POST', body: '', headers: { 'content-length': '0' } },
    ])
  })

  it('is rejected when its body is compressed or over 16 KiB, except for paths that take larger ones', async () => {
    const { origin, seen } = await upstream()
    const { api } = await gatewayTo(origin)
    const post = async (path: string, bytes: number, headers = {}) => {
      const answer = await api(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: 'a'.repeat(bytes),
      })
      return [answer.status, ((await answer.json()) as { message?: string }).message]
    }
    expect(await post('/api/v1/reports', 16_384)).toEqual([200, undefined])
    expect(await post('/api/v1/reports', 16_385)).toEqual([413, bodyTooLarge(16 * 1024).message])
    expect(await post('/api/v1/bulk/reports/delete', 60_000)).toEqual([200, undefined])
    expect(await post('/api/v1/bulk/reports/delete', 70_000)).toEqual([413, bodyTooLarge(64 * 1024).message])
    expect(await post('/api/v1/jobs', 8_388_608)).toEqual([200, undefined])
    expect(await post('/api/v1/jobs', 8_388_609)).toEqual([413, bodyTooLarge(8 * 1024 * 1024).message])
    expect(await post('/api/v1/brand/logo', 500_000)).toEqual([200, undefined])
    expect((await post('/api/v1/reports', 10, { 'Content-Encoding': 'gzip' }))[0]).toBe(415)
    expect(seen).toHaveLength(4)
  })

  it.each([{ largerBodiesAtOnce: 1 }, { largerBodiesOfNetwork: 1 }])(
    'is refused while too many with large bodies are held, unless its own is small (%j)',
    async (limits) => {
      const { origin, seen } = await upstream((request, response) => {
        if (request.headers['content-length'] === '6') response.end('{}')
      })
      const { api } = await gatewayTo(origin, { limits })
      const leaving = new AbortController()
      const post = (body: string) => api('/api/v1/jobs', { method: 'POST', body, signal: leaving.signal })
      const held = post('a'.repeat(20_000))
      await expect.poll(() => seen.length).toBe(1)
      expect((await post('a'.repeat(20_000))).status).toBe(503)
      expect((await post('urls=a')).status).toBe(200)
      leaving.abort()
      await expect(held).rejects.toThrow()
    },
  )

  it('is logged without its API key', async () => {
    const { origin } = await upstream()
    const { api, lines } = await gatewayTo(origin)
    await api('/api/v1/reports?search=hidden', { headers: { Authorization: 'Bearer secret' } })
    expect(lines).toMatchObject([
      { method: 'GET', path: '/api/v1/reports', status: 200, id: expect.any(String), ms: expect.any(Number) },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/secret|hidden/)
  })
})

describe('a forwarded response', () => {
  it('has the listed headers, our own API headers, and no cookie', async () => {
    const given = {
      'Content-Type': 'application/json',
      'Set-Cookie': ['a=1', 'b=2'],
      ETag: '"e"',
      'Restorable-Until': '2026-11-28T12:00:00.000Z',
      'Retry-After': '3',
      'RateLimit-Remaining': '9',
      'Cache-Control': 'public, max-age=60',
      'X-Accel-Buffering': 'no',
      Server: 'nginx',
      'X-Powered-By': 'PHP/8',
      'Access-Control-Allow-Credentials': 'true',
      'Strict-Transport-Security': 'max-age=1',
      'Content-Security-Policy': 'default-src *',
      'Clear-Site-Data': '"*"',
      'Service-Worker-Allowed': '/',
      Link: '</x>; rel=preload',
      Refresh: '0; url=/',
      'X-Request-Id': 'theirs',
    }
    const { origin } = await answering(given)
    const { api } = await gatewayTo(origin)
    const { headers } = await api('/api/v1/reports')
    expect(Object.fromEntries(headers)).toEqual({
      'content-type': 'application/json',
      etag: '"e"',
      'restorable-until': '2026-11-28T12:00:00.000Z',
      'retry-after': '3',
      'ratelimit-remaining': '9',
      'cache-control': 'public, max-age=60',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('ETag'),
      'x-request-id': expect.not.stringContaining('theirs'),
      date: expect.any(String),
      connection: 'keep-alive',
      'keep-alive': expect.any(String),
      'transfer-encoding': 'chunked',
    })
  })

  it.each([
    ['text/html', 'text/plain; charset=utf-8'],
    ['TEXT/HTML; charset=ISO-8859-1', 'text/plain; charset=ISO-8859-1'],
    ['application/xhtml+xml', 'text/plain; charset=utf-8'],
    ['image/svg+xml', 'text/plain; charset=utf-8'],
    ['text/javascript', 'text/plain; charset=utf-8'],
    ['multipart/x-mixed-replace;boundary=a', 'text/plain; charset=utf-8'],
    ['application/problem+json', 'application/problem+json'],
    ['text/csv; charset=utf-8', 'text/csv; charset=utf-8'],
    ['', 'text/plain; charset=utf-8'],
  ])('of the type "%s" is sent as %s', async (given, expected) => {
    const { origin } = await answering({ 'Content-Type': given }, 500, '<script>alert(1)</script>')
    const { api } = await gatewayTo(origin)
    const answer = await api('/api/v1/reports')
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      500,
      expected,
      '<script>alert(1)</script>',
    ])
  })

  it('has a Location on this origin if it pointed into the upstream API, and none otherwise', async () => {
    const places: Record<string, string> = {}
    const { origin } = await upstream(
      (request, response) => void response.writeHead(201, { Location: places[request.url ?? ''] ?? '' }).end(),
    )
    const { api, origin: own } = await gatewayTo(`${origin}/seo`)
    const from = async (location: string) => {
      places['/seo/api/v1/reports'] = location
      return (await api('/api/v1/reports', { method: 'POST' })).headers.get('location')
    }
    expect(await from('/seo/api/v1/reports/9?a=1')).toBe(`${own}/api/v1/reports/9?a=1`)
    expect(await from(`${origin}/seo/api/v1/jobs/4`)).toBe(`${own}/api/v1/jobs/4`)
    expect(await from('reports/9')).toBe(`${own}/api/v1/reports/9`)
    for (const other of [
      '/seo/admin',
      '/seo/api/v1/../admin',
      'https://other.example/seo/api/v1/reports/9',
      'javascript:alert(1)',
      '//other.example/seo/api/v1/x',
      'http://[',
    ])
      expect(await from(other)).toBeNull()
  })

  it('challenges for a Bearer key and never opens a browser sign-in dialog', async () => {
    const { origin } = await answering({ 'WWW-Authenticate': 'Basic realm="x"' }, 401)
    const { api } = await gatewayTo(origin)
    expect((await api('/api/v1/reports')).headers.get('www-authenticate')).toBe('Bearer')
  })

  it('may have no body', async () => {
    for (const [method, status] of [
      ['DELETE', 204],
      ['GET', 304],
      ['HEAD', 200],
    ] as const) {
      const { origin } = await answering({ ETag: '"e"', 'Content-Type': 'application/json' }, status, '')
      const { api } = await gatewayTo(origin)
      const answer = await api('/api/v1/reports/1', { method })
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([status, '"e"', ''])
    }
  })

  it('has the same bytes at any size', async () => {
    const bytes = randomBytes(3_000_000)
    const { origin } = await upstream(
      (_, response) => void response.setHeader('Content-Length', bytes.length).end(bytes),
    )
    const { api } = await gatewayTo(origin)
    const answer = await api('/api/v1/exports/reports.csv')
    expect(answer.headers.get('content-length')).toBe('3000000')
    const digest = (of: Buffer) => createHash('sha256').update(of).digest('hex')
    expect(digest(Buffer.from(await answer.arrayBuffer()))).toBe(digest(bytes))
  })

  it.each([
    [302, '/login', 'unauthenticated', 'Unauthenticated.'],
    [301, 'https://other.example/', 'upstream_redirect', 'redirected this request'],
    [308, undefined, 'upstream_redirect', 'redirected this request'],
  ] as const)('that is a %s to %s becomes the error %s', async (status, location, code, words) => {
    const { origin } = await answering(
      { ...(location && { Location: location }), 'Content-Type': 'text/html', 'Set-Cookie': 'a=1' },
      status,
      '<html>',
    )
    const { api } = await gatewayTo(origin)
    for (const method of ['GET', 'DELETE', 'POST', 'PUT']) {
      const answer = await api('/api/v1/reports/1', { method, headers: { Authorization: 'Bearer x' } })
      expect({
        status: answer.status,
        type: answer.headers.get('content-type'),
        location: answer.headers.get('location'),
        cookie: answer.headers.get('set-cookie'),
        body: await answer.json(),
      }).toEqual({
        status: errorOf(code).status,
        type: 'application/json; charset=utf-8',
        location: null,
        cookie: null,
        body: problem(code, expect.stringContaining(words)),
      })
    }
  })

  it('supports upstream servers of HTTP/1.0', async () => {
    const server = await startFixedServer('HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{"data":1}')
    onTestFinished(() => server.close())
    const { api } = await gatewayTo(server.origin)
    expect(await (await api('/api/v1/reports')).json()).toEqual({ data: 1 })
  })
})
