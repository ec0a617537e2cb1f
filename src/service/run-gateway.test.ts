import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { spawnService, startService } from '#testing/child-service.ts'
import { createFile } from '#testing/databases.ts'
import { type HostileServer, startHostileServer } from '#testing/hostile-server.ts'

// Each gateway runs in its own process.
vi.setConfig({ testTimeout: 60_000 })

let server: HostileServer | undefined
afterEach(() => server?.close())

describe('the program as a gateway', () => {
  it('names the upstream server, forwards keys to it, stores nothing, and stops in order', async () => {
    const { dataDir, remove } = await createFile()
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
    const { stdout, stderr, origin, child, exited } = await startService({
      SEO_REPORTS_UPSTREAM: `${server.origin}/seo/api/v1/`,
      SEO_REPORTS_ALLOW_HOSTS: server.host,
      SEO_REPORTS_DATA_DIR: folder,
      DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x',
    })
    expect(stdout()).toContain(`kept by ${server.origin}/seo,`)
    expect(stdout()).toContain('Sign in with a key of that server.')
    expect(stdout()).toContain('DATABASE_URL is set but not used')
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
      const { exited, stderr, stdout } = spawnService({ SEO_REPORTS_UPSTREAM: upstream })
      expect(await exited).toBe(1)
      expect(stderr()).toMatch(/^SEO_REPORTS_UPSTREAM .*must be [^\n]+\n$/)
      expect(stderr()).not.toMatch(/secret|\bat /)
      expect(stdout()).toBe('')
    }
    await Promise.all(starts.map(check))
  })
})
