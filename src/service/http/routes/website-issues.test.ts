import { expect, it } from 'vitest'
import { canonicalValid } from '#analyser/checks/canonical-valid.ts'
import { htmlLang } from '#analyser/checks/html-lang.ts'
import { jsonldRequired } from '#analyser/checks/jsonld-required.ts'
import { titlePresent } from '#analyser/checks/title-present.ts'
import { countsOnWebsite, noColumns, type PageIssue } from '#analyser/page-state.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import type { ClientDocument } from '#contract/sharing/client-document.ts'
import { WebsiteIssues } from '#contract/websites/website-pages.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { testService, type TestService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const origin = 'https://shop.example'

type Page = {
  state?: Indexability
  main?: string
  status?: number
  redirectsTo?: string
  canonical?: string
  sitemap?: 0 | 1 | null
  /** The issues with their points. */
  issues?: Record<string, number>
  /** The faults of issues that have a name. */
  faults?: Record<string, string>
  links?: string[]
  broken?: string[]
  day?: number
}

/** Stores a report of a page with the verdicts of a crawl. */
function add({ store: { db } }: TestService, path: string, page: Page) {
  const { state: indexability = 'indexable', main: main_issue = null, status = 200, redirectsTo } = page
  const { sitemap = null, issues = {}, faults = {}, links = [], broken = [], day = 1 } = page
  const own = { indexability, main_issue, status, redirects_to: redirectsTo ?? null }
  const report = newReport({ url: origin + path, created_at: `2026-05-0${day}T10:00:00.000Z` })
  const state = {
    ...report.state,
    ...own,
    redirect_statuses: redirectsTo === undefined ? null : '301',
    columns: { ...noColumns, canonical: page.canonical ? origin + page.canonical : null, in_sitemap: sitemap },
    issues: Object.entries(issues).map(([check, points]): PageIssue => ({
      check,
      outcome: 'fail',
      ...(faults[check] !== undefined && { fault: faults[check] }),
      points: points * 10,
      counted: countsOnWebsite(check, own),
      causes: [],
    })),
    links: [...broken, ...links].map((link) => ({ url: origin + link, isBroken: broken.includes(link) })),
  }
  return createReport(db, { ...report, state })
}

/** A shop with the faults that its owner should fix first. Every page lacks headers. */
async function withShop(service: TestService) {
  const headers = { csp: 0, 'other-headers': 0, 'sitemap-lastmod': 1 }
  const to404 = { ...headers, 'broken-internal': 2 }
  const home = await add(service, '/de/', { issues: to404, broken: ['/gone'], sitemap: 1 })
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
    await add(service, `/de/p/${name}`, {
      issues: { ...to404, 'redirecting-links': 0.5, 'description-present': 4 },
      broken: ['/gone'],
      sitemap: 1,
    })
  const blocked = { ...headers, noindex: 12, 'title-present': 40, 'in-sitemap': 0 }
  await add(service, '/de/p/kiel', { state: 'blocked', main: 'noindex', sitemap: 1, issues: blocked })
  await add(service, '/de/p/husum', {
    state: 'other_url',
    main: 'canonical-elsewhere',
    canonical: '/de/',
    sitemap: 1,
    issues: { 'canonical-elsewhere': 52, 'h1-present': 22 },
  })
  await add(service, '/de/facet', {
    state: 'other_url',
    main: 'canonical-elsewhere',
    canonical: '/de/',
    issues: headers,
  })
  await add(service, '/de/care', { issues: { 'canonical-valid': 6 }, canonical: '/old-care' })
  await add(service, '/de/height', { issues: { 'title-present': 40 } })
  await add(service, '/de/app', { state: 'unclear', main: 'page-text', issues: { 'page-text': 30 } })
  await add(service, '/gone', { state: 'blocked', main: 'http-status', status: 404, issues: { 'http-status': 12 } })
  await add(service, '/old-care', { state: 'blocked', main: 'http-status', status: 404, issues: { 'http-status': 12 } })
  await add(service, '/', { state: 'redirect', status: 301, redirectsTo: '/de/', issues: to404 })
  return home.website_id
}

