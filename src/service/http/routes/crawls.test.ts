import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { defaultCrawlLimits, type JobUrl } from '#contract/jobs/job.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { type TestService, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>A page</title>${head}</head><body><h1>Hello</h1>${body}</body></html>`
const link = (href: string, rel = '') => `<a href="${href}" rel="${rel}">${href}</a>`

const redirect =
  (location: string, status = 301) =>
  (_: unknown, response: ServerResponse) =>
    response.writeHead(status, { location }).end()
const missing = (_: unknown, response: ServerResponse) => response.writeHead(404).end()

type Pages = Parameters<typeof servePages>[0]

/** Serves a website. Returns a function that crawls it and returns the job and its URLs without their origin. */
async function serveCrawled({ call, allowHosts, runJobs }: TestService, pages: Pages) {
  const { host, url } = await servePages({
    '/sitemap.xml': (_, response) =>
      response.end(
        `<urlset>${['/', '/orphan', '/private/orphan'].map((path) => `<url><loc>${url}${path}</loc></url>`).join('')}</urlset>`,
      ),
    ...pages,
  })
  allowHosts.add(host)
  // Pages that wait for their next try come after new ones.
  runJobs({ retriesMs: [0] })
  return async (form: Record<string, string> = {}) => {
    const { status, body } = await call('POST /api/v1/jobs', { form: { crawl: `${url}/`, ...form } })
    expect(status).toBe(202)
    const path = `/api/v1/jobs/${body.data.id}`
    await expect.poll(async () => (await call(`GET ${path}`)).body.data.state).toBe('done')
    const rows = (await call(`GET ${path}/urls?per_page=100`)).body.data as JobUrl[]
    const job = (await call(`GET ${path}`)).body.data
    return { job, urls: rows.map((row) => ({ ...row, url: row.url.slice(url.length) })) }
  }
}

const crawl = async (service: TestService, pages: Pages, form: Record<string, string> = {}) =>
  (await serveCrawled(service, pages))(form)

const robots = 'User-agent: *\nDisallow: /private/\n'

const website = {
  '/robots.txt': robots,
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
  '/orphan': page(link('/copy?sort=a') + link('/print')),
  '/copy?sort=a': page(link('/of-copy'), '<link rel="canonical" href="/copy">'),
  '/copy': page(''),
  '/print': page(link('/of-print'), '<link rel="canonical" href="/original">'),
  '/of-print': page(''),
  '/original': page(''),
}

/** A website of a chain of pages, the last of which is five clicks deep, and its sitemap. */
const chain = Array.from({ length: 6 }, (_, depth) => [depth === 0 ? '/' : `/${depth}`, page(link(`/${depth + 1}`))])
const deepWebsite: Pages = {
  '/robots.txt': robots,
  ...Object.fromEntries(chain),
  '/5': page(link('/')),
  '/orphan': page(''),
}

/** Returns a website's structure as in the dashboard, with paths instead of URLs. */
async function structureOf({ call }: TestService) {
  const id = (await call('GET /api/v1/websites')).body.data[0].id as number
  const listed = async (structure: string) => {
    const { body } = await call(`GET /api/v1/reports?website_id=${id}&structure=${structure}&sort_by=url&sort=asc`)
    const paths = (body.data as JobUrl[]).map(({ url }) => new URL(url).pathname)
    expect(body.meta.total).toBe(paths.length)
    return paths
  }
  const { structure } = (await call(`GET /api/v1/websites/${id}/issues`)).body
  return { structure, orphan: await listed('orphan'), deep: await listed('deep') }
}

