import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { findFaults } from '#service/store/verify/verify.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const page = (...links: string[]) =>
  `<!doctype html><html lang="en"><head><title>A page</title></head><body><h1>Hello</h1>${links
    .map((href) => `<a href="${href}">A link to ${href}</a>`)
    .join('')}</body></html>`
const missing = (_: unknown, response: ServerResponse) => response.writeHead(404).end()

describeEachEngine('a crawl', ({ openStore }) => {
  it('requests no page that robots.txt has forbidden since it was found', async () => {
    const service = await testService(await openStore())
    const now = performance.now.bind(performance)
    let passedMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs)
    onTestFinished(() => clock.mockRestore())
    let rules = ''
    const requested: string[] = []
    const { host, url } = await servePages({
      '/sitemap.xml': missing,
      '/robots.txt': (_, response) => response.end(rules),
      '/': page('/a', '/private'),
      '/a': ({ url: path }, response) => {
        requested.push(path ?? '')
        response.writeHead(200, { 'content-type': 'text/html' }).end(page('/private'))
      },
      '/private': ({ url: path }, response) => {
        requested.push(path ?? '')
        response.writeHead(200, { 'content-type': 'text/html' }).end(page())
      },
    })
    service.allowHosts.add(host)
    const { call, store } = service
    const { id } = (await call('POST /api/v1/jobs', { form: { crawl: `${url}/` } })).body.data
    const first = service.runJobs({ retriesMs: [] })
    const waiting = store.db.selectFrom('job_urls').select('url').where('job_id', '=', id).where('depth', '=', 1)
    await expect.poll(async () => (await waiting.execute()).length, { interval: 1 }).toBe(2)
    await first.close()
    rules = 'User-agent: *\nDisallow: /private\n'
    passedMs = 11 * 60_000
    requested.length = 0
    service.runJobs({ retriesMs: [] })
    const job = async () => (await call(`GET /api/v1/jobs/${id}`)).body.data
    await expect.poll(async () => (await job()).state).toBe('done')
    expect(requested).not.toContain('/private')
    const row = store.db.selectFrom('crawl_urls').select(['kind', 'failure', 'robots_line', 'robots_rule'])
    expect(await row.where('url', '=', `${url}/private`).executeTakeFirst()).toEqual({
      kind: 'blocked',
      failure: 'robots',
      robots_line: 2,
      robots_rule: 'Disallow: /private',
    })
    expect(await findFaults(store.db)).toEqual([])
  })
})
