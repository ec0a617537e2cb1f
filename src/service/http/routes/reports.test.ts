import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ruleset } from '#analyser/catalogue.ts'
import { texts as hreflangTexts } from '#analyser/checks/hreflang.ts'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import { AnyReport } from '#contract/reports/any-report.ts'
import { ignoredCanonicalText, indexabilityOfRow, indexabilityText } from '#contract/reports/indexability.ts'
import { Report } from '#contract/reports/report.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { problem, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'

describeEachEngine('reports', ({ openStore }) => {
  it('are created from a URL and returned complete', async () => {
    const { call, allowHosts } = await testService(await openStore())
    const { host, url } = await servePages({ '/page': smallPage })
    allowHosts.add(host)
    const made = await call('POST /api/v1/reports', { form: { url: ` ${url}/page#part ` } })
    expect(made).toMatchObject({
      status: 201,
      body: { status: 201, data: { url: `${url}/page`, domain: host, title: 'A small page', engine: 'http' } },
    })
    expect(made.headers['location']).toBe(`/api/v1/reports/${made.body.data.id}`)
    const report = readItem(Report, made.body)
    expect(report.results['title-present']).toMatchObject({
      outcome: 'pass',
      passed: true,
      category: 'content',
      importance: 'high',
    })
    expect(report.results['https']).toMatchObject({ outcome: 'fail', passed: false })
    expect(report.facts).toMatchObject({ final_url: `${url}/page`, status: 200, lang: 'en', truncated: false })
    expect(report.timings?.total).toBeGreaterThan(0)
    const read = readItem(AnyReport, made.body)
    expect([read.other, read.results.filter((check) => Object.keys(check.other).length > 0)]).toEqual([{}, []])
    const names = checkCatalogue().map(({ id, name }) => [id, name])
    const sentNames = Object.entries(report.results).map(([id, { name }]) => [id, name])
    expect(sentNames.toSorted()).toEqual(names.toSorted())
    expect(read.results.map(({ id, outcome }) => [id, outcome])).toEqual(
      Object.entries(report.results).map(([id, { outcome }]) => [id, outcome]),
    )
    expect((await call(`GET ${made.headers['location'] as string}`)).body).toEqual({
      data: made.body.data,
      status: 200,
    })
  })

  it('read hreflang links from a sitemap of an index as they read those of the page', async () => {
    const { call, allowHosts } = await testService(await openStore())
    const link = (code: string, path: string) => `<xhtml:link rel="alternate" hreflang="${code}" href="${url}${path}"/>`
    const entry = (path: string, links: string) => `<url><loc>${url}${path}</loc>${links}</url>`
    const { host, url } = await servePages({
      '/en': smallPage,
      '/de': smallPage,
      '/old': smallPage,
      '/robots.txt': (_, response) => response.end(`Sitemap: ${url}/index.xml`),
      '/index.xml': (_, response) =>
        response.end(`<sitemapindex><sitemap><loc>${url}/pages.xml</loc></sitemap></sitemapindex>`),
      '/pages.xml': (_, response) => {
        const all = link('en', '/en') + link('de', '/de') + link('fr', '/fr') + link('x-default', '/en')
        const entries = entry('/de', all) + entry('/en', all) + entry('/fr', link('fr', '/fr')) + entry('/old', '')
        response.end(gzipSync(`<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries}</urlset>`))
      },
    })
    allowHosts.add(host)
    const hreflangOf = async (path: string) =>
      (await call('POST /api/v1/reports', { form: { url: url + path } })).body.data.results.hreflang
    expect(await hreflangOf('/en')).toMatchObject({
      outcome: 'warn',
      title: '1 language version in the sitemap doesn’t link back to the page',
      evidence: [{ url: `${url}/fr`, note: hreflangTexts.noReturnEntry }],
    })
    expect(await hreflangOf('/de')).toMatchObject({ outcome: 'warn', evidence: [{ url: `${url}/fr` }] })
    expect(await hreflangOf('/old')).toMatchObject({
      outcome: 'not-applicable',
      title: hreflangTexts.none,
    })
  })

  it('of the same URL are created each time, and counted on the website', async () => {
    const { call, allowHosts } = await testService(await openStore())
    const { host, url } = await servePages({ '/': smallPage })
    allowHosts.add(host)
    const [first, second] = [
      await call('POST /api/v1/reports', { json: { url } }),
      await call('POST /api/v1/reports', { form: { url } }),
    ]
    expect(second.body.data.id).toBeGreaterThan(first.body.data.id)
    expect(second.body.data.website_id).toBe(first.body.data.website_id)
    const website = await call(`GET /api/v1/websites/${first.body.data.website_id}`)
    expect(website.body.data).toMatchObject({
      domain: host,
      reports_count: 2,
      reports_avg_score: first.body.data.score,
      privacy: 1,
      has_password: false,
    })
  })

  it('of older rulesets open and compare with the results of checks that no longer exist', async () => {
    const service = await testService(await openStore())
    const { db } = service.store
    const removed = newCheckResult({ outcome: 'fail', passed: false, category: 'performance', points_lost: 12 })
    const evaluation = newEvaluation({ results: { 'title-present': newCheckResult(), 'removed-check': removed } })
    const old = await createReport(db, newReport({ ruleset: ruleset - 1, evaluation }))
    const recent = await createReport(db, newReport({ ruleset }))
    const { status, body } = await service.call(`GET /api/v1/reports/${old.id}`)
    expect(status).toBe(200)
    expect(body.data.results['removed-check']).toEqual({ ...removed, name: null })
    const compared = await service.call(`GET /api/v1/reports/${recent.id}/compare/${old.id}`)
    expect(compared.status).toBe(200)
    expect(compared.body.data.checks).toMatchObject([{ id: 'removed-check', change: 'not_checked', after: null }])
  })

  it('of URLs that redirect have their own status, and the findings of the target', async () => {
    const { call, allowHosts } = await testService(await openStore())
    const { host, url } = await servePages({
      '/old': (_, response) => response.writeHead(301, { location: '/older' }).end(),
      '/older': (_, response) => response.writeHead(302, { location: '/page' }).end(),
      '/page': smallPage,
    })
    allowHosts.add(host)
    const { body } = await call('POST /api/v1/reports', { form: { url: `${url}/old` } })
    const own = {
      url: `${url}/old`,
      status: 301,
      redirects_to: `${url}/page`,
      redirect_statuses: '301, 302',
      indexability: 'redirect',
      counted: false,
      main_issue: null,
    }
    expect(body.data).toMatchObject({ ...own, title: 'A small page' })
    expect(body.data.facts).toMatchObject({ status: 200, final_url: `${url}/page` })
    expect(body.data.facts.indexable).toMatchObject({
      state: 'redirect',
      redirects: { to: '/page', statuses: '301, 302' },
      reason: expect.stringMatching(/^the findings are those of its target: it returned status 200/),
    })
    expect((await call('GET /api/v1/reports?indexability=redirect')).body.data).toMatchObject([own])
    expect((await call('GET /api/v1/exports/reports.csv')).text).toContain(',"Redirects to /page (301, 302)",,')
  })

  it('of pages with another canonical URL have one sentence in rows, facts, files and comparisons', async () => {
    const service = await testService(await openStore())
    const { call, allowHosts } = service
    const sentences = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `Chair ${number} of oak stands in room ${number}.`)
    const chairs = (canonical: string) =>
      `<!doctype html><html lang="en"><title>Chairs</title><link rel="canonical" href="${canonical}"><h1>Chairs</h1><p>${sentences.join(' ')}`
    const { host, url } = await servePages({
      '/': smallPage,
      '/chairs': chairs('/chairs'),
      '/chairs?colour=red': chairs('/chairs'),
      '/home': chairs('/'),
      '/gone': chairs('/missing'),
    })
    allowHosts.add(host)
    for (const [path, text, others] of [
      [
        '/chairs?colour=red',
        'Google will index /chairs instead',
        { indexability: 'other_url', indexing_code: 'canonical', indexed_url: `${url}/chairs` },
      ],
      [
        '/home',
        'The page asks Google to index / instead',
        {
          indexability: 'other_url',
          indexing_code: 'canonical_unlike',
          indexed_url: `${url}/`,
          score: expect.toSatisfy((score: number) => score <= 49),
        },
      ],
      [
        '/gone',
        ignoredCanonicalText,
        { indexability: 'indexable', indexing_code: 'canonical_ignored', indexed_url: null, counted: true },
      ],
    ] as const) {
      const { body } = await call('POST /api/v1/reports', { form: { url: url + path } })
      expect(body.data).toMatchObject(others)
      expect(indexabilityText(body.data.facts.indexable)).toBe(text)
      const [row] = (await call('GET /api/v1/reports')).body.data
      expect(row).toMatchObject({ id: body.data.id, ...others })
      expect(indexabilityText(indexabilityOfRow(row)!)).toBe(text)
      expect((await call('GET /api/v1/exports/reports.csv')).text).toContain(`,${text},`)
      const again = (await call('POST /api/v1/reports', { form: { url: url + path } })).body.data.id
      const { values } = (await call(`GET /api/v1/reports/${again}/compare/${body.data.id}`)).body.data
      expect(values.find(({ name }: { name: string }) => name === 'indexability').after[0]).toBe(text)
    }
    expect(await findFaults(service.store.db)).toEqual([])
  })

  it('have only the listed fields in a list', async () => {
    const { call, store } = await testService(await openStore())
    const { id, website_id } = await createReport(store.db, newReport({ score: 42 }))
    const { body } = await call('GET /api/v1/reports')
    expect(body.data).toEqual([
      {
        id,
        url: 'https://www.shop.example/',
        website_id,
        page_id: 1,
        domain: 'shop.example',
        title: 'A page',
        score: 42,
        result: 'bad',
        engine: 'http',
        previous_score: null,
        change: null,
        latest: true,
        status: 200,
        redirects_to: null,
        redirect_statuses: null,
        indexability: 'indexable',
        indexing_code: 'open',
        indexed_url: null,
        counted: true,
        main_issue: null,
        main_issue_name: null,
        clicks: null,
        impressions: null,
        ctr: null,
        position: null,
        clicks_change: null,
        google_index: null,
        lcp: null,
        inp: null,
        cls: null,
        field_scope: null,
        created_at: '2026-03-04T05:06:07.890Z',
      },
    ])
  })

  it('are deleted once, and lead to the latest of their URL', async () => {
    const { call, store } = await testService(await openStore())
    const [old, newer] = [await createReport(store.db, newReport()), await createReport(store.db, newReport())]
    expect(await call(`DELETE /api/v1/reports/${old.id}`)).toMatchObject({
      status: 200,
      body: { id: old.id, object: 'report', deleted: true, status: 200 },
    })
    const notFound = problem('not_found', 'Resource not found.', { same_url_report_id: newer.id })
    expect(await call(`GET /api/v1/reports/${old.id}`)).toMatchObject({ status: 404, body: notFound })
    expect(await call(`DELETE /api/v1/reports/${old.id}`)).toMatchObject({ status: 404, body: notFound })
    await call(`DELETE /api/v1/reports/${newer.id}`)
    expect((await call(`GET /api/v1/reports/${newer.id}`)).body).toEqual(problem('not_found', 'Resource not found.'))
  })

  it('are not created for pages that cannot be analysed, and nothing is stored', async () => {
    const { call, allowHosts } = await testService(await openStore())
    const { host, url } = await servePages({
      '/file.pdf': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
      '/login': (_, response) => response.writeHead(401, { 'content-type': 'text/html' }).end('<p>Sign in</p>'),
      '/challenge': (_, response) => response.writeHead(200, { 'cf-mitigated': 'challenge' }).end(),
    })
    allowHosts.add(host)
    const user_agent = expect.stringContaining('SEO-Reports/')
    for (const [wrong, code, fieldCode, blocked_by] of [
      ['', 'invalid_fields', 'required'],
      ['example.com/page', 'invalid_fields', 'missing_scheme'],
      ['javascript:alert(1)', 'invalid_fields', 'missing_scheme'],
      ['https://user:word@shop.example/', 'invalid_fields', 'has_credentials'],
      ['http://127.0.0.1:1/', 'page_not_analysed', 'unreachable'],
      [`${url}/file.pdf`, 'page_not_analysed', 'pdf'],
      [`${url}/login`, 'refused', 'refused', { status: 401, vendor: null, user_agent }],
      [`${url}/challenge`, 'bot_wall', 'bot_wall', { status: 200, vendor: 'Cloudflare', user_agent }],
    ] as const) {
      const { status, body } = await call('POST /api/v1/reports', { form: { url: wrong } })
      expect({ wrong, status }).toEqual({ wrong, status: 422 })
      const errors = { url: [expect.stringMatching(/^[A-Z].*[.]$/)] }
      const [sentence] = body.errors.url
      const message = code === 'invalid_fields' ? `url: ${sentence}` : sentence
      const codes = { url: [fieldCode] }
      expect(body).toEqual(problem(code, message, { errors, codes, ...(blocked_by && { blocked_by }) }))
    }
    expect((await call('GET /api/v1/reports')).body.meta.total).toBe(0)
    expect((await call('GET /api/v1/websites')).body.meta.total).toBe(0)
  })
})
