import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { PageFacts } from '#analyser/page-facts.ts'
import { ownAnswer, pageColumns, pageIssues, pageLinks } from '#analyser/page-state.ts'
import { pageSorts } from '#contract/lists/page-list.ts'
import type { CheckResult } from '#contract/reports/analysis.ts'
import type { Indexability, IndexingCode } from '#contract/reports/indexability.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { renderedFacts, scriptLinks } from '#testing/pages/rendered-facts.ts'
import { sqliteService, testService, type TestService } from '#testing/service/service.ts'
import { newCrawl, newCrawlUrl } from '#testing/store/crawls.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newFacts, newReport } from '#testing/store/reports.ts'

const origin = 'https://shop.example'

type Page = {
  /** Targets of its links that only scripts add. */
  scripts?: string[]
  title?: string | null
  words?: number
  canonical?: string
  links?: [href: string, text?: string, rel?: string][]
  redirectsTo?: string
  status?: number
  state?: Indexability
  issue?: string | null
  code?: IndexingCode
  results?: Record<string, CheckResult>
  probes?: PageFacts['probes']
}

function factsOf(
  url: string,
  { title = null, words = 10, canonical, links = [], scripts = [], redirectsTo, status, probes = [] }: Page,
) {
  const facts = newFacts(url)
  const items = links.map(([href, text = '', rel = null], at) => {
    const target = new URL(href, url)
    return { url: target.href, internal: target.origin === origin, text, rel, noscript: false, at }
  })
  facts.links = { items, total: items.length, followable: items.length, broken: { items: [], total: 0 } }
  facts.metadata = { ...facts.metadata, title, titles: { items: [], total: 0 }, description: null }
  facts.words = { ...facts.words, count: words }
  facts.probes = probes
  facts.beyond = renderedFacts({ scriptLinks: scriptLinks(...scripts.map((href) => new URL(href, url).href)) })
  if (canonical !== undefined) {
    const one = {
      source: 'link',
      href: canonical,
      url: new URL(canonical, url).href,
      absolute: true,
      inHead: true,
      at: 1,
    }
    facts.canonicals = { items: [one as never], total: 1 }
  }
  if (status !== undefined) facts.response.status = status
  if (redirectsTo !== undefined) {
    facts.response.finalUrl = origin + redirectsTo
    facts.response.redirects = [{ url, status: 301, location: redirectsTo }]
  }
  return facts
}

async function addPages({ store: { db } }: TestService, pages: Record<string, Page>) {
  for (const [path, page] of Object.entries(pages)) {
    const url = origin + path
    const facts = factsOf(url, page)
    const { results = {}, state: indexability = 'indexable', issue: main_issue = null, code = 'open' } = page
    const state = {
      ...newReport().state,
      ...ownAnswer(facts),
      indexability,
      indexing_code: code,
      main_issue,
      issues: pageIssues(results),
      links: pageLinks(facts, results),
      columns: pageColumns(facts, results),
    }
    const evaluation = newEvaluation({ results })
    await createReport(
      db,
      newReport({ url, domain: 'shop.example', title: page.title ?? null, facts, evaluation, state }),
    )
  }
}

const evidence = [
  { url: `${origin}/gone`, line: 35 },
  { snippet: '<a href="x">', selector: 'a', line: 4 },
  { url: `${origin}/b`, note: 'n' },
]
const shop: Record<string, Page> = {
  '/': {
    title: '=1+1',
    words: 300,
    canonical: '/',
    links: [['/a', 'A "b"'], ['/old#x', 'Old', 'nofollow'], ['/gone']],
  },
  '/a': { title: 'Stühle', words: 40, canonical: '/list', links: [['/'], ['/list?x=1'], ['https://other.example/']] },
  '/b': {
    words: 5,
    canonical: '/list',
    links: [['/a'], ['/pdf'], ['/loop']],
    scripts: ['/pdf'],
    results: {
      'broken-internal': newCheckResult({ outcome: 'fail', passed: false, points_lost: 2.5, evidence }),
      'title-present': newCheckResult({ outcome: 'fail', passed: false, points_lost: 6, evidence: [] }),
    },
  },
  '/gone': { status: 404, state: 'blocked', issue: 'http-status', code: 'status', title: 'Not found' },
  '/old': { redirectsTo: '/a', state: 'redirect', code: 'redirect', links: [['/a']] },
}