describeEachEngine('a crawl', ({ openStore }) => {
  it('names orphan and deep pages among the issues of the website, and how people get to a page', async () => {
    const service = await testService(await openStore())
    await createReport(service.store.db, newReport({ url: 'https://other.example/', domain: 'other.example' }))
    const { urls } = await crawl(service, deepWebsite)
    expect(await structureOf(service)).toEqual({
      structure: {
        crawled_at: expect.any(String),
        orphan_pages: 1,
        no_inlinks_pages: 0,
        unreachable_pages: 0,
        sitemap_only_pages: 1,
        by_script_pages: 0,
        deep_pages: 1,
      },
      orphan: ['/orphan'],
      deep: ['/5'],
    })
    const inlinksOf = async (path: string) => {
      const { report_id } = urls.find(({ url }) => url === path)!
      return (await service.call(`GET /api/v1/reports/${report_id}/inlinks`)).body.data
    }
    expect(await inlinksOf('/4')).toEqual({
      click_depth: 4,
      orphan: 'linked',
      pages: 1,
      samples: [expect.objectContaining({ report_id: urls.find(({ url }) => url === '/3')!.report_id })],
    })
    expect(await inlinksOf('/orphan')).toEqual({ click_depth: null, orphan: 'sitemap_only', pages: 0, samples: [] })
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('says nothing about what its limits kept it from finding', async () => {
    const service = await testService(await openStore())
    await crawl(service, deepWebsite, { max_depth: '3' })
    expect(await structureOf(service)).toEqual({ structure: null, orphan: [], deep: [] })
    const { body } = await service.call('GET /api/v1/reports')
    const last = (body.data as JobUrl[]).find(({ url }) => url.endsWith('/3')) as unknown as { id: number }
    expect((await service.call(`GET /api/v1/reports/${last.id}/inlinks`)).body.data.click_depth).toBe(3)
  })

  it('does not look for orphans once it has the most pages', async () => {
    const service = await testService(await openStore())
    await crawl(service, deepWebsite, { max_pages: '6' })
    expect(await structureOf(service)).toMatchObject({ structure: { orphan_pages: null, deep_pages: 1 }, deep: ['/5'] })
  })

  it('names pages that a later crawl of the whole website does not find as orphans', async () => {
    const service = await testService(await openStore())
    let links = link('/1')
    const changing = {
      ...deepWebsite,
      '/': (_: unknown, response: ServerResponse) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(page(links)),
    }
    const start = await serveCrawled(service, changing)
    await start()
    expect(await structureOf(service)).toMatchObject({ orphan: ['/orphan'], deep: ['/5'] })
    links = link('/orphan')
    await start({ max_depth: '4' })
    expect(await structureOf(service)).toMatchObject({ orphan: [], deep: ['/5'] })
    await start()
    expect(await structureOf(service)).toMatchObject({
      structure: { orphan_pages: 5, no_inlinks_pages: 1, unreachable_pages: 4, deep_pages: 0 },
      orphan: ['/1', '/2', '/3', '/4', '/5'],
      deep: [],
    })
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('says that a sitemap which robots.txt names could not be read, but needs none at the usual place', async () => {
    const pages = { '/': page(''), '/orphan': page('') }
    const naming = (...sitemaps: string[]): Pages => ({
      ...pages,
      '/robots.txt': ({ headers }, response) =>
        response.end(sitemaps.map((path) => `Sitemap: http://${headers.host}${path}\n`).join('')),
    })
    const { job, urls } = await crawl(await testService(await openStore()), naming('/missing.xml', '/sitemap.xml'))
    expect(urls.map(({ url }) => url)).toEqual(['/', '/orphan', '/private/orphan'])
    const { origin } = new URL(job.url)
    expect(job).toMatchObject({
      state: 'done',
      error: {
        code: 'unreadable',
        message: `Some of the website’s sitemaps couldn’t be read in full: ${origin}/missing.xml: the server returned 404.`,
      },
    })
    const { job: whole } = await crawl(await testService(await openStore()), naming('/sitemap.xml'))
    expect(whole.error).toBeNull()
    const unnamed = await crawl(await testService(await openStore()), { ...pages, '/sitemap.xml': page('') })
    expect(unnamed.job.error).toBeNull()
  })

  it('still looks for orphans while a page that could link to them cannot be read', async () => {
    const service = await testService(await openStore())
    let isBroken = false
    const start = await serveCrawled(service, {
      ...deepWebsite,
      '/1': (_, response) => {
        if (isBroken) response.socket?.destroy()
        else response.writeHead(200, { 'content-type': 'text/html' }).end(page(link('/2') + link('/orphan')))
      },
    })
    await start()
    const whole = { orphan: [], deep: ['/5'] }
    expect(await structureOf(service)).toMatchObject(whole)
    isBroken = true
    const { job, urls } = await start()
    expect(job.counts).toMatchObject({ done: 2, failed: 1 })
    expect(urls.map(({ url, orphan }) => [url, orphan])).toEqual([
      ['/', false],
      ['/1', false],
      ['/orphan', true],
    ])
    // The pages that only that page leads to keep their places.
    const withOrphan = { structure: { orphan_pages: 1, sitemap_only_pages: 1 }, orphan: ['/orphan'], deep: ['/5'] }
    expect(await structureOf(service)).toMatchObject(withOrphan)
    isBroken = false
    await start({ include: '/orphan\n/5' })
    expect(await structureOf(service)).toMatchObject(withOrphan)
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('finds the places of pages again once failed pages were retried', async () => {
    const service = await testService(await openStore())
    let isBroken = true
    const { job, urls } = await crawl(service, {
      ...deepWebsite,
      '/orphan': page(link('/from-orphan')),
      '/from-orphan': page(''),
      '/3': page(''),
      '/5': page(link('/')),
      '/sitemap.xml': ({ headers }, response) =>
        response.end(
          `<urlset>${['/', '/orphan', '/5'].map((path) => `<url><loc>http://${headers.host}${path}</loc></url>`).join('')}</urlset>`,
        ),
      '/1': (_, response) => {
        if (isBroken) response.socket?.destroy()
        else response.writeHead(200, { 'content-type': 'text/html' }).end(page(link('/2') + link('/4')))
      },
    })
    const placesOf = (rows: JobUrl[]) => rows.map(({ url, depth, orphan }) => [new URL(url).pathname, depth, orphan])
    expect(urls.map(({ url, depth, orphan }) => [url, depth, orphan])).toEqual([
      ['/', 0, false],
      ['/1', 1, false],
      ['/orphan', null, true],
      ['/5', null, true],
      ['/from-orphan', null, false],
    ])
    isBroken = false
    const path = `/api/v1/jobs/${job.id}`
    expect((await service.call(`POST ${path}/retry`)).status).toBe(200)
    await expect
      .poll(async () => (await service.call(`GET ${path}`)).body.data)
      .toMatchObject({ state: 'done', counts: { done: 8, failed: 0 } })
    const rows = (await service.call(`GET ${path}/urls?per_page=100`)).body.data as JobUrl[]
    expect(placesOf(rows)).toEqual([
      ['/', 0, false],
      ['/1', 1, false],
      ['/orphan', null, true],
      ['/5', 3, false],
      ['/from-orphan', null, false],
      ['/2', 2, false],
      ['/4', 2, false],
      ['/3', 3, false],
    ])
    expect(await structureOf(service)).toEqual({
      structure: {
        crawled_at: expect.any(String),
        orphan_pages: 2,
        no_inlinks_pages: 0,
        unreachable_pages: 1,
        sitemap_only_pages: 1,
        by_script_pages: 0,
        deep_pages: 0,
      },
      orphan: ['/from-orphan', '/orphan'],
      deep: [],
    })
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('reads a robots.txt again that did not answer', async () => {
    let requests = 0
    const { urls } = await crawl(await testService(await openStore()), {
      '/': page(link('/a')),
      '/a': page(''),
      '/robots.txt': (request, response) => {
        requests += 1
        if (requests === 1) request.socket.destroy()
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
      ['/copy?sort=a', null, false],
      ['/print', null, false],
      ['/copy', null, false],
      ['/original', null, false],
      ['/of-print', null, false],
    ])
    expect(job).toMatchObject({
      kind: 'crawl',
      counts: { total: 11, done: 11 },
      crawl: defaultCrawlLimits,
    })
    expect(urls.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect((await service.call('GET /api/v1/reports')).body.meta.total).toBe(11)
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('gives the end of redirects a row of its own, for which no click is counted', async () => {
    const service = await testService(await openStore())
    const { urls } = await crawl(service, {
      '/robots.txt': robots,
      '/': redirect('/home'),
      '/home': page(link('/a') + link('/old') + link('/to-private')),
      '/a': page(link('/b')),
      '/old': redirect('/older', 302),
      '/older': redirect('/b'),
      '/b': page(link('/c')),
      '/c': page(''),
      '/to-private': redirect('/private/x'),
      '/private/x': page(''),
      '/orphan': redirect('/orphan-end'),
      '/orphan-end': page(''),
    })
    expect(Object.fromEntries(urls.map(({ url, depth, orphan }) => [url, [depth, orphan]]))).toEqual({
      '/': [0, false],
      '/home': [0, false],
      '/a': [1, false],
      '/old': [1, false],
      '/to-private': [1, false],
      '/b': [1, false],
      '/c': [2, false],
      '/orphan': [null, true],
      '/orphan-end': [null, true],
    })
    const { body } = await service.call('GET /api/v1/websites')
    expect(body.data[0]).toMatchObject({ pages_count: 9, pages_counted: 5 })
    const inlinks = urls.find(({ url }) => url === '/home')!.report_id
    expect((await service.call(`GET /api/v1/reports/${inlinks}/inlinks`)).body.data.pages).toBe(0)
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('of a start that redirects reaches the maximum depth from its end', async () => {
    const pages = { ...website, '/': redirect('/home'), '/home': website['/'] }
    const { urls } = await crawl(await testService(await openStore()), pages, { max_depth: '1' })
    expect(urls.map(({ url, depth }) => [url, depth])).toEqual([
      ['/', 0],
      ['/home', 0],
      ['/a', 1],
      ['/b', 1],
    ])
  })

  it('of a website whose every URL redirects ends with nothing that counts', async () => {
    const service = await testService(await openStore())
    const other = await servePages({ '/': page(link('/x')) })
    service.allowHosts.add(other.host)
    const { job, urls } = await crawl(service, {
      '/': redirect('/home'),
      '/home': redirect(`${other.url}/`),
      '/orphan': redirect('/'),
      '/private/orphan': redirect('/loop'),
      '/loop': redirect('/private/orphan'),
    })
    expect(urls.map(({ url, state }) => [url, state])).toEqual([
      ['/', 'done'],
      ['/orphan', 'done'],
      ['/private/orphan', 'failed'],
    ])
    expect(job.counts).toMatchObject({ done: 2, failed: 1 })
    const { body } = await service.call('GET /api/v1/websites')
    expect(body.data).toMatchObject([{ pages_count: 2, pages_counted: 0, pages_avg_score: null }])
    const reports = (await service.call('GET /api/v1/reports')).body.data
    for (const row of reports)
      expect(row).toMatchObject({
        status: 301,
        indexability: 'redirect',
        redirects_to: `${other.url}/`,
        counted: false,
      })
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('names a page with more links than it follows', async () => {
    const service = await testService(await openStore())
    const { job } = await crawl(service, { '/': page(link('/').repeat(1_003)), '/sitemap.xml': missing })
    const { body } = await service.call(`GET /api/v1/websites/${job.results.website_id}/crawls/${job.id}`)
    expect(body.data.figures.problems).toEqual([`${job.url} has so many links that 3 of them weren’t followed.`])
  })

  it('of a website of one page has that page', async () => {
    const service = await testService(await openStore())
    const { urls } = await crawl(service, { '/': page(''), '/sitemap.xml': missing })
    expect(urls.map(({ url, depth, orphan }) => [url, depth, orphan])).toEqual([['/', 0, false]])
    expect((await service.call('GET /api/v1/websites')).body.data).toMatchObject([{ pages_count: 1, pages_counted: 1 }])
    expect(await structureOf(service)).toMatchObject({ structure: { orphan_pages: 0, deep_pages: 0 } })
  })

  it('of two websites with one canonical between them follows the links of both', async () => {
    const service = await testService(await openStore())
    const text = `<p>${'Lamps of copper and glass stand beside the path. '.repeat(5)}</p>`
    const first = await servePages({
      '/': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page(text, own())),
      '/sitemap.xml': missing,
    })
    const own = () => `<link rel="canonical" href="${first.url}/">`
    service.allowHosts.add(first.host)
    const { urls } = await crawl(service, {
      '/': page(text + link('/a'), own()),
      '/a': page(link('/')),
      '/sitemap.xml': missing,
    })
    expect(urls.map(({ url, depth }) => [url, depth])).toEqual([
      ['/', 0],
      ['/a', 1],
    ])
    await service.call('POST /api/v1/reports', { form: { url: `${first.url}/` } })
    const rows = (await service.call('GET /api/v1/reports?sort_by=id&sort=asc')).body.data
    expect(rows).toMatchObject([
      { indexability: 'other_url', indexing_code: 'canonical', indexed_url: `${first.url}/`, counted: false },
      { indexability: 'indexable', counted: true },
      { indexability: 'indexable', indexing_code: 'open', indexed_url: null, counted: true },
    ])
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('never changes the state of a page because no link leads to it', async () => {
    const service = await testService(await openStore())
    await crawl(service, deepWebsite)
    const { body } = await service.call('GET /api/v1/reports?structure=orphan')
    expect(body.data).toMatchObject([{ indexability: 'indexable', indexing_code: 'open', counted: true }])
    const [orphan] = body.data
    expect(orphan.url).toMatch(/\/orphan$/)
    expect((await service.call('GET /api/v1/websites')).body.data).toMatchObject([{ pages_count: 7, pages_counted: 7 }])
  })

  it.each<[string, Record<string, string>, string[]]>([
    ['a number of pages', { max_pages: '3' }, ['/', '/a', '/b']],
    ['a depth', { max_depth: '1' }, ['/', '/a', '/b']],
    ['all but some paths', { exclude: '/a/*\n/orphan' }, ['/', '/a', '/b']],
    ['two pages in a folder', { max_per_folder: '2' }, ['/', '/a', '/a/deep', '/a/deeper']],
    ['some paths', { include: '/a*' }, ['/', '/a', '/a/deep', '/a/deeper']],
    [
      'pages without some parameters',
      { ignore_parameters: 'so*', exclude: '/a/*\n/print' },
      ['/', '/a', '/b', '/orphan', '/copy'],
    ],
  ])('keeps to %s', async (_, form, expected) => {
    const { urls } = await crawl(await testService(await openStore()), website, form)
    expect(urls.map(({ url }) => url)).toEqual(expected)
  })

  it.each([
    ['no limit', {}],
    ['a limit', { max_depth: '3' }],
  ])('corrects the click depth of pages that were found by a longer way first, with %s of depth', async (_, form) => {
    const { urls } = await crawl(await testService(await openStore()), websiteWithBusyPage(), form)
    expect(Object.fromEntries(urls.map(({ url, depth }) => [url, depth]))).toMatchObject({
      '/': 0,
      '/busy': 1,
      '/a': 1,
      '/a/b': 2,
      '/target': 2,
      '/target/child': 3,
    })
  })
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
    '/target': (_, response) => {
      isBusy = false
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(link('/target/child')))
    },
    '/target/child': page(''),
  }
}
