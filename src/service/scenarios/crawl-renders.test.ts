// @module-tag all
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRenderer } from '#service/renderer/renderer.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { renderingChromium as chromium } from '#testing/service/rendering.ts'
import { testService } from '#testing/service/service.ts'
import { openSqliteStore } from '#testing/store/databases.ts'

const links = (...paths: string[]) => paths.map((path) => `<a href="${path}">A link to ${path}</a>`).join(' ')
const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`
const adds = (html: string) => `<script>document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(html)})</script>`
const redirects = (path: string) => `<script>location.replace(${JSON.stringify(path)})</script>`

const pages = {
  '/': page('Start', links('/list', '/old', '/loop-a') + adds(links('/list', '/p/1'))),
  '/list': page('List', adds(links('/p/1', '/p/2', '/'))),
  '/p/1': page('One', links('/p/3')),
  '/p/2': page('Two', ''),
  '/p/3': page('Three', ''),
  '/old': page('Old', redirects('/new')),
  '/new': page('New', links('/')),
  '/loop-a': page('A', redirects('/loop-b')),
  '/loop-b': page('B', redirects('/loop-a')),
}

describe('a crawl that renders its pages', () => {
  async function start(served: Parameters<typeof servePages>[0]) {
    const { host, url } = await servePages({
      '/sitemap.xml': (_: IncomingMessage, response: ServerResponse) =>
        response.end(`<urlset>${['/', '/p/2'].map((path) => `<url><loc>${url}${path}</loc></url>`).join('')}</urlset>`),
      ...served,
    })
    const renderer = createRenderer({ chromium, withoutSandbox: false, allowHosts: new Set([host]) })
    onTestFinished(() => renderer.close())
    const service = await testService(await openSqliteStore(), { renderer })
    service.allowHosts.add(host)
    service.runJobs({ retriesMs: [] })
    const { call, store } = service
    const crawl = async (form: Record<string, string>) =>
      (await call('POST /api/v1/jobs', { form: { crawl: `${url}/`, ...form } })).body.data.id as number
    const job = async (id: number) => (await call(`GET /api/v1/jobs/${id}`)).body.data
    const isDone = (id: number) => expect.poll(async () => (await job(id)).state).toBe('done')
    const listed = async (id: number, list: string) => {
      const { body } = await call(`GET /api/v1/websites/1/crawls/${id}/urls?list=${list}&per_page=100`)
      return body.data.map((row: { url: string }) => row.url.replace(url, ''))
    }
    const pathsOf = async (structure: string) => {
      const { body } = await call(`GET /api/v1/reports?structure=${structure}&sort_by=url&sort=asc`)
      return body.data.map((row: { url: string }) => row.url.replace(url, ''))
    }
    return { call, store, url, crawl, job, isDone, listed, pathsOf }
  }

  it.skipIf(!chromium)(
    'follows the links and redirects of scripts, and lists the pages that only they lead to',
    async () => {
      const { call, store, url, crawl, job, isDone, listed, pathsOf } = await start(pages)
      const rendered = await crawl({ render: 'always' })
      await isDone(rendered)
      expect((await job(rendered)).results).toMatchObject({ pages: 8, rendered: 7, unread: 0 })
      expect(await listed(rendered, 'by_script')).toEqual(['/new', '/p/1', '/p/2'])
      expect(await listed(rendered, 'sitemap_only')).toEqual([])
      expect([await pathsOf('by_script'), await pathsOf('orphan')]).toEqual([['/new', '/p/1', '/p/2'], []])
      const { data } = (await call(`GET /api/v1/websites/1/crawls/${rendered}/urls?list=redirecting`)).body
      expect(data).toMatchObject([
        { url: `${url}/old`, status: 200, redirects_to: `${url}/new`, redirect_statuses: 'script', depth: 1 },
      ])
      const rows = await store.db.selectFrom('crawl_urls').select(['url', 'depth', 'inlinks']).execute()
      const places = Object.fromEntries(rows.map((row) => [row.url.replace(url, ''), [row.depth, row.inlinks]]))
      expect(places).toMatchObject({ '/new': [1, 0], '/p/1': [1, 2], '/p/2': [2, 1], '/p/3': [2, 1], '/list': [1, 1] })
      const { text } = await call('GET /api/v1/websites/1/links.csv')
      const fromStart = text
        .replaceAll(url, '')
        .split('\r\n')
        .filter((line) => line.startsWith('/,'))
      expect(fromStart.map((line) => [line.split(',')[1], line.split(',').at(-1)])).toEqual([
        ['/list', 'no'],
        ['/old', 'no'],
        ['/loop-a', 'no'],
        ['/list', 'no'],
        ['/p/1', 'yes'],
      ])
      expect(await findFaults(store.db)).toEqual([])

      const raw = await crawl({ render: 'never' })
      await isDone(raw)
      expect((await job(raw)).results).toMatchObject({ pages: 5, rendered: 0 })
      expect([await listed(raw, 'by_script'), await listed(raw, 'redirecting')]).toEqual([[], []])
      expect([await pathsOf('by_script'), await pathsOf('sitemap_only')]).toEqual([[], ['/p/2']])
      expect(await findFaults(store.db)).toEqual([])
    },
  )

  it.skipIf(!chromium)('stops rendering when it is cancelled, and stores no report of that page', async () => {
    const { promise: isReached, resolve: reach } = Promise.withResolvers<void>()
    const { call, store, crawl } = await start({
      '/': page('Start', links('/slow')),
      '/slow': page('Slow', '<script src="/never.js"></script>'),
      // Never responds.
      '/never.js': () => reach(),
    })
    const id = await crawl({ render: 'always' })
    await isReached
    expect((await call(`POST /api/v1/jobs/${id}/cancel`)).body.data.state).toBe('cancelled')
    const state = async () => (await store.db.selectFrom('crawls').select('state').executeTakeFirst())?.state
    await expect.poll(state).toBe('cancelled')
    const reports = await store.db.selectFrom('reports').select(['engine', 'pending_crawl_id']).execute()
    expect(reports).toEqual([{ engine: 'rendered', pending_crawl_id: null }])
    expect(await findFaults(store.db)).toEqual([])
  })
})
