import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { canonicalElsewhere, texts } from '#analyser/checks/canonical-elsewhere.ts'
import type { CheckResult } from '#contract/reports/analysis.ts'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import { failures } from '#service/fetcher/failures.ts'
import { defaultFetchLimits } from '#service/fetcher/limits.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { serve, servePages } from '#testing/servers/loopback.ts'
import { sqliteService } from '#testing/service/service.ts'

const page =
  (canonical: string, body = '') =>
  (_: unknown, response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><html lang="en"><head><title>A page</title><link rel="canonical" href="${canonical}"></head>` +
          `<body><h1>Hello</h1><p>All about lamps</p>${body}</body></html>`,
      )

type Report = { score: number; indexability: string; results: Record<string, CheckResult> }

/** Analyses a page that names a canonical URL. */
async function analysed(canonical: string, reachable: string[] = []): Promise<Report> {
  const { call, allowHosts } = await sqliteService()
  const { host, url } = await servePages({ '/': page(canonical) })
  for (const one of [host, ...reachable]) allowHosts.add(one)
  const { status, body } = await call('POST /api/v1/reports', { form: { url: `${url}/` } })
  expect(status).toBe(201)
  return body.data
}

/** Returns what a report says of the canonical URL: the title, or the note behind that of another host. */
function saidBy({ results }: Report): string | null | undefined {
  const { outcome, title, fault, evidence } = results['canonical-elsewhere']!
  expect(outcome).toBe('fail')
  return fault === 'host' ? evidence[0]?.note : title
}

it.each(['/robots.txt', '/lamps'])(
  'a report doesn’t wait for a canonical URL on a host that takes 20 seconds for %s, and says that it can’t be read',
  { tags: 'all' },
  async (slow) => {
    const cut: string[] = []
    const { host, url } = await serve(({ url: path = '' }, response) => {
      if (path !== slow) return void response.writeHead(404).end()
      const answer = setTimeout(() => response.end('At last'), 20_000)
      response.on('close', () => {
        if (!response.writableEnded) cut.push(path)
        clearTimeout(answer)
      })
    })
    const report = await analysed(`${url}/lamps`, [host])
    const why = slow === '/lamps' ? failures.timeout(defaultFetchLimits.probeMs) : failures.robots_unavailable(host)
    expect(saidBy(report)).toBe(texts.unreadable(why.clause))
    expect(report.indexability).toBe('blocked')
    expect(report.score).toBeLessThan(50)
    expect(cut).toEqual([slow])
  },
)

it.each([
  'http://127.0.0.1',
  'http://127.0.0.1.',
  'http://0.0.0.0',
  'http://localhost',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://10.0.0.1',
  'http://169.254.169.254',
  'http://router',
])('a canonical URL at our own or a private address is told and not requested: %s', async (origin) => {
  const requests: string[] = []
  const { host } = await serve(({ url = '' }, response) => {
    requests.push(url)
    response.end('Internal')
  })
  const report = await analysed(`${origin}:${host.split(':')[1]}/lamps`)
  expect(saidBy(report)).toBe(texts.unreadable(failures.unreachable.clause))
  expect(report.indexability).toBe('blocked')
  expect(requests).toEqual([])
})

it(
  'a crawl of 500 pages that name 500 hosts ends, requests each page once, and each says why',
  { tags: 'all' },
  async () => {
    const paths = Array.from({ length: 500 }, (_, at) => `/${at}`)
    const requested: string[] = []
    const pages = paths.map((path, at) => {
      const links = at === 0 ? paths.map((to) => `<a href="${to}">Page ${to}</a>`).join('') : ''
      const shown = page(`http://shop-${at}.invalid/lamps`, links)
      return [
        path,
        (request: IncomingMessage, response: ServerResponse) => {
          requested.push(path)
          shown(request, response)
        },
      ] as const
    })
    const { host, url } = await servePages(Object.fromEntries(pages))
    const hostPaces = new Map([[host, { perSecond: 1_000, maxConcurrent: 20 }]])
    const { call, store, allowHosts, runJobs } = await sqliteService({ hostPaces })
    allowHosts.add(host)
    runJobs()
    const { id } = (await call('POST /api/v1/jobs', { form: { crawl: `${url}/0`, max_pages: '600' } })).body.data
    const state = async () => (await call(`GET /api/v1/jobs/${id}`)).body.data.state
    await expect.poll(state, { interval: 500 }).toBe('done')
    expect(requested.toSorted()).toEqual(paths.toSorted())
    const { data } = (await call('GET /api/v1/websites/1/issues')).body
    expect(data.find(({ check }: WebsiteIssue) => check === 'canonical-elsewhere')).toMatchObject({
      pages: paths.length,
      problem: canonicalElsewhere.faults?.['host'],
    })
    // Without any network, nothing tells whether the domains exist.
    const notFound = [failures.dns, failures.unreachable].map(({ clause }) => texts.unreadable(clause))
    const reports = await store.db.selectFrom('reports').select('id').execute()
    expect(reports).toHaveLength(paths.length)
    for (const report of reports) {
      const { body } = await call(`GET /api/v1/reports/${report.id}`)
      expect(notFound).toContain(saidBy(body.data))
    }
    expect(await findFaults(store.db)).toEqual([])
  },
)
