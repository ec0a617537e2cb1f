import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { findWholeReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const page = (...links: string[]) =>
  `<!doctype html><html lang="en"><head><title>A page</title></head><body><h1>Hello</h1>${links
    .map((href) => `<a href="${href}">A link to ${href}</a>`)
    .join('')}</body></html>`
const missing = (_: unknown, response: ServerResponse) => response.writeHead(404).end()

describeEachEngine('the links of a crawl', ({ openStore }) => {
  async function startCrawl(pages: Parameters<typeof servePages>[0]) {
    const service = await testService(await openStore())
    const { host, url } = await servePages({ '/sitemap.xml': missing, '/robots.txt': missing, ...pages })
    service.allowHosts.add(host)
    const other = await servePages({
      '/there': page(),
      '/gone': missing,
      '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
      '/login': (_, response) => response.writeHead(403).end(),
    })
    service.allowHosts.add(other.host)
    service.runJobs({ retriesMs: [] })
    return { service, url, other: other.url }
  }

  it('are all checked when it ends, also those to files and other websites, and each target is asked once', async () => {
    const asked: string[] = []
    let toOther = ''
    const { service, url, other } = await startCrawl({
      '/': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            page(
              '/a',
              '/gone',
              '/loop',
              '/file.pdf',
              '/missing.pdf',
              `${toOther}/there`,
              `${toOther}/gone`,
              `${toOther}/loop`,
              `${toOther}/login`,
            ),
          ),
      '/a': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(page('/', '/gone', '/file.pdf', `${toOther}/gone`)),
      '/loop': (_, response) => response.writeHead(301, { location: '/loop' }).end(),
      '/file.pdf': ({ method }, response) => {
        asked.push(method ?? '')
        response.end('A file')
      },
    })
    toOther = other
    const { call, store } = service
    const { id } = (await call('POST /api/v1/jobs', { form: { crawl: `${url}/` } })).body.data
    const job = async () => (await call(`GET /api/v1/jobs/${id}`)).body.data
    await expect.poll(async () => (await job()).state).toBe('done')
    expect((await job()).results).toMatchObject({ pages: 4, unread: 1, not_indexable: 1 })
    expect(asked).toEqual(['HEAD'])
    const urls = await store.db.selectFrom('crawl_urls').select(['url', 'kind', 'status', 'inlinks']).execute()
    const found = Object.fromEntries(
      urls.map((row) => [row.url.replace(url, '').replace(other, 'other'), [row.kind, row.status, row.inlinks]]),
    )
    expect(found).toEqual({
      '/': ['page', 200, 1],
      '/a': ['page', 200, 1],
      '/gone': ['page', 404, 2],
      '/loop': ['page', 301, 1],
      '/file.pdf': ['file', 200, 2],
      '/missing.pdf': ['file', 404, 1],
      'other/there': ['external', 200, 1],
      'other/gone': ['external', 404, 2],
      'other/loop': ['external', 302, 1],
      'other/login': ['external', 403, 1],
    })
    const { figures } = (await call(`GET /api/v1/websites/1/crawls/${id}`)).body.data
    expect(figures.lists).toMatchObject({ broken: 3, broken_external: 2 })
    const listed = (await call(`GET /api/v1/websites/1/crawls/${id}/urls?list=broken_external`)).body.data
    expect(listed).toMatchObject([
      { url: `${other}/gone`, status: 404, inlinks: 2 },
      { url: `${other}/loop`, failure: 'redirect_loop', inlinks: 1 },
    ])
    const anchor = `A link to ${other}/gone`
    expect(listed[0].samples.map((sample: { url: string }) => sample.url).toSorted()).toEqual([`${url}/`, `${url}/a`])
    expect(listed[0].samples).toMatchObject([{ anchor }, { anchor }])
    const { id: first } = await store.db.selectFrom('reports').select('id').orderBy('id').executeTakeFirstOrThrow()
    const broken = (await findWholeReport(store.db, first, { kind: 'all' }))?.payload.evaluation.results[
      'broken-internal'
    ]
    expect(broken?.outcome).toBe('fail')
    expect(broken?.evidence.map((one) => one.url?.replace(url, '')).toSorted()).toEqual([
      '/gone',
      '/loop',
      '/missing.pdf',
    ])
    expect(await findFaults(store.db)).toEqual([])
  })

  it('are checked when files have URLs like those of pages, as a download or a missing one in plain text', async () => {
    const { service, url } = await startCrawl({
      '/': page('/download', '/gone-text', '/paper', '/loop'),
      '/download': (_, response) => response.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
      '/gone-text': (_, response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found'),
      '/paper': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
      '/loop': (_, response) => response.writeHead(302, { location: '/loop-b' }).end(),
      '/loop-b': (_, response) => response.writeHead(301, { location: '/loop' }).end(),
    })
    const { call, store } = service
    const { id } = (await call('POST /api/v1/jobs', { form: { crawl: `${url}/` } })).body.data
    const job = async () => (await call(`GET /api/v1/jobs/${id}`)).body.data
    await expect.poll(async () => (await job()).state).toBe('done')
    expect((await job()).results).toMatchObject({ pages: 2, unread: 1 })
    const seen = await store.db.selectFrom('crawl_urls').select(['url', 'kind', 'status', 'failure']).execute()
    expect(Object.fromEntries(seen.map(({ url: one, ...row }) => [new URL(one).pathname, row]))).toEqual({
      '/': { kind: 'page', status: 200, failure: null },
      '/download': { kind: 'file', status: 200, failure: null },
      '/gone-text': { kind: 'file', status: 404, failure: null },
      '/paper': { kind: 'file', status: 200, failure: null },
      '/loop': { kind: 'page', status: 302, failure: 'redirect_loop' },
    })
    const { results } = (await call('GET /api/v1/reports/1')).body.data
    expect(results['broken-internal']).toMatchObject({ outcome: 'fail', title: '2 of 4 internal links are broken' })
    expect(await findFaults(store.db)).toEqual([])
  })

  it('are known in the report of a redirect, which shows those of the page at its end', async () => {
    const { service, url } = await startCrawl({
      '/': page('/moved', '/a', '/gone'),
      '/moved': (_, response) => response.writeHead(301, { location: '/a' }).end(),
      '/a': page('/', '/gone', '/file.pdf'),
      '/file.pdf': (_, response) => response.end('A file'),
    })
    const { call } = service
    const { id } = (await call('POST /api/v1/jobs', { form: { crawl: `${url}/` } })).body.data
    await expect.poll(async () => (await call(`GET /api/v1/jobs/${id}`)).body.data.state).toBe('done')
    const rows = (await call(`GET /api/v1/jobs/${id}/urls`)).body.data as { url: string; report_id: number }[]
    const reportOf = async (path: string) => {
      const row = rows.find((one) => one.url === url + path)!
      return (await call(`GET /api/v1/reports/${row.report_id}`)).body.data.results['broken-internal']
    }
    const { title, evidence } = await reportOf('/moved')
    expect({ title, evidence }).toEqual({
      title: '1 of 3 internal links is broken',
      evidence: (await reportOf('/a')).evidence,
    })
    expect(JSON.stringify(evidence)).not.toContain('reach')
  })

  it('are broken if a server is unavailable, which is no refusal, and the page is tried once more later', async () => {
    const busy =
      (status: number, headers: Record<string, string> = {}) =>
      (_: unknown, response: ServerResponse) =>
        response.writeHead(status, headers).end()
    const { service, url } = await startCrawl({
      '/': page('/busy', '/moved', '/limited', '/error'),
      '/busy': busy(503, { 'retry-after': '120' }),
      '/moved': busy(301, { location: '/busy' }),
      '/limited': busy(429, { 'retry-after': '120' }),
      '/error': busy(500),
    })
    const { call, store } = service
    const { id } = (await call('POST /api/v1/jobs', { form: { crawl: `${url}/` } })).body.data
    const job = async (of: number) => (await call(`GET /api/v1/jobs/${of}`)).body.data
    await expect.poll(async () => (await job(id)).state).toBe('done')
    const { figures } = (await call(`GET /api/v1/websites/1/crawls/${id}`)).body.data
    expect(figures).toMatchObject({ unread: 1, states: { indexable: 1, blocked: 2, redirect: 1 } })
    const listed = async (list: string) => {
      const { data } = (await call(`GET /api/v1/websites/1/crawls/${id}/urls?list=${list}`)).body
      return (data as { url: string; status: number; failure: string | null; reason: string | null }[]).map(
        ({ url: one, status, failure, reason }) => [one.slice(url.length), status, failure, reason],
      )
    }
    const reason = 'the server returned 503, Retry-After 120'
    expect(await listed('broken')).toEqual([
      ['/busy', 503, null, reason],
      ['/error', 500, null, null],
      ['/moved', 301, null, reason],
    ])
    expect(await listed('unread')).toEqual([['/limited', 429, 'refused', 'the server refused our request']])
    const rows = (await call(`GET /api/v1/jobs/${id}/urls?state=failed`)).body.data
    const { message } = rows.find((row: { url: string }) => row.url === `${url}/busy`).error
    expect(message).toContain('503, Retry-After 120')
    expect(message).not.toMatch(/user agent/i)

    const later = await store.db
      .selectFrom('job_urls')
      .select(['url', 'run_after', 'failures'])
      .where('job_id', '>', id)
      .orderBy('line')
      .execute()
    expect(later.map((one) => one.url.slice(url.length))).toEqual(['/busy', '/moved', '/limited'])
    const { finished_at } = await job(id)
    for (const { run_after } of later)
      expect(Math.abs(Date.parse(run_after) - Date.parse(finished_at) - 120_000)).toBeLessThan(30_000)
    // Each is tried once.
    await store.db.updateTable('job_urls').set({ run_after: '' }).where('job_id', '>', id).execute()
    await expect.poll(async () => (await job(id + 1)).counts).toMatchObject({ failed: 3, queued: 0, running: 0 })
    expect(await findFaults(store.db)).toEqual([])
  })

  it('are asked again after failed pages were retried, if these have new ones', async () => {
    let isAway = true
    const { service, url } = await startCrawl({
      '/': page('/late', '/file.pdf'),
      '/late': (_, response) =>
        isAway
          ? response.writeHead(503).end()
          : response.writeHead(200, { 'content-type': 'text/html' }).end(page('/late.pdf')),
      '/file.pdf': (_, response) => response.end('A file'),
      '/late.pdf': (_, response) => response.end('A file'),
    })
    const { call, store } = service
    const { id } = (await call('POST /api/v1/jobs', { form: { crawl: `${url}/` } })).body.data
    const states = async () => {
      const crawl = await store.db.selectFrom('crawls').select('state').where('id', '=', id).executeTakeFirst()
      const { state, counts } = (await call(`GET /api/v1/jobs/${id}`)).body.data
      return [crawl?.state, state, counts.done]
    }
    await expect.poll(states).toEqual(['done', 'done', 1])
    isAway = false
    expect((await call(`POST /api/v1/jobs/${id}/retry`)).status).toBe(200)
    await expect.poll(states).toEqual(['done', 'done', 2])
    const files = store.db.selectFrom('crawl_urls').select(['url', 'checked', 'status']).where('kind', '=', 'file')
    expect(await files.orderBy('url').execute()).toEqual(
      ['/file.pdf', '/late.pdf'].map((path) => ({ url: url + path, checked: 1, status: 200 })),
    )
    expect(await findFaults(store.db)).toEqual([])
  })

  it('are completed with what is known when it is cancelled, and its job is cancelled at once', async () => {
    const { promise: isReached, resolve: reach } = Promise.withResolvers<void>()
    const { service, url } = await startCrawl({
      '/': page('/a', '/slow', '/file.pdf'),
      '/a': page('/'),
      // Never responds.
      '/slow': () => reach(),
      '/file.pdf': () => expect.unreachable('A cancelled crawl asks for nothing more.'),
    })
    const { call, store } = service
    const { id } = (await call('POST /api/v1/jobs', { form: { crawl: `${url}/` } })).body.data
    await isReached
    const pending = async () =>
      (await store.db.selectFrom('reports').select('id').where('pending_crawl_id', '=', id).execute()).length
    await expect.poll(pending).toBe(2)
    expect((await call(`POST /api/v1/jobs/${id}/cancel`)).body.data.state).toBe('cancelled')
    await expect.poll(pending).toBe(0)
    const state = async () => (await store.db.selectFrom('crawls').select('state').executeTakeFirst())?.state
    await expect.poll(state).toBe('cancelled')
    const file = store.db.selectFrom('crawl_urls').select(['failure', 'status']).where('kind', '=', 'file')
    expect(await file.executeTakeFirst()).toEqual({ failure: 'crawl_cancelled', status: null })
    expect(await findFaults(store.db)).toEqual([])
  })
})
