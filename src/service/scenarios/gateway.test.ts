import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { upstreamSignInHint } from '#service/start.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { type HostileServer, startHostileServer } from '#testing/servers/hostile-server.ts'
import { spawnChildService, startChildService } from '#testing/service/child-service.ts'
import { gatewayTo } from '#testing/service/gateway.ts'
import { sqliteService } from '#testing/service/service.ts'
import { createDataFolder } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

// Some gateways run in a process of their own.

async function beforeOurs() {
  const service = await sqliteService({ publicUrl: null })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const webRoot = mkdtempSync(join(tmpdir(), 'seo-reports-web-'))
  onTestFinished(() => rmSync(webRoot, { recursive: true }))
  mkdirSync(join(webRoot, 'assets'))
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><html><head><title>x</title></head><body></body></html>')
  writeFileSync(join(webRoot, 'assets', 'a-1.js'), 'export {}')
  const gateway = await gatewayTo(`http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`, { webRoot })
  const api = async (path: string, init: RequestInit = {}) => {
    const answer = await gateway.api(path, {
      ...init,
      headers: { authorization: `Bearer ${service.key}`, ...init.headers },
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
  }
  return { ...gateway, api, page: gateway.api, store: service.store, key: service.key }
}

describe('our own service as upstream of the gateway', () => {
  it('keeps all its features, extensions included', async () => {
    const { api, store } = await beforeOurs()
    const { id, website_id } = await createReport(store.db, newReport())
    expect((await api('/api/v1')).body).toMatchObject({ service: 'SEO Reports', key: { role: 'full' } })
    expect((await api('/api/v1/reports')).body.data).toMatchObject([{ id }])
    const { headers } = await api(`/api/v1/websites/${website_id}`)
    const put = (tag: string) =>
      api(`/api/v1/websites/${website_id}`, {
        method: 'PUT',
        headers: { 'if-match': tag },
        body: new URLSearchParams({ privacy: '0' }),
      })
    const tag = headers.get('etag') ?? ''
    expect([(await put(tag)).status, (await put(tag)).status]).toEqual([200, 412])
    const view = await api('/api/v1/views', {
      method: 'POST',
      body: new URLSearchParams({ name: 'Bad ones', list: 'reports', query: 'result=bad' }),
    })
    expect(view.status).toBe(201)
    expect(
      (await api(`/api/v1/bulk/reports/delete`, { method: 'POST', body: new URLSearchParams({ ids: String(id) }) }))
        .status,
    ).toBe(200)
    expect((await api(`/api/v1/reports/${id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await api('/api/v1/reports', { headers: { authorization: 'Bearer wrong' } })).body).toMatchObject({
      code: 'unauthenticated',
      status: 401,
    })
  })
})

describe('the dashboard of the gateway', () => {
  it('is the same page at every path, without a preview of upstream data', async () => {
    const { api, page, store } = await beforeOurs()
    const { id, website_id } = await createReport(store.db, newReport({ title: 'Not in the page' }))
    expect(
      (await api(`/api/v1/websites/${website_id}`, { method: 'PUT', body: new URLSearchParams({ privacy: '0' }) }))
        .status,
    ).toBe(200)
    for (const path of [`/reports/${id}`, '/s/some-token', '/previews/reports/1.png', '/reports']) {
      const answer = await page(path, { headers: { accept: 'text/html' } })
      const html = await answer.text()
      expect([answer.status, /<title>(.*)<\/title>/.exec(html)?.[1]]).toEqual([
        200,
        path === '/reports' ? 'Reports · SEO Reports' : expect.stringMatching(/^(Report · )?SEO Reports$/),
      ])
      expect(html).not.toMatch(/Not in the page|og:/)
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    expect((await page('/assets/a-1.js')).headers.get('content-type')).toContain('javascript')
    expect((await page('/assets/a-2.js')).status).toBe(404)
  })
})

let server: HostileServer | undefined
afterEach(() => server?.close())

describe('the program as a gateway', () => {
  it('names the upstream server, forwards keys to it, stores nothing, and stops in order', async () => {
    const { dataDir, remove } = await createDataFolder()
    onTestFinished(remove)
    const folder = join(dataDir, 'data')
    const keys: unknown[] = []
    const received = Promise.withResolvers<void>()
    const given = Promise.withResolvers<void>()
    server = await startHostileServer(async (request, response) => {
      keys.push(request.headers.authorization)
      received.resolve()
      await given.promise
      response.setHeader('Content-Type', 'application/json').end('{"data":[]}')
    })
    const { stdout, stderr, origin, child, exited } = await startChildService({
      SEO_REPORTS_UPSTREAM: `${server.origin}/seo/api/v1/`,
      SEO_REPORTS_ALLOW_HOSTS: server.host,
      SEO_REPORTS_DATA_DIR: folder,
      DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x',
    })
    expect(stdout()).toContain(`Proxying API requests to ${server.origin}/seo.`)
    expect(stdout()).toContain(upstreamSignInHint)
    expect(stdout()).toContain('Ignoring DATABASE_URL')
    expect(stdout()).not.toMatch(/token|secret/)
    const running = fetch(`${origin}/api/v1/reports`, { headers: { authorization: 'Bearer theirs' } })
    await received.promise
    child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(503)
    given.resolve()
    expect(await (await running).json()).toEqual({ data: [] })
    expect(await exited).toBe(0)
    expect(keys).toEqual(['Bearer theirs'])
    expect(stderr()).toBe('')
    expect(existsSync(folder)).toBe(false)
  })

  it('does not start when the upstream server is blocked', async () => {
    const starts = [
      'http://seo.example.com',
      'https://127.0.0.1',
      'https://me:secret@seo.example.com',
      'seo.example.com',
    ]
    const check = async (upstream: string) => {
      const { exited, stderr, stdout } = spawnChildService({ SEO_REPORTS_UPSTREAM: upstream })
      expect(await exited).toBe(1)
      expect(stderr()).toMatch(/^SEO_REPORTS_UPSTREAM .*must be [^\n]+\n$/)
      expect(stderr()).not.toMatch(/secret|\bat /)
      expect(stdout()).toBe('')
    }
    await Promise.all(starts.map(check))
  })
})