const pathsOf = ({ body }: { body: any }) => body.data.map(({ url }: { url: string }) => url.slice(origin.length))

describeEachEngine('the pages of a website', ({ openStore }) => {
  it('have columns that the URL itself decides', async () => {
    const service = await testService(await openStore())
    await addPages(service, shop)
    const { status, body } = await service.call('GET /api/v1/websites/1/pages')
    expect([status, body.meta.total]).toEqual([200, 5])
    const none = { canonical: null, title: null, title_length: null, description_length: null, h1: null, words: null }
    expect(body.data).toMatchObject([
      {
        report_id: 1,
        url: `${origin}/`,
        title: '=1+1',
        title_length: 4,
        words: 300,
        inlinks: 1,
        counted: true,
        indexing_code: 'open',
      },
      { canonical: `${origin}/list`, title_length: 6, inlinks: 2, issues: 0, reason: null, in_sitemap: null },
      { title: null, title_length: 0, issues: 2, result: 'good', depth: null },
      {
        ...none,
        status: 404,
        indexability: 'blocked',
        indexing_code: 'status',
        reason: '404',
        counted: false,
        inlinks: 2,
      },
      {
        ...none,
        status: 301,
        redirects_to: `${origin}/a`,
        indexability: 'redirect',
        indexing_code: 'redirect',
        reason: '301',
        inlinks: 1,
      },
    ])
  })

  it('have the kind of an orphan, as the last crawl found it', async () => {
    const service = await testService(await openStore())
    await addPages(service, shop)
    await service.store.db
      .updateTable('pages')
      .set({ orphan: 'unreachable' })
      .where('url', '=', `${origin}/a`)
      .execute()
    const { body } = await service.call('GET /api/v1/websites/1/pages?per_page=10')
    const orphans = body.data.map(({ url, orphan }: { url: string; orphan: string | null }) => [url, orphan])
    expect(orphans).toContainEqual([`${origin}/a`, 'unreachable'])
    expect(orphans).toContainEqual([`${origin}/b`, null])
  })

  it('are sorted by every column, with unknown values last', async () => {
    const service = await testService(await openStore())
    await addPages(service, shop)
    const sorted = async (query: string) => pathsOf(await service.call(`GET /api/v1/websites/1/pages?${query}`))
    expect(await sorted('sort_by=words')).toEqual(['/b', '/a', '/', '/gone', '/old'])
    expect(await sorted('sort_by=words&sort=desc')).toEqual(['/', '/a', '/b', '/old', '/gone'])
    expect(await sorted('sort_by=status&sort=desc')).toEqual(['/gone', '/old', '/b', '/a', '/'])
    expect(await sorted('sort_by=canonical')).toEqual(['/', '/a', '/b', '/gone', '/old'])
    expect(await sorted('sort_by=inlinks&sort=desc')).toEqual(['/gone', '/a', '/old', '/', '/b'])
    for (const sort of pageSorts)
      for (const direction of ['asc', 'desc']) {
        const all = await sorted(`sort_by=${sort}&sort=${direction}`)
        expect(new Set(all)).toEqual(new Set(Object.keys(shop)))
      }
  })

  it.each([
    ['status=404', ['/gone']],
    ['status=3xx', ['/old']],
    ['status=2xx&words=-5', null],
    ['indexability=indexable&words=5-40', ['/a', '/b']],
    ['words=41-', ['/']],
    ['words=5', ['/b']],
    ['canonical=/list', ['/a', '/b']],
    ['canonical=https://SHOP.example/list', ['/a', '/b']],
    ['canonical=/lis', []],
    ['inlinks=0', ['/b']],
    ['inlinks=1-&indexability=redirect', ['/old']],
    ['issues=1-', ['/b']],
    ['in_sitemap=1', []],
    ['depth=0-', []],
    ['search=ST%C3%BCHLE', ['/a']],
    ['search=ld', ['/old']],
    ['search=old&status=301', ['/old']],
  ])('are filtered by %s', async (query, expected) => {
    const service = await testService(await openStore())
    await addPages(service, shop)
    const found = await service.call(`GET /api/v1/websites/1/pages?${query}`)
    if (expected === null) return expect(found.status).toBe(422)
    expect([pathsOf(found), found.body.meta.total]).toEqual([expected, expected.length])
    const { text, headers } = await service.call(`GET /api/v1/websites/1/pages.csv?${query}`)
    expect(
      text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]),
    ).toEqual(expected.map((path) => origin + path))
    expect(headers['x-total-count']).toBe(String(expected.length))
  })

  it('are exported with their issues and links', async () => {
    const service = await testService(await openStore())
    const loop = {
      outcome: 'failed',
      status: null,
      finalUrl: null,
      redirects: [{ url: '', status: 302, location: '' }],
    }
    const probe = (path: string, more: object) =>
      ({ purpose: 'link', url: origin + path, redirects: [], ...more }) as never
    const b = {
      ...shop['/b'],
      probes: [probe('/pdf', { status: 200, finalUrl: `${origin}/pdf` }), probe('/loop', loop)],
    }
    await addPages(service, { ...shop, '/b': b })
    const linesOf = async (name: string) => {
      const { status, text, headers } = await service.call(`GET /api/v1/websites/1/${name}.csv`)
      expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
      expect(headers['content-disposition']).toMatch(
        new RegExp(`^attachment; filename="shop.example-${name}-[\\d-]+.csv"`),
      )
      return text.replaceAll(origin, '').split('\r\n')
    }
    const time = '2026-03-04T05:06:07.890Z'
    expect(await linesOf('pages')).toEqual([
      '\ufeffURL,Status,Redirects to,Indexing,Reason,Canonical,Title,Title length,Description,Description length,H1,Words,Click depth,Inlinks,In sitemap,Issues,Score,Rating,Last analysed,State since,State found by,Gone since,Clicks,Impressions,CTR,Position,Change of clicks,Google index',
      `/,200,,indexable,,/,'=1+1,4,,0,,300,,1,,0,85,Good,${time},${time},report,,,,,,,`,
      `/a,200,,indexable,,/list,Stühle,6,,0,,40,,2,,0,85,Good,${time},${time},report,,,,,,,`,
      `/b,200,,indexable,,/list,,0,,0,,5,,0,,2,85,Good,${time},${time},report,,,,,,,`,
      `/gone,404,,blocked,404,,,,,,,,,2,,0,,,${time},${time},report,,,,,,,`,
      `/old,301,/a,redirect,301,,,,,,,,,1,,0,,,${time},${time},report,,,,,,,`,
      '',
    ])
    const how = expect.any(String)
    expect((await linesOf('issues')).map((line) => line.split(',').slice(0, 8))).toEqual([
      '\ufeffURL,Check,Issue,Outcome,Importance,Points,Evidence,Line'.split(','),
      ['/b', 'broken-internal', how, 'fail', 'high', '2.5', '/gone', '35'],
      ['/b', 'broken-internal', how, 'fail', 'high', '2.5', '"<a href=""x"">"', '4'],
      ['/b', 'broken-internal', how, 'fail', 'high', '2.5', '/b', ''],
      ['/b', 'title-present', how, 'fail', 'high', '6', '', ''],
      [''],
    ])
    expect(await linesOf('links')).toEqual([
      '\ufeffFrom,To,Anchor,Rel,Status,Redirects to,By script',
      '/,/a,"A ""b""",,200,,no',
      '/,/old#x,Old,nofollow,301,/a,no',
      '/,/gone,,,404,,no',
      '/a,/,,,200,,no',
      '/a,/list?x=1,,,,,no',
      '/a,https://other.example/,,,,,no',
      '/b,/a,,,200,,no',
      '/b,/pdf,,,200,,yes',
      '/b,/loop,,,302,,no',
      '',
    ])
  })

  it('are exported with the statuses that the latest crawl found for files, loops and other websites', async () => {
    const service = await testService(await openStore())
    const links = ['/catalogue.pdf#page=2', '/loop', 'https://other.example/', '/private']
    await addPages(service, { '/': { links: links.map((href) => [href]) } })
    const { db } = service.store
    const add = async (id: number, state: 'done' | 'running', statuses: Record<string, number | null>) => {
      await db
        .insertInto('crawls')
        .values(newCrawl({ id, website_id: 1, state }))
        .execute()
      for (const [href, status] of Object.entries(statuses)) {
        const url = new URL(href, origin).href
        await db
          .insertInto('crawl_urls')
          .values(newCrawlUrl(db, { crawl_id: id, url, status, redirects_to: null }))
          .execute()
      }
    }
    await add(1, 'done', { '/catalogue.pdf': 404 })
    await add(2, 'done', { '/catalogue.pdf': 200, '/loop': 301, 'https://other.example/': 410, '/private': null })
    await add(3, 'running', { '/catalogue.pdf': 500 })
    const { text } = await service.call('GET /api/v1/websites/1/links.csv')
    expect(text.replaceAll(origin, '').split('\r\n').slice(1, -1)).toEqual([
      '/,/catalogue.pdf#page=2,,,200,,no',
      '/,/loop,,,301,,no',
      '/,https://other.example/,,,410,,no',
      '/,/private,,,,,no',
    ])
  })

  it('are exported without waived issues', async () => {
    const service = await testService(await openStore())
    await addPages(service, shop)
    const form = { website_id: '1', check: 'broken-internal', scope: 'website', reason: 'By design' }
    expect((await service.call('POST /api/v1/waivers', { form })).status).toBe(201)
    const { text } = await service.call('GET /api/v1/websites/1/issues.csv')
    expect(
      text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[1]),
    ).toEqual(['title-present'])
  })
})

