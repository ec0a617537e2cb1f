import { hash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { shownOnlyReason } from '#analyser/judged-as-production.ts'
import { createIdentityKeys } from '#service/identity/encryption.ts'
import { createJob } from '#service/store/jobs/jobs.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { smallPage } from '#testing/servers/loopback.ts'
import { recordRequests, redirectTo } from '#testing/servers/recording.ts'
import { testService, type TestService } from '#testing/service/service.ts'
import { describeEachEngine, openSqliteStore } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const form = {
  user_agent_suffix: 'Staff/1',
  headers: 'X-Staging: open',
  basic_user: 'staff',
  basic_password: 'secret',
  cookies: 'session=abc',
  signature: '1',
}
const names = ['authorization', 'cookie', 'x-staging', 'signature', 'signature-agent']
const publicUrl = 'https://reports.example'

/** Adds the website of a host, and sets how its pages are requested. */
async function setSite({ store, call }: TestService, host: string, settings: Record<string, string>) {
  const url = `https://${host}/`
  const { website_id } = await createReport(store.db, newReport({ url, domain: host }))
  const path = `/api/v1/websites/${website_id}/identity` as const
  expect((await call(`PUT ${path}`, { form: settings })).status).toBe(200)
  return path
}

/** Services whose jobs run, since only the last runner of one is closed. */
const running = new WeakSet<TestService>()

async function finishJob(service: TestService, fields: Record<string, string>, state = 'done') {
  const { call } = service
  const { body } = await call('POST /api/v1/jobs', { form: fields })
  if (!running.has(service)) service.runJobs()
  running.add(service)
  let job: any
  await expect.poll(async () => (job = (await call(`GET /api/v1/jobs/${body.data.id}`)).body.data).state).toBe(state)
  return job
}

describeEachEngine('the identity of a website', ({ openStore }) => {
  it('is sent with the page and its probe requests, and to no other host', async () => {
    const service = await testService(await openStore(), { publicUrl })
    const other = await recordRequests('https', { '*': smallPage })
    const site = await recordRequests('https', {
      '/': `<!doctype html><title>A page</title><link rel="stylesheet" href="/style.css"><script src="${other.url}/script.js"></script><a href="/away">Away</a><a href="${other.url}/page">Other</a>`,
      '/style.css': 'a { color: red }',
      '/away': redirectTo(`${other.url}/landed`),
    })
    for (const { host } of [site, other]) service.allowHosts.add(host)
    await setSite(service, site.host, form)
    const { status } = await service.call('POST /api/v1/reports', { form: { url: site.url } })
    expect(status).toBe(201)
    const asked = site.requests.map(({ path }) => path)
    for (const path of ['/', '/robots.txt', '/style.css', '/sitemap.xml', '/away']) expect(asked).toContain(path)
    for (const { path, headers } of site.requests) {
      const sent = names.filter((name) => headers[name] === undefined)
      expect({ path, missing: sent }).toEqual({ path, missing: [] })
      expect(headers['user-agent']).toContain(' Staff/1')
    }
    const elsewhere = other.requests.map(({ path }) => path)
    for (const path of ['/script.js', '/landed', '/page']) expect(elsewhere).toContain(path)
    for (const { headers } of other.requests) {
      expect(names.filter((name) => headers[name] !== undefined)).toEqual([])
      expect(headers['user-agent']).not.toContain('Staff')
    }
  })

  it('without its key fails the analysis, and nothing is requested', async () => {
    const store = await openStore()
    const site = await recordRequests('https', { '/': smallPage })
    const lost = await createIdentityKeys('another secret with 32 characters', null)
    await setSite(await testService(store, { identityKeys: lost }), site.host, { headers: 'X-Staging: open' })
    const service = await testService(store)
    service.allowHosts.add(site.host)
    const { status, body } = await service.call('POST /api/v1/reports', { form: { url: site.url } })
    expect({ status, code: body.codes?.url }).toEqual({ status: 422, code: ['identity_locked'] })
    await finishJob(service, { crawl: site.url }, 'failed')
    expect(site.requests).toEqual([])
  })
})

describe('the pages of a job', () => {
  it('of a crawl get the identity with all its requests, and other hosts none', async () => {
    const service = await testService(await openSqliteStore(), { publicUrl })
    const other = await recordRequests('https', { '*': smallPage })
    const site = await recordRequests('https', {
      '/': `<!doctype html><title>A page</title><a href="/a">A</a><a href="/away">Away</a><a href="/file.pdf">File</a><a href="${other.url}/page">Other</a>`,
      '/a': smallPage,
      '/away': redirectTo(`${other.url}/landed`),
      '/sitemap.xml': (_request, response) => {
        response.setHeader('content-type', 'application/xml')
        response.end(
          `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${site.url}/b</loc></url></urlset>`,
        )
      },
      '/b': smallPage,
      '/file.pdf': 'A file',
    })
    for (const { host } of [site, other]) service.allowHosts.add(host)
    await setSite(service, site.host, form)
    await finishJob(service, { crawl: site.url })
    const asked = site.requests.map(({ path }) => path)
    for (const path of ['/', '/a', '/b', '/away', '/file.pdf', '/robots.txt', '/sitemap.xml'])
      expect(asked).toContain(path)
    for (const { path, headers } of site.requests)
      expect({ path, missing: names.filter((name) => headers[name] === undefined) }).toEqual({ path, missing: [] })
    expect(other.requests.map(({ path }) => path)).toContain('/landed')
    for (const { headers } of other.requests) expect(names.filter((name) => headers[name] !== undefined)).toEqual([])
  })
})

describe('a page over http', () => {
  const sitemapOf =
    (url: () => string): RequestListener =>
    (_request, response) =>
      void response
        .setHeader('content-type', 'application/xml')
        .end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${url()}</loc></url></urlset>`)

  it('gets the identity only if a person gave an http URL of its website', async () => {
    const service = await testService(await openSqliteStore())
    const { call, store } = service
    const site = await recordRequests('http', {
      '/sitemap.xml': sitemapOf(() => `${site.url}/of-sitemap`),
      '/robots.txt': 'User-agent: *',
      '*': smallPage,
    })
    const other = await recordRequests('http', { '*': sitemapOf(() => `${site.url}/of-other`) })
    for (const { host } of [site, other]) service.allowHosts.add(host)
    await setSite(service, site.host, { headers: 'X-Staging: open' })
    const pages: Record<string, string> = {
      '/asked': 'open',
      '/listed': 'open',
      '/later': 'open',
      '/of-sitemap': 'open',
      '/crawled': 'open',
      '/of-other': '-',
      '/stored': '-',
    }
    await call('POST /api/v1/reports', { form: { url: `${site.url}/asked` } })
    const later = { form: { url: `${site.url}/later` }, headers: { prefer: 'respond-async' } }
    expect((await call('POST /api/v1/reports', later)).status).toBe(202)
    const stored = {
      kind: 'urls',
      label: '',
      url: null,
      crawl: null,
      author_name: null,
      author_id: 'abcdefgh',
    } as const
    const urls = [{ line: 1, url: `${site.url}/stored`, host: site.host }]
    await store.db.transaction().execute((tx) => createJob(tx, { ...stored, urls }))
    await finishJob(service, { urls: `${site.url}/listed` })
    await finishJob(service, { sitemap: `${site.url}/sitemap.xml` })
    await finishJob(service, { crawl: `${site.url}/crawled`, max_pages: '1' })
    await finishJob(service, { sitemap: `${other.url}/sitemap.xml` })
    const { id } = await createReport(store.db, newReport({ url: `${site.url}/checked`, domain: site.host }))
    const form = { kind: 'report', report_id: String(id), can_check: '1' }
    const { token } = (await call('POST /api/v1/links', { form })).body.data
    // Nobody gave its URL, and without the identity the page can be another one.
    const check = await call(`POST /api/v1/shared/links/${token}/check`, { key: null })
    expect([check.status, check.body.code, site.received('/checked', 'host')]).toEqual([409, 'needs_https', []])
    await expect.poll(() => Object.keys(pages).filter((path) => !site.received(path, 'host').length)).toEqual([])
    const sent = Object.keys(pages).map((path) => [path, site.received(path, 'x-staging')[0]])
    expect(Object.fromEntries(sent)).toEqual(pages)
  })
})

describe('a website that is judged as production', () => {
  const page = (links = '') =>
    `<!doctype html><html lang="en"><head><title>A page of the shop</title><meta name="robots" content="noindex, nofollow"><link rel="stylesheet" href="/style.css"></head><body><h1>A page</h1><p>${'The lamps of the shop shine in the evening. '.repeat(40)}</p>${links}</body></html>`
  const robots = 'User-agent: *\nDisallow: /\nDisallow: /logout\nSitemap: https://shop.example/sitemap.xml\n'
  const pages = {
    '/': page('<a href="/a">A page</a> <a href="/logout">Log out</a>'),
    '/a': page(),
    '/logout': page(),
    '/style.css': 'a { color: red }',
    '/robots.txt': robots,
  }
  const results = async (service: TestService, url: string) => {
    const { body } = await service.call('POST /api/v1/reports', { form: { url } })
    return (await service.call(`GET /api/v1/reports/${body.data.id}`)).body.data
  }

  it('has its robots.txt and noindex shown, and not scored', async () => {
    const service = await testService(await openSqliteStore())
    const site = await recordRequests('https', pages)
    service.allowHosts.add(site.host)
    const before = await results(service, site.url)
    expect(before.facts.indexable.state).toBe('blocked')
    expect(before.results['robots-blocked'].outcome).toBe('fail')
    expect(site.received('/style.css', 'host')).toEqual([])
    await setSite(service, site.host, { judge_as_production: '1' })
    const after = await results(service, site.url)
    expect(after.facts.indexable).toMatchObject({
      state: 'indexable',
      code: 'production',
      reason: 'robots.txt line 2 disallows it, which is shown and not scored',
    })
    for (const check of ['robots-blocked', 'noindex']) {
      const { outcome, points_lost, reason, evidence } = after.results[check]
      expect({ check, outcome, points_lost }).toEqual({ check, outcome: 'info', points_lost: 0 })
      expect(reason).toBe(shownOnlyReason)
      expect(evidence[0].note).toContain('Shown, not scored')
    }
    expect(after.results['robots-blocked'].value).toBe('Disallow: /')
    expect(after.results['blocked-resources'].outcome).not.toBe('fail')
    expect(after.score).toBeGreaterThan(before.score)
    expect(site.received('/style.css', 'host')).toEqual([site.host])
  })

  it('is crawled with the sitemaps of its production host as its own, and no request there', async () => {
    const service = await testService(await openSqliteStore())
    const { store, call, allowHosts } = service
    const live = await recordRequests('https', { '*': smallPage })
    const tags = (path: string) =>
      `<link rel="canonical" href="${live.url}${path}"><link rel="alternate" hreflang="en" href="${live.url}${path}">`
    const ofShop = (path: string, links = '') => page(links).replace('</head>', `${tags(path)}</head>`)
    const xml = { 'content-type': 'application/xml' }
    const listing = (kind: 'sitemap' | 'url', ...paths: string[]): RequestListener => {
      const entries = paths.map((path) => `<${kind}><loc>${live.url}${path}</loc></${kind}>`).join('')
      const root = kind === 'url' ? 'urlset' : 'sitemapindex'
      return (_, response) =>
        response
          .writeHead(200, xml)
          .end(`<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</${root}>`)
    }
    const site = await recordRequests('https', {
      ...pages,
      '/': ofShop('/', '<a href="/a">A page</a>'),
      '/a': ofShop('/a'),
      '/listed': ofShop('/listed'),
      '/robots.txt': `User-agent: *\nDisallow: /\nSitemap: ${live.url}/index.xml\n`,
      '/index.xml': listing('sitemap', '/child.xml'),
      '/child.xml': listing('url', '/', '/listed'),
    })
    for (const { host } of [site, live]) allowHosts.add(host)
    await setSite(service, site.host, { judge_as_production: '1', production_host: live.host })
    await finishJob(service, { crawl: `${site.url}/` })
    expect(live.requests).toEqual([])
    const rows = await store.db
      .selectFrom('crawl_urls')
      .select(['url', 'kind', 'indexability', 'in_sitemap', 'orphan'])
      .where('kind', '=', 'page')
      .orderBy('url')
      .execute()
    const indexable = { kind: 'page', indexability: 'indexable' }
    expect(rows).toEqual([
      { ...indexable, url: `${site.url}/`, in_sitemap: 1, orphan: null },
      { ...indexable, url: `${site.url}/a`, in_sitemap: 0, orphan: null },
      { ...indexable, url: `${site.url}/listed`, in_sitemap: 1, orphan: 'sitemap_only' },
    ])
    const { body } = await call('GET /api/v1/websites/1/pages')
    expect(body.data.map(({ in_sitemap }: { in_sitemap: boolean }) => in_sitemap).toSorted()).toEqual([
      false,
      true,
      true,
    ])
    const [{ figures }] = (await call('GET /api/v1/websites/1/crawls')).body.data
    expect(figures.problems).toEqual([])
  })

  it('is crawled in spite of them, and otherwise not', async () => {
    const service = await testService(await openSqliteStore())
    const site = await recordRequests('https', pages)
    service.allowHosts.add(site.host)
    await setSite(service, site.host, { headers: 'X-Staging: open' })
    await finishJob(service, { crawl: site.url })
    expect(site.received('/a', 'host')).toEqual([])
    // The website's robots.txt has this value, which no crawl keeps.
    await setSite(service, site.host, { headers: 'X-Staging: shop.example', judge_as_production: '1' })
    await finishJob(service, { crawl: site.url })
    expect(site.received('/a', 'host')).toHaveLength(1)
    expect(site.received('/logout', 'host')).toEqual([])
    const crawls = await service.store.db.selectFrom('crawls').select(['figures', 'robots_txt']).orderBy('id').execute()
    expect(crawls.map(({ robots_txt }) => robots_txt)).toEqual([robots, robots.replace('shop.example', '•••')])
    const hashes = crawls.map(({ figures }) => JSON.parse(figures ?? '{}').robots_hash)
    expect(hashes).toEqual([hash('sha256', robots), hash('sha256', robots)])
  })
})
