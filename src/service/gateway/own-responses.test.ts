import { describe, expect, it } from 'vitest'
import { exchange } from '#testing/servers/loopback.ts'
import { gatewayTo, upstream } from '#testing/service/gateway.ts'
import { problem } from '#testing/service/service.ts'

describe('a response of the gateway itself', () => {
  it('is 404 or 405 for a path that is not plain, without an upstream request', async () => {
    const { origin, seen } = await upstream()
    const { port } = await gatewayTo(origin)
    const paths = [
      '/api/v1/../admin',
      '/api/v1/reports/../../admin',
      '/api/v1/%2e%2e/admin',
      '/api/v1/%2E%2E%2fadmin',
      '/api/v1/..;/admin',
      '/api/v1/.',
      '/api/v1//admin',
      '//api/v1/reports',
      '/api/v1/reports//',
      '/api/v1/reports/',
      '/api/v1/%zz',
      '/api/v1/a%00b',
      '/api/v1/a%5c..%5cb',
      '/api/v1/\\..\\admin',
      '/api/v1/%252e%252e/admin',
      '/api/v1/a%0d%0aX:1',
      '/api/v1@other.example/',
      '/api/v10/reports',
      '/api/v2/reports',
      '/api',
      'http://x/api/v1/../admin',
      '/API/v1/reports',
    ]
    for (const path of paths)
      expect({
        path,
        status: (await exchange(port, [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close'])).status,
      }).toEqual({ path, status: 404 })
    for (const method of ['TRACE', 'PATCH', 'PROPFIND']) {
      const answer = await exchange(port, [`${method} /api/v1/reports HTTP/1.1`, 'Host: x', 'Connection: close'])
      expect({ method, status: answer.status }).toEqual({ method, status: 405 })
      expect(answer.head).toContain('allow: get, head, post, put, delete, options')
    }
    expect((await exchange(port, ['CONNECT other.example:443 HTTP/1.1', 'Host: other.example:443'])).head).toBe('')
    expect(seen).toEqual([])
  })

  it('is not given for a plain path with unusual escapes, which is forwarded', async () => {
    const { origin, seen } = await upstream()
    const { port } = await gatewayTo(origin)
    for (const path of ['/api/v1/reports/%31', 'http://other.example/api/v1/reports/1', '/%61pi/v1/reports/1'])
      await exchange(port, [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close'])
    await exchange(port, ['GET /api/v1/reports?search="<u>#&x=../%0d%0a HTTP/1.1', 'Host: x', 'Connection: close'])
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/v1/reports/1',
      '/api/v1/reports/1',
      '/api/v1/reports/1',
      '/api/v1/reports?search=%22%3Cu%3E%23&x=../%0d%0a',
    ])
  })

  it('is a CORS preflight without credentials', async () => {
    const { origin, seen } = await upstream()
    const { api } = await gatewayTo(origin)
    const answer = await api('/api/v1/websites/1', {
      method: 'OPTIONS',
      headers: { Origin: 'https://tool.example', 'Access-Control-Request-Method': 'PUT' },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-methods')).toContain('PUT')
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
    expect(seen).toEqual([])
  })

  it('is 403 for unlocking with a password, which needs a cookie', async () => {
    const { origin, seen } = await upstream()
    const { api } = await gatewayTo(origin)
    const answer = await api('/api/v1/shared/websites/7/unlock', {
      method: 'POST',
      body: new URLSearchParams({ password: 'x' }),
    })
    expect(await answer.json()).toEqual(problem('not_available_here', expect.stringContaining('on the server itself')))
    expect(seen).toEqual([])
  })

  it('checks a page again through a share link, which needs no cookie', async () => {
    const { origin, seen } = await upstream()
    const { api } = await gatewayTo(origin)
    await api('/api/v1/shared/links/abc/check', { method: 'POST' })
    expect(seen).toHaveLength(1)
  })

  it('reports liveness and readiness independently of upstream', async () => {
    const { api } = await gatewayTo('http://127.0.0.1:9')
    expect(await (await api('/healthz')).json()).toEqual({ state: 'alive', status: 200 })
    expect(await (await api('/readyz')).json()).toEqual({ state: 'ready', status: 200 })
  })
})
