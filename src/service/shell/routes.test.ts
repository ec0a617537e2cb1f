import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exchange } from '#testing/servers/loopback.ts'
import { createOneOfEach, keyName } from '#testing/service/one-of-each.ts'
import { problem, sqliteService } from '#testing/service/service.ts'
import { notBuilt } from './routes.ts'

const index =
  '<!doctype html><html lang="en"><head><title>x</title><script type="module" src="/assets/a-1.js"></script></head><body></body></html>'
const script = 'console.log("hello")\n'.repeat(100)

async function withBuild(preloads: object = {}) {
  const dist = mkdtempSync(join(tmpdir(), 'seo-reports-web-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  const webRoot = join(dist, 'web')
  mkdirSync(join(webRoot, 'assets'), { recursive: true })
  writeFileSync(join(webRoot, 'index.html'), index)
  writeFileSync(join(webRoot, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(webRoot, 'assets', 'a-1.js'), script)
  writeFileSync(join(webRoot, 'assets', 'a-1.js.br'), brotliCompressSync(script))
  writeFileSync(join(webRoot, 'assets', 'a-1.js.gz'), gzipSync(script))
  writeFileSync(join(dist, 'preloads.json'), JSON.stringify(preloads))
  return { ...(await sqliteService({ webRoot })), webRoot }
}

const html = { key: null, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

describe('the shell', () => {
  it('is served at every path of the dashboard, known or not, with the title of the path', async () => {
    const { call } = await withBuild()
    const title = async (path: `/${string}`) => /<title>(.*)<\/title>/.exec((await call(`GET ${path}`, html)).text)?.[1]
    expect(await title('/')).toBe('Overview · SEO Reports')
    expect(await title('/reports?result=bad')).toBe('Reports · SEO Reports')
    expect(await title('/reports/482')).toBe('Report · SEO Reports')
    expect(await title('/websites/7/privacy')).toBe('Privacy · SEO Reports')
    expect(
      await Promise.all(
        (['/settings/sharing?website_id=7', '/settings/keys', '/settings/activity'] as const).map(title),
      ),
    ).toEqual(['Share links', 'API keys', 'Activity'].map((name) => `${name} · SEO Reports`))
    expect(await title('/no/such/page')).toBe('SEO Reports')
    expect((await call('GET /reports', { key: null })).status).toBe(200)
    expect((await call('GET /reports', { key: null, headers: { accept: 'image/png' } })).status).toBe(404)
  })

  it('describes shared pages without the names of the people who made them', async () => {
    const service = await withBuild()
    const { token } = await createOneOfEach(service)
    await service.call('PUT /api/v1/websites/1', { form: { privacy: '0' } })
    for (const path of ['/reports/3', '/websites/1', `/s/${token}`, '/checks'] as const) {
      const { text } = await service.call(`GET ${path}`, html)
      expect(text).toContain('<title>')
      expect({ path, names: text.includes(keyName) }).toEqual({ path, names: false })
    }
    // The link would show its maker to a colleague.
    expect((await service.call('GET /api/v1/links')).text).toContain(keyName)
  })

  it.each(['/api', '/api/v1/nothing', '//api/v1/reports', '/api%2Fv1', '/API/v1'])(
    'is not served at %s',
    async (path) => {
      const { call } = await withBuild()
      expect(await call(`GET ${path}`, html)).toMatchObject({
        status: 404,
        body: problem('not_found', 'Resource not found.'),
      })
    },
  )

  it.each(['/reports/%E0%A4%A', '/reports/%', '/%zz?search=%'])(
    'is served to browsers at the malformed URL %s',
    async (path) => {
      const { app } = await withBuild()
      await app.listen({ port: 0, host: '127.0.0.1' })
      const get = (accept: string) =>
        exchange((app.server.address() as AddressInfo).port, [
          `GET ${path} HTTP/1.1`,
          'Host: x',
          `Accept: ${accept}`,
          'Connection: close',
        ])
      const page = await get('text/html,*/*;q=0.8')
      expect(page).toMatchObject({ status: 200, body: expect.stringContaining('a-1.js') })
      expect(page.head).toContain("script-src 'self'")
      expect(await get('application/json')).toMatchObject({
        status: 404,
        body: expect.stringContaining('"code":"not_found"'),
      })
    },
  )

  it.each(['/api/v1/reports/%E0%A4%A', '/api/%', '/API/v1/%zz'])(
    'is not served at the malformed API URL %s',
    async (path) => {
      const { call } = await withBuild()
      expect(await call(`GET ${path}` as `GET /${string}`, html)).toMatchObject({
        status: 404,
        body: problem('not_found', 'Resource not found.'),
      })
    },
  )

  it('is served at a path that only starts like the API', async () => {
    const { call } = await withBuild()
    expect((await call('GET /apiary', html)).headers['content-security-policy']).toContain("script-src 'self'")
  })

  it('is revalidated each time', async () => {
    const { call } = await withBuild()
    const { headers } = await call('GET /reports', html)
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
    const again = await call('GET /reports', { ...html, headers: { 'if-none-match': String(headers['etag']) } })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(
      (await call('GET /websites', { ...html, headers: { 'if-none-match': String(headers['etag']) } })).status,
    ).toBe(200)
  })

  it('preloads the files that the page of its path needs', async () => {
    const { call } = await withBuild({
      pages: { reports: ['/assets/list-2.js', '/assets/list-3.css'], report: ['/assets/report-4.js'] },
    })
    expect((await call('GET /reports', html)).text).toContain(
      '<link rel="modulepreload" fetchpriority="low" href="/assets/list-2.js"></head>',
    )
    expect((await call('GET /reports', html)).text).toContain(
      '<link rel="stylesheet" href="/assets/list-3.css"></body>',
    )
    const report = (await call('GET /reports/5', html)).text
    expect(report).toContain('href="/assets/report-4.js"')
    expect(report).not.toContain('list-2')
  })

  it('has a policy that blocks scripts, frames and connections of other origins', async () => {
    const { call } = await withBuild()
    const { headers } = await call('GET /reports', html)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('allows its inline script and style by their hashes, and no others', async () => {
    const { call, webRoot } = await withBuild()
    const write = (text: string, at: number) => {
      writeFileSync(
        join(webRoot, 'index.html'),
        index.replace('</head>', `<script>${text}</script><style>p{}\n</style></head>`),
      )
      utimesSync(join(webRoot, 'index.html'), at, at)
    }
    const sha = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`
    const policy = async () => String((await call('GET /reports', html)).headers['content-security-policy'])
    write('a()', 2_000_000_000)
    expect(await policy()).toContain(`script-src 'self' ${sha('a()')};style-src 'self' ${sha('p{}\n')};`)
    write('b()', 2_000_000_001)
    expect(await policy()).toContain(`script-src 'self' ${sha('b()')};`)
  })

  it('is read again after a new build', async () => {
    const { call, webRoot } = await withBuild()
    expect((await call('GET /reports', html)).text).toContain('a-1.js')
    writeFileSync(join(webRoot, 'index.html'), index.replace('a-1.js', 'a-2.js'))
    utimesSync(join(webRoot, 'index.html'), 2_000_000_000, 2_000_000_000)
    expect((await call('GET /reports', html)).text).toContain('a-2.js')
  })

  it('names the command to run when the dashboard is not built', async () => {
    const { call } = await sqliteService()
    expect(await call('GET /reports', html)).toMatchObject({
      status: 503,
      body: { message: notBuilt },
    })
  })
})

describe('assets', () => {
  it('are served as compressed by the build and cached forever', async () => {
    const { call } = await withBuild()
    const get = (accept: string) => call('GET /assets/a-1.js', { key: null, headers: { 'accept-encoding': accept } })
    expect((await get('gzip, deflate, br')).headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await get('gzip')).headers['content-encoding']).toBe('gzip')
    const plain = await get('identity')
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.text).toBe(script)
    expect(plain.headers['content-type']).toMatch(/javascript/)
    expect((await call('GET /icon.svg', { key: null })).headers['content-type']).toMatch(/svg/)
  })

  it.each([
    '/assets/none-1.js',
    '/assets/',
    '/assets/..%2Findex.html',
    '/assets/../index.html',
    '/assets/a-1.js.br',
    '/assets/%2e%2e/%2e%2e/preloads.json',
    '/assets//a-1.js',
  ])('return 404 and not the shell at %s', async (path) => {
    const { app } = await withBuild()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await exchange((app.server.address() as AddressInfo).port, [
      `GET ${path} HTTP/1.1`,
      'Host: x',
      'Accept: text/html',
      'Connection: close',
    ])
    expect(answer).toMatchObject({ status: 404, body: expect.stringContaining('"code":"not_found"') })
  })
})
