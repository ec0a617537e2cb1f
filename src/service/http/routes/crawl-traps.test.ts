import { expect, it } from 'vitest'
import { servePages } from '#testing/servers/loopback.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const page = (...links: string[]) =>
  `<!doctype html><html lang="en"><head><title>A page</title></head><body><h1>Hello</h1>${links
    .map((href) => `<a href="${href}">${href}</a>`)
    .join(' ')}</body></html>`

describeEachEngine('a crawl', ({ openStore }) => {
  it('does not follow a path that repeats without end, and names it with the parameters it saw', async () => {
    const { call, allowHosts, runJobs, store } = await testService(await openStore())
    const { host, url } = await servePages({
      '/': page('/a/', '/?utm_source=x'),
      '/?utm_source=x': page(),
      '/a/': page('b/'),
      '/a/b/': page('a/'),
      '/a/b/a/': page('b/'),
      '/a/b/a/b/': page('a/'),
      '/a/b/a/b/a/': page('b/'),
    })
    allowHosts.add(host)
    runJobs()
    const { id } = (await call('POST /api/v1/jobs', { form: { crawl: `${url}/` } })).body.data
    await expect.poll(async () => (await call(`GET /api/v1/jobs/${id}`)).body.data.state).toBe('done')
    const rows = (await call(`GET /api/v1/jobs/${id}/urls`)).body.data as { url: string }[]
    expect(rows.map((row) => row.url.slice(url.length))).toEqual([
      '/',
      '/a/',
      '/?utm_source=x',
      '/a/b/',
      '/a/b/a/',
      '/a/b/a/b/',
    ])
    const [{ figures }] = (await call('GET /api/v1/websites/1/crawls')).body.data
    expect(figures).toMatchObject({
      traps: [{ kind: 'path', pattern: '/…/a/…/a/…', example: `${url}/a/b/a/b/a/`, urls: 1 }],
      parameters: [{ name: 'utm_source', urls: 1, ignorable: true }],
    })
    const skipped = store.db.selectFrom('crawl_urls').select('failure').where('kind', '=', 'skipped')
    expect(await skipped.execute()).toEqual([{ failure: 'path' }])
  })
})
