import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { servePages } from '#testing/servers/loopback.ts'
import {
  crawl,
  deepWebsite,
  link,
  missing,
  page,
  robots,
  structureOf,
  website,
} from '#testing/service/crawled-website.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const redirect =
  (location: string, status = 301) =>
  (_: unknown, response: ServerResponse) =>
    response.writeHead(status, { location }).end()

describeEachEngine('a crawl', ({ openStore }) => {
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
