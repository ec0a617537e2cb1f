import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAsk } from './ask.ts'
import { check } from './check.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const askAt = (base: string) => createAsk({ base, key: 'k1', timeoutMs: 300 })
const wanted = { key: 'k1', write: true, page: null, timeoutMs: 300 }

describe('asking', () => {
  it('sends the key and what is accepted, a form as a form, and with DELETE no wish', async () => {
    const asked: string[] = []
    const base = await serve((request, response) => {
      const { accept, authorization, 'content-type': type } = request.headers
      asked.push([request.method, request.url, authorization, accept, type].join(' '))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    const ask = askAt(`${base}/seo`)
    await ask('GET', '/reports', { search: { per_page: 10 } })
    await ask('POST', '/reports', { form: { url: '' } })
    await ask('DELETE', '/reports/1', { key: null })
    expect(asked).toEqual([
      'GET /seo/api/v1/reports?per_page=10 Bearer k1 application/json ',
      'POST /seo/api/v1/reports Bearer k1 application/json application/x-www-form-urlencoded',
      'DELETE /seo/api/v1/reports/1  */* ',
    ])
  })

  it('reads no answer without end', async () => {
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
    const ask = createAsk({ base, key: 'k1', timeoutMs: 30_000 })
    expect(await ask('GET', '/reports')).toMatchObject({ ok: false, kind: 'too large' })
    expect(written).toBeLessThan(64)
  })

  it('waits no longer than it was told, and gives up on a server that keeps silent', async () => {
    const ask = askAt(await serve(() => {}))
    expect(await ask('GET', '/reports')).toMatchObject({ ok: false, kind: 'silent', why: 'nothing came within 0.3 s' })
    await ask('GET', '/reports')
    await expect(ask('GET', '/reports')).rejects.toThrow('kept silent 3 times')
  })

  it('follows no redirect with the key', async () => {
    let followed = false
    const other = await serve((_, response) => {
      followed = true
      response.end()
    })
    const ask = askAt(await serve((_, response) => response.writeHead(302, { location: other }).end()))
    expect(await ask('GET', '/reports')).toMatchObject({ ok: true, status: 302 })
    expect(followed).toBe(false)
  })

  it('says what broke, and asks once', async () => {
    let asked = 0
    const ask = askAt(
      await serve((request) => {
        asked += 1
        request.socket.resetAndDestroy()
      }),
    )
    expect(await ask('POST', '/reports', { form: { url: 'x' } })).toMatchObject({ ok: false, kind: 'cut' })
    expect(asked).toBe(1)
  })
})

describe('a server that is none', () => {
  it.each<[string, RequestListener, string]>([
    [
      'a website',
      (_, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hello</title>'),
      'a page (HTML) instead of JSON',
    ],
    ['a login', (_, response) => response.writeHead(302, { location: '/login' }).end(), 'a redirect to /login'],
    [
      'one that knows other keys',
      (_, response) =>
        response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Unauthenticated."}'),
      '401: Unauthenticated',
    ],
  ])('such as %s is told apart, and nothing is written there', async (_, listener, words) => {
    const methods: (string | undefined)[] = []
    const base = await serve((request, response) => {
      methods.push(request.method)
      listener(request, response)
    })
    expect(await check({ ...wanted, base })).toMatchObject({ stopped: expect.stringContaining(words), lines: [] })
    expect(methods).toEqual(['GET'])
  })

  it('such as nothing at all is told apart', async () => {
    expect(await check({ ...wanted, base: 'http://127.0.0.1:1' })).toMatchObject({
      stopped: expect.stringContaining('cannot be asked'),
    })
    expect(await check({ ...wanted, base: 'https://no-such-name.invalid' })).toMatchObject({
      stopped: expect.stringMatching(/its name (is not known|could not be looked up)/),
    })
  })
})