it('the pages of a website need a key, an existing website and valid parameters', async () => {
  const service = await sqliteService()
  const { call, readKey, store } = service
  await addPages(service, shop)
  const wrong = 'status=9&words=5-1&canonical=shoes&in_sitemap=yes&depth=a&inlinks=9999999999&sort_by=title&page=0'
  const { status, body } = await call(`GET /api/v1/websites/1/pages?${wrong}`)
  expect(status).toBe(422)
  expect(body.errors).toMatchObject({
    status: ['status must be a status such as 404, or 4xx.'],
    words: ['words must be a number, or a range such as 0-50 or 300-.'],
    canonical: ['canonical must be a URL, or a path such as /shoes.'],
    in_sitemap: ['in_sitemap must be 1 or 0.'],
    inlinks: ['inlinks must be a number, or a range such as 0-50 or 300-.'],
  })
  expect(Object.keys(body.errors)).toHaveLength(8)
  for (const path of ['pages', 'pages.csv', 'issues.csv', 'links.csv']) {
    const of = (id: number, key?: string | null) =>
      call(`GET /api/v1/websites/${id}/${path}`, key === undefined ? {} : { key }).then((answer) => answer.status)
    expect([path, await of(1), await of(1, readKey), await of(1, null), await of(9)]).toEqual([
      path,
      200,
      200,
      401,
      404,
    ])
  }
  await deleteWebsite(store.db, 1)
  expect((await call('GET /api/v1/websites/1/links.csv')).status).toBe(404)
})

it('an export of a website ends for a client that disconnects', async () => {
  const service = await sqliteService()
  const { app, key } = service
  await addPages(service, Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`/${at}`, shop['/b']!])))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  for (let at = 0; at < 6; at += 1)
    await new Promise<void>((resolve) => {
      const asked = get(
        { port, path: '/api/v1/websites/1/links.csv', headers: { authorization: `Bearer ${key}` } },
        (answer) => {
          answer.once('data', () => asked.destroy())
          answer.once('close', resolve)
        },
      )
    })
  // More than one key can have at once.
  expect((await service.call('GET /api/v1/websites/1/issues.csv')).status).toBe(200)
})