describeEachEngine('the issues of a website', ({ openStore }) => {
  const issuesOf = async (service: TestService, id: number) => {
    const { body } = await service.call(`GET /api/v1/websites/${id}/issues`)
    expect(WebsiteIssues.parse(body)).toEqual(body)
    return body.data as WebsiteIssues['data']
  }

  it('are in the order in which to fix them, the same in client reports', async () => {
    const service = await testService(await openStore())
    const id = await withShop(service)
    const issues = await issuesOf(service, id)
    expect(issues.map(({ check, pages, rank }) => `${rank} ${check} ${pages}`)).toEqual([
      '1 canonical-elsewhere 1',
      '1 noindex 1',
      '2 broken-internal 7',
      '2 canonical-valid 1',
      '3 title-present 1',
      '3 redirecting-links 6',
      '3 in-sitemap 1',
      '3 page-text 1',
      '4 description-present 6',
      '6 sitemap-lastmod 7',
      '6 csp 7',
      '6 other-headers 7',
    ])
    const [canonical, , broken, , title] = issues
    expect(canonical?.targets).toMatchObject([{ url: `${origin}/de/`, status: 200, pages: 1 }])
    expect(broken?.targets).toMatchObject([{ url: `${origin}/gone`, status: 404, pages: 7 }])
    expect(title).toMatchObject({ problem: titlePresent.titleFail, source: 'google', since: '2026-05-01' })
    const { body } = await service.call(`GET /api/v1/websites/${id}/document`)
    // Clients don’t see who works on an issue.
    const unassigned = issues.map(({ assignees, ...issue }) => issue)
    expect((body.data as ClientDocument).issues).toEqual(unassigned)
  })

  it('are named by the fault that their pages share, or else so that it fits all', async () => {
    const service = await testService(await openStore())
    const issues = { 'canonical-valid': 6, 'html-lang': 1, 'jsonld-required': 2, 'title-present': 40 }
    const other = { 'html-lang': 'differs', 'jsonld-required': 'expired' }
    const { website_id: id } = await add(service, '/a', { issues, faults: { 'canonical-valid': 'target', ...other } })
    await add(service, '/old/b', { issues, faults: { 'canonical-valid': 'target', 'jsonld-required': 'lacking' } })
    const named = async () => new Map((await issuesOf(service, id)).map(({ check, problem }) => [check, problem]))
    expect(Object.fromEntries(await named())).toEqual({
      'title-present': titlePresent.titleFail,
      'canonical-valid': canonicalValid.faults?.['target'],
      'html-lang': htmlLang.titleAny,
      'jsonld-required': jsonldRequired.titleFail,
    })
    const form = { website_id: `${id}`, check: 'jsonld-required', scope: 'group', target: '/old/', reason: 'Old' }
    await service.call('POST /api/v1/waivers', { form })
    expect((await named()).get('jsonld-required')).toBe(jsonldRequired.faults?.['expired'])
  })

  it('name the canonical URLs first that keep pages out, though more pages name another', async () => {
    const service = await testService(await openStore())
    const id = await withShop(service)
    const elsewhere = { main: 'canonical-elsewhere', issues: { 'canonical-elsewhere': 52 } }
    await add(service, '/de/p/plön', { state: 'other_url', canonical: '/de/', ...elsewhere })
    await add(service, '/de/p/rendsburg', { state: 'blocked', canonical: '/staging/', ...elsewhere })
    const canonical = (await issuesOf(service, id)).find(({ check }) => check === 'canonical-elsewhere')
    expect(canonical?.targets.map(({ url, pages }) => [url, pages])).toEqual([
      [`${origin}/staging/`, 1],
      [`${origin}/de/`, 2],
    ])
  })

  it('count a setting of the website once', async () => {
    const service = await testService(await openStore())
    const issues = await issuesOf(service, await withShop(service))
    const settings = issues.filter(({ scope }) => scope === 'website')
    expect(settings.map(({ check, points, scored }) => ({ check, points, scored }))).toEqual([
      { check: 'sitemap-lastmod', points: 1, scored: true },
      { check: 'csp', points: 0, scored: false },
      { check: 'other-headers', points: 0, scored: false },
    ])
  })

  it('list the pages that count', async () => {
    const service = await testService(await openStore())
    const id = await withShop(service)
    for (const { check, pages } of await issuesOf(service, id)) {
      const list = await service.call(`GET /api/v1/reports?website_id=${id}&latest=1&check=${check}`)
      expect([check, list.body.meta.total]).toEqual([check, pages])
    }
    const counted = await service.call('GET /api/v1/checks/title-present/pages')
    expect(counted.body.data.pages).toBe(1)
  })

  it('have the links to error pages that no report tried', async () => {
    const service = await testService(await openStore())
    const { website_id: id } = await add(service, '/', { links: ['/gone', '/lost', '/login'] })
    await add(service, '/a', { links: ['/gone'] })
    const error = { state: 'blocked', main: 'http-status', issues: { 'http-status': 12 } } as const
    await add(service, '/gone', { ...error, status: 404 })
    await add(service, '/lost', { ...error, status: 500 })
    await add(service, '/login', { ...error, status: 401 })
    await add(service, '/unlinked', { ...error, status: 410 })
    expect(
      (await issuesOf(service, id)).map(({ check, pages, targets }) => [
        check,
        pages,
        targets.map((target) => target.status),
      ]),
    ).toEqual([
      ['broken-internal', 2, [404, 500]],
      ['http-status', 2, []],
    ])
  })

  it('list the pages with links to error pages that no report tried, without those where that is waived', async () => {
    const service = await testService(await openStore())
    const { website_id: id } = await add(service, '/', { links: ['/gone'] })
    await add(service, '/old/a', { links: ['/gone'] })
    await add(service, '/gone', { state: 'blocked', main: 'http-status', status: 404, issues: { 'http-status': 12 } })
    const found = async () => {
      const issues = await issuesOf(service, id)
      const list = await service.call(`GET /api/v1/reports?website_id=${id}&latest=1&check=broken-internal`)
      return [issues.map(({ check, pages }) => `${check} ${pages}`), list.body.meta.total]
    }
    expect(await found()).toEqual([['broken-internal 2'], 2])
    const { body } = await service.call(`GET /api/v1/websites/${id}/document`)
    expect((body.data as ClientDocument).issue_pages?.map(({ check, pages }) => [check, pages.length])).toEqual([
      ['broken-internal', 2],
    ])
    const waive = (scope: string, target: string | null) =>
      service.call('POST /api/v1/waivers', {
        form: { website_id: `${id}`, check: 'broken-internal', scope, reason: 'Old', ...(target && { target }) },
      })
    await waive('group', '/old/')
    expect(await found()).toEqual([['broken-internal 1'], 1])
    // With no link left that counts, the error page is an issue of its own.
    await waive('website', null)
    expect(await found()).toEqual([['http-status 1'], 0])
  })

  it('rank pages last that are kept out of search on purpose', async () => {
    const noindex = { state: 'blocked', main: 'noindex', issues: { noindex: 12 } } as const
    const rankWith = async (pages: [string, Page][]) => {
      const service = await testService(await openStore())
      const ids = []
      for (const [path, page] of pages) ids.push((await add(service, path, page)).website_id)
      return (await issuesOf(service, ids[0] ?? 0)).map(({ rank }) => rank)
    }
    const leftOut = { ...noindex, sitemap: 0 } as const
    expect(await rankWith([['/tag/a', leftOut]])).toEqual([6])
    expect(await rankWith([['/login', noindex]])).toEqual([6])
    expect(
      await rankWith([
        ['/tag/a', leftOut],
        ['/shoes', { ...noindex, sitemap: 1 }],
      ]),
    ).toEqual([1])
    expect(
      await rankWith([
        ['/login', noindex],
        ['/shoes', noindex],
      ]),
    ).toEqual([1])
  })

  it('have the day since which pages have them', async () => {
    const service = await testService(await openStore())
    const { website_id: id } = await add(service, '/a', { issues: { 'title-present': 40 } })
    await add(service, '/a', { issues: { 'title-present': 40, 'h1-present': 22 }, day: 2 })
    await add(service, '/b', { issues: { 'h1-present': 22 }, day: 3 })
    const days = async () => Object.fromEntries((await issuesOf(service, id)).map(({ check, since }) => [check, since]))
    expect(await days()).toEqual({ 'title-present': '2026-05-01', 'h1-present': '2026-05-02' })
    await add(service, '/a', {})
    await add(service, '/a', { issues: { 'title-present': 40 }, day: 4 })
    expect(await days()).toEqual({ 'title-present': '2026-05-04', 'h1-present': '2026-05-03' })
  })
})
