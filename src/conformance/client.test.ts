import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkServer } from './check-server.ts'
import { createClient, UnusableError } from './client.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const clientAt = (base: string) => createClient({ base, key: 'k1', timeoutMs: 300 })
const options = { key: 'k1', write: true, page: null, timeoutMs: 300 }

describe('a request', () => {
  it('sends the key, the accepted type and a form, and no accepted type with DELETE', async () => {
    const requests: string[] = []
    const base = await serve((request, response) => {
      const { accept, authorization, 'content-type': type } = request.headers
      requests.push([request.method, request.url, authorization, accept, type].join(' '))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    const send = clientAt(`${base}/seo`)
    await send('GET', '/reports', { search: { per_page: 10 } })
    await send('POST', '/reports', { form: { url: '' } })
    await send('DELETE', '/reports/1', { key: null })
    expect(requests).toEqual([
      'GET /seo/api/v1/reports?per_page=10 Bearer k1 application/json ',
      'POST /seo/api/v1/reports Bearer k1 application/json application/x-www-form-urlencoded',
      'DELETE /seo/api/v1/reports/1  */* ',
    ])
  })

  it('stops reading an endless response', async () => {
    let written = 0
    const base = await serve((_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, 32)
      const write = () => {
        while (!response.destroyed && response.write(chunk)) written += 1
        written += 1
      }
      response.on('drain', write)
      write()
    })
    const send = createClient({ base, key: 'k1', timeoutMs: 30_000 })
    await expect(send('GET', '/reports')).rejects.toThrow('the response is larger than 32 MB')
    expect(written).toBeLessThan(64)
  })

  it('times out, and fails for good after three timeouts', async () => {
    const send = clientAt(await serve(() => {}))
    await expect(send('GET', '/reports')).rejects.toThrow("No response: it didn't respond within 0.3 s.")
    await expect(send('GET', '/reports')).rejects.toBeInstanceOf(UnusableError)
    await expect(send('GET', '/reports')).rejects.toThrow('3 requests in a row timed out')
  })

  it('does not follow redirects with the key', async () => {
    let followed = false
    const other = await serve((_, response) => {
      followed = true
      response.end()
    })
    const send = clientAt(await serve((_, response) => response.writeHead(302, { location: other }).end()))
    expect(await send('GET', '/reports')).toMatchObject({ status: 302 })
    expect(followed).toBe(false)
  })

  it('is not retried after a broken connection', async () => {
    let requests = 0
    const send = clientAt(
      await serve((request) => {
        requests += 1
        request.socket.resetAndDestroy()
      }),
    )
    await expect(send('POST', '/reports', { form: { url: 'x' } })).rejects.toThrow(
      'No response: the connection closed before the response was complete.',
    )
    expect(requests).toBe(1)
  })
})

describe('an unusable server', () => {
  it.each<[string, RequestListener, string]>([
    [
      'a website',
      (_, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hello</title>'),
      'HTML instead of JSON',
    ],
    ['a login', (_, response) => response.writeHead(302, { location: '/login' }).end(), 'a redirect to /login'],
    [
      'one with other keys',
      (_, response) =>
        response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Unauthenticated."}'),
      '401: Unauthenticated',
    ],
  ])('such as %s is recognised, and nothing is written there', async (_, listener, words) => {
    const methods: (string | undefined)[] = []
    const base = await serve((request, response) => {
      methods.push(request.method)
      listener(request, response)
    })
    expect(await checkServer({ ...options, base })).toMatchObject({
      stopped: expect.stringContaining(words),
      lines: [],
    })
    expect(methods).toEqual(['GET'])
  })

  it('is recognised when nothing responds', async () => {
    expect(await checkServer({ ...options, base: 'http://127.0.0.1:1' })).toMatchObject({
      stopped: expect.stringContaining("Can't reach the server"),
    })
    expect(await checkServer({ ...options, base: 'https://no-such-name.invalid' })).toMatchObject({
      stopped: expect.stringMatching(/its domain (doesn't exist|couldn't be looked up)/),
    })
  })
})
