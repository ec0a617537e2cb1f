import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import type { JobUrl } from '#contract/jobs/job.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import {
  crawl,
  deepWebsite,
  link,
  page,
  type Pages,
  serveCrawled,
  structureOf,
} from '#testing/service/crawled-website.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

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
    const only = await service.call('GET /api/v1/reports?check=sitemap-only&latest=1')
    expect(only.body.data).toEqual([expect.objectContaining({ url: expect.stringMatching(/\/orphan$/) })])
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

  it('says which of its lists aren’t complete, and lists what it knows', async () => {
    const service = await testService(await openStore())
    const start = await serveCrawled(service, {
      ...deepWebsite,
      '/': page(link('/1') + link('/old/1')),
      '/old/1': page(link('/orphan')),
    })
    const lists = async (form: Record<string, string>) => {
      const { job } = await start(form)
      const [website] = (await service.call('GET /api/v1/websites')).body.data as { id: number }[]
      const { figures } = (await service.call(`GET /api/v1/websites/${website!.id}/crawls/${job.id}`)).body.data
      const { sitemap_only, unreachable, unlisted, broken } = figures.lists
      return { numbers: [sitemap_only, unreachable, unlisted, broken], gaps: figures.gaps }
    }
    expect(await lists({})).toEqual({ numbers: [0, 0, 6, 0], gaps: {} })
    // A page that only excluded ones link to is an orphan among the others.
    expect(await lists({ exclude: '/old/*' })).toEqual({ numbers: [1, 0, 5, 0], gaps: {} })
    const limited = await lists({ max_pages: '3' })
    expect(limited.numbers).toEqual([0, 0, 2, 0])
    const { all, skipped, ...others } = limited.gaps
    expect([all, skipped]).toEqual([undefined, undefined])
    expect(others).toMatchObject({ sitemap_only: ['max_pages'], unlisted: ['max_pages'], broken: ['max_pages'] })
    const { gaps } = await lists({ max_per_folder: '3' })
    expect(gaps).toMatchObject({ sitemap_only: ['max_per_folder'], unlisted: ['max_per_folder'] })
    expect((await lists({ max_per_folder: '20' })).gaps).toEqual({})
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('sets pages apart that a later crawl of the whole website no longer finds, and not as orphans', async () => {
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
      structure: { orphan_pages: 0, no_inlinks_pages: 0, unreachable_pages: 0, deep_pages: 0 },
      orphan: [],
      deep: [],
    })
    const { body } = await service.call('GET /api/v1/websites/1/pages?gone=1')
    expect((body.data as JobUrl[]).map(({ url }) => new URL(url).pathname)).toEqual(['/1', '/2', '/3', '/4', '/5'])
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('says that a sitemap which robots.txt names could not be read, but needs none at the usual place', async () => {
    const pages = { '/': page(''), '/orphan': page('') }
    const naming = (...sitemaps: string[]): Pages => ({
      ...pages,
      '/robots.txt': ({ headers }, response) =>
        response.end(sitemaps.map((path) => `Sitemap: http://${headers.host}${path}\n`).join('')),
    })
    const failing = { '/failing.xml': ((_, response) => response.writeHead(500).end()) satisfies Pages[string] }
    const { job, urls } = await crawl(await testService(await openStore()), {
      ...naming('/failing.xml', '/sitemap.xml'),
      ...failing,
    })
    expect(urls.map(({ url }) => url)).toEqual(['/', '/orphan', '/private/orphan'])
    const { origin } = new URL(job.url)
    expect(job).toMatchObject({
      state: 'done',
      error: {
        code: 'unreadable',
        message: `Some of the website’s sitemaps couldn’t be read in full: ${origin}/failing.xml (the server returned 500).`,
      },
    })
    const absent = await crawl(await testService(await openStore()), naming('/missing.xml', '/sitemap.xml'))
    expect(absent.job.error).toBeNull()
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
})
