import { expect, it } from 'vitest'
import type { JobUrl } from '#contract/job.ts'
import { findFaults } from '#service/store/verify.ts'
import { describeEachEngine } from '#testing/databases.ts'
import { servePages } from '#testing/http.ts'
import { type TestService, testService } from '#testing/service.ts'

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body><h1>Hello</h1>${body}</body></html>`
const link = (href: string, rel = '') => `<a href="${href}" rel="${rel}">${href}</a>`

/** Crawls a website from its start, and returns the job and its URLs without their origin. */
async function crawl(service: TestService, pages: Parameters<typeof servePages>[0], form: Record<string, string> = {}) {
  const { call, allowHosts, runJobs } = service
  const { host, url } = await servePages({
    ...pages,
    '/sitemap.xml': (_, response) =>
      response.end(
        `<urlset>${['/', '/orphan', '/private/orphan'].map((path) => `<url><loc>${url}${path}</loc></url>`).join('')}</urlset>`,
      ),
  })
  allowHosts.add(host)
  const { status, body } = await call('POST /api/v1/jobs', { form: { crawl: `${url}/`, ...form } })
  expect(status).toBe(202)
  // Pages that wait for their next try come after new ones.
  runJobs({ retriesMs: [0] })
  await expect
    .poll(async () => (await call(`GET /api/v1/jobs/${body.data.id}`)).body.data.state, { timeout: 20_000 })
    .toBe('done')
  const job = (await call(`GET /api/v1/jobs/${body.data.id}`)).body.data
  const rows = (await call(`GET /api/v1/jobs/${body.data.id}/urls?per_page=100`)).body.data as JobUrl[]
  return { job, urls: rows.map((row) => ({ ...row, url: row.url.slice(url.length) })) }
}

const website = {
  '/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  '/': page(
    link('/a') +
      link('/b#part') +
      link('/b') +
      link('/private/x') +
      link('/unfollowed', 'external nofollow') +
      link('/file.pdf') +
      link('https://other.example/') +
      link('mailto:a@example.com'),
  ),
  '/a': page(link('/') + link('/a/deep')),
  '/a/deep': page(link('/a/deeper')),
  '/a/deeper': page(''),
  '/b': page(link('/from-nofollow'), '<meta name="robots" content="nofollow">') + link('/hidden'),
  '/orphan': page(link('/copy')),
  '/copy': page(link('/of-copy'), '<link rel="canonical" href="/original">'),
  '/original': page(''),
}

describeEachEngine('a crawl', ({ openStore }) => {
  it('reads a robots.txt again that did not answer', async () => {
    let requests = 0
    const { urls } = await crawl(await testService(await openStore()), {
      '/': page(link('/a')),
      '/a': page(''),
      // The first report requests the file too, twice.
      '/robots.txt': (request, response) => {
        requests += 1
        if (requests <= 3) request.socket.destroy()
        else response.end('User-agent: *\nDisallow: /private/\n')
      },
    })
    expect(urls.map(({ url }) => url)).toEqual(['/', '/a', '/orphan'])
  })

  it('follows the links that robots.txt, nofollow and canonical allow, and finds click depth and orphans', async () => {
    const service = await testService(await openStore())
    const { job, urls } = await crawl(service, website)
    expect(urls.map(({ url, depth, orphan }) => [url, depth, orphan])).toEqual([
      ['/', 0, false],
      ['/a', 1, false],
      ['/b', 1, false],
      ['/a/deep', 2, false],
      ['/a/deeper', 3, false],
      ['/orphan', null, true],
      ['/copy', null, false],
      ['/original', null, false],
    ])
    expect(job).toMatchObject({
      kind: 'crawl',
      counts: { total: 8, done: 8 },
      crawl: { max_pages: 500, max_depth: null, include: [], exclude: [] },
    })
    expect(urls.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect((await service.call('GET /api/v1/reports')).body.meta.total).toBe(8)
    expect(await findFaults(service.store.db)).toEqual([])
  }, 60_000)

  it.each<[string, Record<string, string>, string[]]>([
    ['a number of pages', { max_pages: '3' }, ['/', '/a', '/b']],
    ['a depth', { max_depth: '1' }, ['/', '/a', '/b']],
    ['all but some paths', { exclude: '/a/*\n/orphan' }, ['/', '/a', '/b']],
    ['some paths', { include: '/a*' }, ['/', '/a', '/a/deep', '/a/deeper']],
  ])('keeps to %s', async (_, form, expected) => {
    const { urls } = await crawl(await testService(await openStore()), website, form)
    expect(urls.map(({ url }) => url)).toEqual(expected)
  })

  it.each([
    ['no limit', {}],
    ['a limit', { max_depth: '3' }],
  ])(
    'corrects the click depth of pages that were found by a longer way first, with %s of depth',
    async (_, form) => {
      const { urls } = await crawl(await testService(await openStore()), websiteWithBusyPage(), form)
      expect(Object.fromEntries(urls.map(({ url, depth }) => [url, depth]))).toMatchObject({
        '/': 0,
        '/busy': 1,
        '/a': 1,
        '/a/b': 2,
        '/target': 2,
        '/target/child': 3,
      })
    },
    60_000,
  )
})

/** The page that leads to `/target` directly is out of order until the longer way to it was followed. */
function websiteWithBusyPage(): Parameters<typeof servePages>[0] {
  let isBusy = true
  return {
    '/': page(link('/busy') + link('/a')),
    '/busy': (_, response) =>
      response.writeHead(isBusy ? 503 : 200, { 'content-type': 'text/html' }).end(page(link('/target'))),
    '/a': page(link('/a/b')),
    '/a/b': page(link('/target')),
    '/target': page(link('/target/child')),
    '/target/child': (_, response) => {
      isBusy = false
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(''))
    },
  }
}
