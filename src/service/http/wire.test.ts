import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { errorOf } from '#contract/responses/error-codes.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { exchange, servePages } from '#testing/servers/loopback.ts'
import { problem, sqliteService, type TestService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'

async function listening(service: TestService) {
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  return { ...service, port, auth: `Authorization: Bearer ${service.key}` }
}

describe('on the wire', () => {
  it('a DELETE works without an Accept header', async () => {
    const { port, auth, store } = await listening(await sqliteService())
    const { id } = await createReport(store.db, newReport())
    const answer = await exchange(port, [`DELETE /api/v1/reports/${id} HTTP/1.1`, 'Host: x', auth, 'Connection: close'])
    expect({ ...answer, body: JSON.parse(answer.body) }).toMatchObject({ status: 200, body: { id, deleted: true } })
  })

  it('links have the host of the Host header, unless it is malformed', async () => {
    const { port, auth } = await listening(await sqliteService({ publicUrl: null }))
    const first = async (host: string) => {
      const answer = await exchange(port, [
        'GET /api/v1/reports?per_page=25 HTTP/1.1',
        `Host: ${host}`,
        auth,
        'Connection: close',
      ])
      return JSON.parse(answer.body).links.first
    }
    expect(await first('seo.example:8080')).toBe('http://seo.example:8080/api/v1/reports?per_page=25&page=1')
    const without = await exchange(port, ['GET /api/v1/reports?per_page=25 HTTP/1.1', auth, 'Connection: close'])
    expect(JSON.parse(without.body).meta.path).toBe(`http://127.0.0.1:${port}/api/v1/reports`)
    expect(await first('a"><b')).toBe(`http://127.0.0.1:${port}/api/v1/reports?per_page=25&page=1`)
  })

  it('HEAD has the headers of GET and no body', async () => {
    const { port, auth } = await listening(await sqliteService())
    const request = (method: string) =>
      exchange(port, [`${method} /api/v1/websites HTTP/1.1`, 'Host: x', auth, 'Connection: close'])
    const [head, get] = [await request('HEAD'), await request('GET')]
    expect(head).toMatchObject({ status: 200, body: '' })
    expect(head.head).toContain(`content-length: ${get.body.length}`)
  })

  it('headers that are too large get a 431, and malformed HTTP a 400, in JSON', async () => {
    const { port } = await listening(await sqliteService())
    const large = await exchange(port, ['GET /api/v1 HTTP/1.1', 'Host: x', `X-Large: ${'a'.repeat(17_000)}`])
    const junk = await exchange(port, ['hello'])
    for (const [{ head, ...answer }, code] of [
      [large, 'headers_too_large'],
      [junk, 'bad_request'],
    ] as const) {
      const body = JSON.parse(answer.body) as { message: string; request_id: string }
      expect(body).toEqual(problem(code, body.message))
      expect(answer.status).toBe(errorOf(code).status)
      expect(head).toContain(`x-request-id: ${body.request_id}`)
    }
  })

  it('an unknown expectation is ignored', async () => {
    const { port, auth } = await listening(await sqliteService())
    const answer = await exchange(port, [
      'GET /api/v1/reports HTTP/1.1',
      'Host: x',
      auth,
      'Expect: more',
      'Connection: close',
    ])
    expect({ ...answer, body: JSON.parse(answer.body) }).toMatchObject({ status: 200, body: { data: [] } })
  })

  it('an absolute request target is read like its path', async () => {
    const { port, auth } = await listening(await sqliteService())
    const request = (path: string) =>
      exchange(port, [`GET http://x${path} HTTP/1.1`, 'Host: x', auth, 'Accept: text/html', 'Connection: close'])
    const answer = await request('/api/v1/reports')
    expect(answer.status).toBe(200)
    expect(answer.head).toContain('access-control-allow-origin: *')
    expect(await request('/api/v1/nothing')).toMatchObject({
      status: 404,
      body: expect.stringContaining('"code":"not_found"'),
    })
  })

  it('responses of more than 1 KiB are compressed if the client accepts it', async () => {
    const { port, auth, store } = await listening(await sqliteService())
    for (let i = 0; i < 10; i += 1) await createReport(store.db, newReport())
    const request = async (accept: string) =>
      fetch(`http://127.0.0.1:${port}/api/v1/reports`, {
        headers: { authorization: auth.slice('Authorization: '.length), 'accept-encoding': accept },
      })
    const packed = await request('gzip')
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('vary')).toMatch(/accept-encoding/i)
    expect((await packed.json()).data).toHaveLength(10)
    expect((await request('identity')).headers.get('content-encoding')).toBeNull()
  })

  it('a client that disconnects cancels its analysis, and nothing is stored', async () => {
    const { port, auth, allowHosts, call } = await listening(await sqliteService())
    const requested = Promise.withResolvers<void>()
    const given = Promise.withResolvers<void>()
    const pages = await servePages({
      '/slow': (request) => {
        requested.resolve()
        request.on('close', () => given.resolve())
      },
    })
    allowHosts.add(pages.host)
    const body = `url=${encodeURIComponent(`${pages.url}/slow`)}`
    const socket = connect(port, '127.0.0.1')
    socket.write(
      [
        'POST /api/v1/reports HTTP/1.1',
        'Host: x',
        auth,
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    )
    await requested.promise
    socket.destroy()
    await given.promise
    expect((await call('GET /api/v1/reports')).body.meta.total).toBe(0)
  })
})

describe('other origins', () => {
  it('can call what needs a key, with preflights', async () => {
    const { call } = await sqliteService()
    const preflight = {
      key: null,
      headers: {
        origin: 'https://tool.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type',
      },
    }
    const response = await call('OPTIONS /api/v1/websites/1', preflight)
    expect(response).toMatchObject({ status: 204, text: '' })
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, PUT, DELETE, OPTIONS',
    })
    expect(String(response.headers['access-control-allow-headers']).toLowerCase()).toContain('authorization')
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials')
    for (const [request, options] of [
      ['GET /api/v1/reports', {}],
      ['GET /api/v1/reports', { key: null }],
      ['GET /api/v1/reports/9', {}],
      ['PUT /api/v1/reports', {}],
      ['GET /api/v1/%zz', {}],
      ['GET /%61pi/v1/reports', {}],
    ] as const) {
      const { headers } = await call(request, options)
      expect(headers['access-control-allow-origin']).toBe('*')
      for (const name of ['Location', 'Retry-After', 'RateLimit-Limit', 'X-Request-Id', 'ETag', 'Date'])
        expect(headers['access-control-expose-headers']).toContain(name)
    }
  })

  it('cannot call what works without a key, nor read pages', async () => {
    const { call } = await sqliteService()
    for (const request of [
      'OPTIONS /api/v1/sign-in',
      'POST /api/v1/sign-in',
      'GET /healthz',
      'GET /reports',
    ] as const) {
      expect((await call(request, { key: null })).headers).not.toHaveProperty('access-control-allow-origin')
    }
    expect(await call('OPTIONS /api/v1/nothing', { key: null })).toMatchObject({ status: 404 })
  })
})
