import { expect, it } from 'vitest'
import type { ClientDocument, IssuePage } from '#contract/sharing/client-document.ts'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { link, page, serveCrawled } from '#testing/service/crawled-website.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'

const pathOf = ({ url }: { url: string }) => new URL(url).pathname

describeEachEngine('pages without a report that a sitemap lists', onBoth, ({ openStore }) => {
  /** Crawls a website that lists a page behind robots.txt, a loop, a busy page and a missing one. */
  async function crawled() {
    const service = await testService(await openStore())
    const now = { listed: ['/', '/closed', '/loop', '/busy', '/gone'], isBusy: true }
    const crawl = await serveCrawled(service, {
      '/robots.txt': 'User-agent: *\nDisallow: /closed\n',
      '/sitemap.xml': ({ headers }, response) =>
        response.end(
          `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${now.listed
            .map((path) => `<url><loc>http://${headers.host}${path}</loc></url>`)
            .join('')}</urlset>`,
        ),
      '/': page(['/loop', '/busy', '/closed', '/unlisted', '/dead', '/other'].map((path) => link(path)).join('')),
      '/other': page(`<p>Another page</p>${link('/dead')}`),
      '/loop': (_, response) => response.writeHead(301, { location: '/loop' }).end(),
      '/unlisted': (_, response) => response.writeHead(301, { location: '/unlisted' }).end(),
      '/busy': (_, response) =>
        response.writeHead(now.isBusy ? 503 : 200, { 'content-type': 'text/html' }).end(page('<p>Open again</p>')),
    })
    await crawl()
    const get = async (path: string) => (await service.call(`GET /api/v1/websites/1${path}`)).body.data
    const issue = async () =>
      ((await get('/issues')) as WebsiteIssue[]).find(({ check }) => check === 'in-sitemap') ?? null
    const pages = async () => (await get('/issues/in-sitemap/pages')) as IssuePage[]
    return { service, now, crawl, get, issue, pages }
  }

  it('are counted with the website, so that its figures add up to its table of pages', async () => {
    const { service, get } = await crawled()
    const { pages_count, pages_unread } = await get('')
    const { meta } = (await service.call('GET /api/v1/websites/1/pages')).body
    expect(pages_unread).toBe(4)
    expect(pages_count + pages_unread).toBe(meta.total)
    expect((await service.call('GET /api/v1/websites')).body.data[0].pages_unread).toBe(4)
  })

  it('have the issue of a sitemap that lists them in vain, in lists, files, tickets and client reports', async () => {
    const { service, get, issue, pages } = await crawled()
    expect(await issue()).toMatchObject({ pages: 4, unread_pages: 3, points: expect.any(Number) })
    const states = (await pages()).map((row) => [pathOf(row), row.report_id !== null, row.status, row.indexing_code])
    expect(states.toSorted()).toEqual([
      ['/busy', false, 503, null],
      ['/closed', false, null, 'robots'],
      ['/gone', true, 404, 'status'],
      ['/loop', false, 301, null],
    ])
    const { issue_pages = [] } = (await get('/document')) as ClientDocument
    expect(issue_pages.find(({ check }) => check === 'in-sitemap')?.pages).toEqual(await pages())
    const listed = (await get('/pages?check=in-sitemap')) as { url: string; issues: number; in_sitemap: boolean }[]
    expect(listed.map(pathOf)).toEqual(['/busy', '/closed', '/gone', '/loop'])
    for (const { in_sitemap, issues } of listed) expect([in_sitemap, issues > 0]).toEqual([true, true])
    const { text = '' } = await service.call('GET /api/v1/websites/1/issues.csv')
    const rows = text.split('\r\n').filter((row) => row.includes(',in-sitemap,'))
    const evidence = rows.map((row) => [new URL(row.split(',')[0] ?? '').pathname, row.split(',')[6]])
    expect(evidence.filter(([path]) => path !== '/gone')).toEqual([
      ['/busy', 'Status 503'],
      ['/closed', 'robots.txt'],
      ['/loop', 'Status 301'],
    ])
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('count the same in the rows of issues, in issues.csv, in tickets and in the client report, as do all others', async () => {
    const { service, get } = await crawled()
    const issues = (await get('/issues')) as WebsiteIssue[]
    expect(issues.map(({ check }) => check)).toEqual(expect.arrayContaining(['in-sitemap', 'broken-internal']))
    const rows = issues.map(({ check, pages }) => [check, pages])
    const { issue_pages = [] } = (await get('/document')) as ClientDocument
    expect(issue_pages.map(({ check, pages }) => [check, pages.length]).toSorted()).toEqual(rows.toSorted())
    for (const { check, pages } of issues)
      expect([check, (await get(`/issues/${check}/pages`)).length]).toEqual([check, pages])
    const { text = '' } = await service.call('GET /api/v1/websites/1/issues.csv')
    const lines = [...text.matchAll(/^(http[^,]+),([a-z\d-]+),/gm)].map(([, url, check]) => ({ url, check }))
    const inFile = [...Map.groupBy(lines, ({ check }) => check)].map(([check, some]) => [
      check,
      new Set(some.map(({ url }) => url)).size,
    ])
    expect(inFile.toSorted()).toEqual(rows.toSorted())
  })

  it('lose it where it is waived', async () => {
    const { service, get, issue } = await crawled()
    const [busy] = (await get('/pages?check=in-sitemap')) as { url: string }[]
    const form = { website_id: '1', check: 'in-sitemap', scope: 'page', target: busy?.url ?? '', reason: 'Moves' }
    expect((await service.call('POST /api/v1/waivers', { form })).status).toBe(201)
    expect(await issue()).toMatchObject({ pages: 3, unread_pages: 2, waived_pages: 1 })
  })

  it('lose it once no sitemap lists them, or they can be read', async () => {
    const { service, now, crawl, get, issue, pages } = await crawled()
    now.isBusy = false
    const [busy] = (await get('/pages?check=in-sitemap')) as { url: string }[]
    const { status } = await service.call('POST /api/v1/reports', { form: { url: busy?.url ?? '' } })
    expect(status).toBe(201)
    expect((await pages()).map(pathOf)).not.toContain('/busy')
    expect(await issue()).toMatchObject({ pages: 3, unread_pages: 2 })
    now.listed = ['/', '/busy', '/closed']
    await crawl()
    expect((await pages()).map(pathOf)).toEqual(['/closed'])
    expect(await issue()).toMatchObject({ pages: 1, unread_pages: 1 })
    expect(await findFaults(service.store.db)).toEqual([])
  })
})
