import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { pageIssues } from '#analyser/page-state.ts'
import { bareChange } from '#contract/jobs/alert-entries.ts'
import type { Alert } from '#contract/jobs/alerts.ts'
import { mostClicksFirst } from '#service/store/google/changes-by-clicks.ts'
import { storeInspections } from '#service/store/google/inspections.ts'
import { storeQueries } from '#service/store/google/queries.ts'
import { refreshClicks } from '#service/store/google/refresh-clicks.ts'
import { createReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { recordRequests } from '#testing/servers/recording.ts'
import { signedInWith } from '#testing/service/people.ts'
import { testService } from '#testing/service/service.ts'
import { runnerOn, watchWebsite } from '#testing/store/alerts.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { daysAgo, figures, indexState, storeClicks, storeDaysOfClicks } from '#testing/store/search.ts'

const origin = 'https://shop.example'
const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => daysAgo(from + at))

/** Three pages: one lost clicks, one has none, and Google showed the last one never. */
async function storeShop(db: Kysely<Schema>) {
  for (const path of ['/fell', '/shown', '/unknown'])
    await createReport(db, newReport({ url: origin + path, domain: 'shop.example', score: 90 }))
  for (const day of days(28, 55)) await storeClicks(db, day, { '/fell': figures(4) })
  await storeDaysOfClicks(db, days(0, 27), { '/fell': figures(1, 10, 3), '/shown': figures(0, 2, 20) })
  const pages = [
    { id: 1, state: indexed },
    { id: 2, state: { ...indexed, google_index: 'Crawled - currently not indexed', verdict: 'NEUTRAL' } },
  ]
  await storeInspections(db, 1, pages, inspected_at)
}

const inspected_at = '2026-03-30T08:00:00.000Z'
const indexed = indexState('Submitted and indexed', {
  google_canonical: `${origin}/other`,
  user_canonical: `${origin}/fell`,
  last_crawl_at: '2026-03-12T06:00:00.000Z',
})

const fell = {
  clicks: 28,
  impressions: 280,
  ctr: 0.1,
  position: 3,
  clicks_change: -84,
  google_index: 'Submitted and indexed',
}
const unknown = {
  clicks: null,
  impressions: null,
  ctr: null,
  position: null,
  clicks_change: null,
  google_index: null,
}

const shown = {
  ...unknown,
  clicks: 0,
  impressions: 56,
  ctr: 0,
  position: 20,
  google_index: 'Crawled - currently not indexed',
}

type Row = { url: string; page_id: number } & typeof unknown
const paths = (rows: readonly Row[]) => rows.map(({ url }) => url.slice(origin.length)).join(' ')

describeEachEngine("Google's figures", onBoth, ({ openStore }) => {
  it('are columns, filters and orders of the pages of a website and of the latest reports', async () => {
    const { call, store } = await testService(await openStore())
    await storeShop(store.db)
    for (const list of ['/api/v1/websites/1/pages', '/api/v1/reports'] as const) {
      const rows = async (query: string): Promise<Row[]> =>
        (await call(`GET ${list}?${list === '/api/v1/reports' ? 'latest=1&' : ''}${query}` as const)).body.data
      const [first, second, third] = await rows('sort_by=clicks&sort=desc')
      expect([first, second, third]).toMatchObject([
        { url: `${origin}/fell`, page_id: 1, ...fell },
        { url: `${origin}/shown`, page_id: 2, ...shown },
        { url: `${origin}/unknown`, page_id: 3, ...unknown },
      ])
      for (const [query, expected] of [
        ['sort_by=clicks&sort=asc', '/shown /fell /unknown'],
        ['sort_by=position&sort=asc', '/fell /shown /unknown'],
        ['sort_by=impressions&sort=desc', '/fell /shown /unknown'],
        ['sort_by=clicks&sort=asc&clicks=0-27', '/shown'],
        ['impressions=57-', '/fell'],
        ['position=1-10', '/fell'],
        ['clicks_change=lost', '/fell'],
        ['clicks_change=won', ''],
        ['google_index=Submitted+and+indexed', '/fell'],
        ['google_index=submitted', ''],
      ] as const)
        expect([query, paths(await rows(query))]).toEqual([query, expected])
    }
    const { text } = await call('GET /api/v1/websites/1/pages.csv?sort_by=clicks&sort=desc')
    expect(text.split('\r\n').map((line) => line.split(',').slice(-6).join())).toEqual([
      'Clicks,Impressions,CTR,Position,Change of clicks,Google index',
      '28,280,0.1,3,-84,Submitted and indexed',
      '0,56,0,20,,Crawled - currently not indexed',
      ',,,,,',
      '',
    ])
    const found = await call('GET /api/v1/reports/2')
    expect(found.body.data).toMatchObject({ clicks: 0, impressions: 56 })
  })

  it('order the latest reports only', async () => {
    const { call, store } = await testService(await openStore())
    await storeShop(store.db)
    for (const sort of ['clicks', 'impressions', 'position'] as const) {
      const { status, body } = await call(`GET /api/v1/reports?sort_by=${sort}`)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['sort_by']])
      expect((await call(`GET /api/v1/reports?sort_by=${sort}&latest=1`)).status).toBe(200)
    }
    await createReport(store.db, newReport({ url: `${origin}/fell`, domain: 'shop.example' }))
    const rows: Row[] = (await call('GET /api/v1/reports?sort=asc')).body.data
    expect(rows.map(({ clicks }) => clicks)).toEqual([null, 0, null, 28])
    const { body } = await call('GET /api/v1/reports/2/neighbours?latest=1&sort_by=clicks')
    expect(body.data).toMatchObject({ position: 2, previous: { id: 4 }, next: { id: 3 } })
  })

  it('are hidden from guests, who can neither sort nor filter by them, unless their client shows them', async () => {
    const { call, store } = await testService(await openStore())
    await storeShop(store.db)
    await call('POST /api/v1/clients', { form: { name: 'Acme' } })
    await call('PUT /api/v1/websites/1/client', { form: { client_id: '1' } })
    const grant = { right: 'view', scope: 'client', client_id: 1, website_id: null } as const
    const cookie = await signedInWith(store.db, 'guest', [grant])
    const asGuest = (path: string) => call(`GET ${path}` as `${string} ${string}`, { key: null, headers: { cookie } })
    const seen = async () => [
      await asGuest('/api/v1/reports?latest=1&sort_by=clicks&sort=desc&clicks=1-'),
      await asGuest('/api/v1/websites/1/pages?sort_by=clicks&sort=desc&clicks=1-'),
    ]
    const states = async () =>
      (await asGuest('/api/v1/reports/filters')).body.data.filter(
        ({ filter }: { filter: string }) => filter === 'google_index',
      )
    const filtered = async () => (await asGuest('/api/v1/reports?google_index=Submitted+and+indexed')).body.data.length
    const inspection = async () => (await asGuest('/api/v1/reports/1/inspection')).body.data
    expect([await states(), await filtered(), await inspection()]).toEqual([[], 3, null])
    const result = async () => (await asGuest('/api/v1/reports/4')).body.data.results['google-index']
    const results = { 'google-index': newCheckResult({ outcome: 'info', passed: false, scored: false }) }
    const evaluation = newEvaluation({ results })
    const { id } = await createReport(store.db, newReport({ url: `${origin}/fell`, evaluation, score: 90 }))
    expect([id, await result()]).toEqual([4, undefined])
    const hidden = await seen()
    expect(hidden.map(({ body }) => body.data.length)).toEqual([3, 3])
    for (const { body } of hidden)
      for (const row of body.data) expect(row).toMatchObject({ ...unknown, page_id: expect.any(Number) })
    const { text } = await asGuest('/api/v1/websites/1/pages.csv')
    expect(
      text
        .split('\r\n')
        .slice(1, 4)
        .every((line: string) => line.endsWith(',,,,,,')),
    ).toBe(true)
    await call('PUT /api/v1/clients/1', { form: { clicks: '1' } })
    for (const { body } of await seen()) expect(body.data).toMatchObject([fell])
    expect([(await states()).length, await filtered(), (await inspection()).verdict]).toEqual([2, 1, 'PASS'])
    expect((await result()).outcome).toBe('info')
    await watchWebsite(store.db, 1, ['google_dropped'])
    await storeInspections(store.db, 1, [{ id: 1, state: { ...indexed, verdict: 'FAIL' } }], inspected_at)
    await runnerOn(store.db).run()
    const alerted = async () => (await asGuest('/api/v1/alerts')).body.data.map((alert: Alert) => alert.changes.length)
    expect(await alerted()).toEqual([1])
    await call('PUT /api/v1/clients/1', { form: { clicks: '0' } })
    expect(await alerted()).toEqual([0])
  })

  it('have what Google has of a page in its index in its next report', async () => {
    const service = await testService(await openStore())
    const { host, url } = await recordRequests('https', { '/': '<!doctype html><title>Lamps</title>' })
    service.allowHosts.add(host)
    const analysed = async () =>
      (await service.call('POST /api/v1/reports', { form: { url } })).body.data.results['google-index']
    expect((await analysed()).outcome).toBe('unknown')
    await storeInspections(
      service.store.db,
      1,
      [{ id: 1, state: { ...indexed, google_canonical: null } }],
      inspected_at,
    )
    expect(await analysed()).toMatchObject({ outcome: 'pass', value: indexed.google_index })
  })

  it('have what Google has of a page in its index, with the state before', async () => {
    const { call, store } = await testService(await openStore())
    await storeShop(store.db)
    const inspection = async (report: number) => (await call(`GET /api/v1/reports/${report}/inspection`)).body.data
    expect(await inspection(1)).toEqual({ ...indexed, inspected_at, before: null })
    expect(await inspection(3)).toBeNull()
    const until = '2026-03-31T08:00:00.000Z'
    const dropped = { ...indexed, verdict: 'FAIL', google_index: 'Not found (404)' }
    await storeInspections(store.db, 1, [{ id: 1, state: dropped }], until)
    const before = { verdict: 'PASS', google_index: 'Submitted and indexed', until }
    expect(await inspection(1)).toEqual({ ...dropped, inspected_at: until, before })
    const { body } = await call('GET /api/v1/reports/filters')
    const counts = body.data.filter(({ filter }: { filter: string }) => filter === 'google_index')
    expect(counts.map(({ value, count }: { value: string; count: number }) => [value, count]).toSorted()).toEqual([
      ['Crawled - currently not indexed', 1],
      ['Not found (404)', 1],
    ])
  })

  it('are the history of the property and of a page, without the days that Google told nothing of', async () => {
    const { call, store } = await testService(await openStore())
    await storeShop(store.db)
    await storeClicks(store.db, daysAgo(1), {}, null)
    const get = async (query: string) => (await call(`GET /api/v1/websites/1/search/history?${query}`)).body
    const property = await get(`from=${daysAgo(2)}`)
    const day = { days: 1, clicks: 99, impressions: 990, position: 2 }
    expect(property.data).toEqual([
      { day: daysAgo(2), ...day },
      { day: daysAgo(0), ...day },
    ])
    expect(property.meta).toEqual({ unassigned: 2 * 98, unassigned_impressions: 2 * 978 })
    const ofPage = await get(`page_id=1&from=${daysAgo(28)}&to=${daysAgo(27)}`)
    expect(ofPage.data).toEqual([
      { day: daysAgo(28), days: 1, clicks: 4, impressions: 40, position: 2 },
      { day: daysAgo(27), days: 1, clicks: 1, impressions: 10, position: 3 },
    ])
    expect((await get('page_id=3')).data).toEqual([])
  })

  it('name URLs that are no pages yet, until one is analysed', async () => {
    const { call, store } = await testService(await openStore())
    await storeShop(store.db)
    await storeDaysOfClicks(store.db, [daysAgo(0)], { '/new': figures(5, 20), '/other': figures(7) })
    const unmatched = async () => (await call('GET /api/v1/websites/1/search/unmatched')).body
    expect(await unmatched()).toMatchObject({
      data: [
        { url: `${origin}/other`, clicks: 7, impressions: 70, ctr: 0.1, position: 2 },
        { url: `${origin}/new`, clicks: 5, impressions: 20, ctr: 0.25, position: 2 },
      ],
      meta: { total: 2 },
    })
    const { text } = await call('GET /api/v1/websites/1/search/unmatched.csv')
    expect(text).toBe(
      `\ufeffURL,Clicks,Impressions,CTR,Position\r\n${origin}/other,7,70,0.1,2\r\n${origin}/new,5,20,0.25,2\r\n`,
    )
    const { page_id } = await createReport(store.db, newReport({ url: `${origin}/new`, domain: 'shop.example' }))
    expect((await unmatched()).data).toMatchObject([{ url: `${origin}/other` }])
    const page = store.db.selectFrom('pages').select(['clicks', 'impressions']).where('id', '=', page_id)
    expect(await page.execute()).toEqual([{ clicks: 5, impressions: 20 }])
  })

  it('name the queries of a page, and the words of the first one that its title lacks', async () => {
    const { call, store } = await testService(await openStore())
    const title = 'Oak LAMPS for desks'
    await createReport(store.db, newReport({ url: `${origin}/fell`, domain: 'shop.example', title }))
    const rows = [
      { url: `${origin}/fell`, query: 'cheap oak lamps', ...figures(6, 12, 3) },
      { url: `${origin}/fell`, query: 'desks', ...figures(1) },
    ]
    await storeQueries(store.db, 1, { first_day: daysAgo(27), last_day: daysAgo(0) }, rows)
    await storeDaysOfClicks(store.db, [daysAgo(0)], { '/fell': figures(7) })
    const { data, meta } = (await call('GET /api/v1/reports/1/queries')).body
    expect(data).toEqual([
      { query: 'cheap oak lamps', clicks: 6, impressions: 12, ctr: 0.5, position: 3 },
      { query: 'desks', clicks: 1, impressions: 10, ctr: 0.1, position: 2 },
    ])
    expect(meta.title_lacks).toEqual(['cheap'])
  })

  it('are at risk on pages that Google will no longer show', async () => {
    const { call, store } = await testService(await openStore())
    const states = {
      '/noindex': { indexability: 'blocked', main_issue: 'noindex' },
      '/gone': { indexability: 'blocked', main_issue: 'http-status', status: 404 },
      '/error': { indexability: 'blocked', main_issue: 'http-status', status: 503 },
      '/robots': { indexability: 'blocked', main_issue: 'robots-blocked' },
      '/other': { indexability: 'other_url', main_issue: 'canonical-elsewhere' },
      '/moved': { indexability: 'redirect', main_issue: null, status: 301, redirects_to: `${origin}/new` },
      '/same': { indexability: 'redirect', main_issue: null, status: 301, redirects_to: `${origin}/new` },
      '/quiet': { indexability: 'blocked', main_issue: 'noindex' },
      '/sound': {},
    } as const
    const clicks = Object.keys(states).map((path, at) => [path, figures(path === '/quiet' ? 0 : 20 - at, 100)] as const)
    const reportOf = (path: string, given: object, title: string, at: string) => {
      const report = newReport({ url: origin + path, domain: 'shop.example', title, created_at: `${at}T08:00:00.000Z` })
      const h1 = { level: 1, text: title, hidden: false, at: 1 } as (typeof report.facts.headings.items)[number]
      const facts = { ...report.facts, headings: { ...report.facts.headings, items: [h1] } }
      return createReport(store.db, { ...report, facts, state: { ...report.state, ...given } })
    }
    for (const path of Object.keys(states)) await reportOf(path, {}, 'Lamps', daysAgo(60))
    for (const [path, state] of Object.entries(states))
      await reportOf(path, state, path === '/moved' ? 'Sofas' : 'Lamps', daysAgo(1))
    await storeDaysOfClicks(store.db, [daysAgo(40), daysAgo(5), daysAgo(0)], Object.fromEntries(clicks))
    const { data, meta } = (await call('GET /api/v1/websites/1/at-risk')).body
    const expected = ['noindex', 'not_found', 'server_error', 'disallowed', 'canonicalised', 'redirected']
    // Those of the 28 days before the change: of one of the three days.
    expect(data).toEqual(
      expected.map((cause, at) => ({
        url: origin + Object.keys(states)[at],
        page_id: at + 1,
        cause,
        day: daysAgo(1),
        clicks: 20 - at,
      })),
    )
    expect(meta).toEqual({ clicks: 105, pages: 6 })
    expect((await call('GET /api/v1/websites/1')).body.data.at_risk).toBe(105)
    expect((await call('GET /api/v1/websites')).body.data).toMatchObject([{ at_risk: 105 }])
    expect((await call('GET /api/v1/overview')).body.data).toMatchObject({
      at_risk: 105,
      websites_at_risk: { count: 1, websites: [{ website_id: 1, domain: 'shop.example', clicks: 105 }] },
    })
    const cookie = await signedInWith(store.db, 'guest', [
      { right: 'view', scope: 'website', client_id: null, website_id: 1 },
    ])
    const asGuest = async (path: string) =>
      (await call(`GET ${path}` as `${string} ${string}`, { key: null, headers: { cookie } })).body.data
    expect(await asGuest('/api/v1/websites/1/at-risk')).toEqual([])
    expect((await asGuest('/api/v1/websites/1')).at_risk).toBeNull()
    const overview = await asGuest('/api/v1/overview')
    expect(overview).toMatchObject({ at_risk: null, websites_at_risk: { count: 0, websites: [] } })
    for (const path of ['history', 'unmatched']) expect(await asGuest(`/api/v1/websites/1/search/${path}`)).toEqual([])
    expect(await asGuest('/api/v1/reports/1/queries')).toEqual([])
  })

  it('tell which pages had no impression in 90 days that were all pulled', async () => {
    const { call, store } = await testService(await openStore())
    for (const path of ['/shown', '/once', '/never'])
      await createReport(store.db, newReport({ url: origin + path, domain: 'shop.example' }))
    for (let day = 90; day >= 0; day -= 1)
      await storeClicks(store.db, daysAgo(day), {
        '/shown': figures(0, 3),
        ...(day === 90 && { '/once': figures(5) }),
      })
    await refreshClicks(store.db, 1)
    const quiet = async () => {
      const { body } = await call('GET /api/v1/websites/1/pages?no_impressions=90')
      return body.data.map(({ url }: Row) => url.slice(origin.length))
    }
    expect(await quiet()).toEqual(['/never', '/once'])
    expect((await call('GET /api/v1/websites/1/pages?no_impressions=30')).status).toBe(422)
    const cookie = await signedInWith(store.db, 'guest', [
      { right: 'view', scope: 'website', client_id: null, website_id: 1 },
    ])
    const path = 'GET /api/v1/websites/1/pages?no_impressions=90'
    expect((await call(path, { key: null, headers: { cookie } })).body.data).toHaveLength(3)
    // A gap is no day without impressions.
    await store.db.deleteFrom('search_days').where('day', '=', daysAgo(40)).execute()
    expect(await quiet()).toEqual([])
  })

  it('order issues of one rank, or all of them, by the clicks of their pages', async () => {
    const { call, store } = await testService(await openStore())
    const fail = (points_lost: number) => newCheckResult({ outcome: 'fail', passed: false, points_lost })
    const issues = {
      '/read': { 'description-present': fail(4) },
      '/unread': { 'h1-present': fail(8), 'description-present': fail(4), noindex: fail(60) },
    }
    for (const [path, results] of Object.entries(issues)) {
      const report = newReport({ url: origin + path, domain: 'shop.example', evaluation: newEvaluation({ results }) })
      await createReport(store.db, { ...report, state: { ...report.state, issues: pageIssues(results) } })
    }
    const list = async (query = '') => {
      const { body } = await call(`GET /api/v1/websites/1/issues${query}` as `${string} ${string}`)
      return body.data.map(({ check, clicks }: { check: string; clicks: number | null }) => [check, clicks])
    }
    const plain = (await list()).map(([check]: [string]) => check)
    await storeDaysOfClicks(store.db, [daysAgo(0)], { '/read': figures(7), '/unread': figures(2) })
    const found = await list()
    expect(found.map(([check]: [string]) => check)[0]).toBe(plain[0])
    expect(Object.fromEntries(found)).toEqual({ noindex: 2, 'h1-present': 2, 'description-present': 9 })
    expect((await list('?sort_by=clicks'))[0]).toEqual(['description-present', 9])
    const { text } = await call('GET /api/v1/websites/1/issues.csv')
    const lines = text.trim().split('\r\n')
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(['Clicks', '7', '2', '2', '2'])
    expect((await call('GET /api/v1/websites/1/issues?sort_by=pages')).status).toBe(422)
  })

  it('decide which pages tickets, alerts and what broke name first', async () => {
    const { call, store } = await testService(await openStore())
    const results = { noindex: newCheckResult({ outcome: 'fail', passed: false, points_lost: 60 }) }
    const before = newReport({ domain: 'shop.example' }).state
    const lost = { ...before, indexability: 'blocked', main_issue: 'noindex', issues: pageIssues(results) } as const
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const reports: number[] = []
    for (const path of ['/few', '/none', '/most']) {
      const report = { url: origin + path, domain: 'shop.example' }
      await createReport(store.db, newReport({ ...report, created_at: at(9) }))
      const evaluation = newEvaluation({ results })
      const { id } = await createReport(store.db, newReport({ ...report, evaluation, created_at: at(1), state: lost }))
      reports.push(id)
    }
    const pathsOf = (pages: readonly { url: string | null }[]) => pages.map(({ url }) => url?.slice(origin.length))
    const pagesOf = async () => (await call('GET /api/v1/websites/1/issues/noindex/pages')).body.data
    const named = async () => pathsOf((await call('GET /api/v1/overview')).body.data.news[0].entries[0].samples)
    const changes = reports.map((report_id, index) => ({
      ...bareChange,
      condition: 'not_indexable' as const,
      url: origin + ['/few', '/none', '/most'][index],
      website_id: 1,
      // Crawls find changes without a report.
      report_id: index === 2 ? null : report_id,
    }))
    const alerted = async () => pathsOf(await mostClicksFirst(store.db, changes))
    const plain = ['/few', '/none', '/most']
    expect([pathsOf(await pagesOf()), await named(), await alerted()]).toEqual([plain, plain, plain])
    await storeDaysOfClicks(store.db, [daysAgo(0)], { '/few': figures(2), '/most': figures(30) })
    const sorted = ['/most', '/few', '/none']
    const pages = await pagesOf()
    expect([pathsOf(pages), await named(), await alerted()]).toEqual([sorted, sorted, sorted])
    expect(pages.map(({ clicks }: { clicks: number | null }) => clicks)).toEqual([30, 2, null])
    const cookie = await signedInWith(store.db, 'guest', [
      { right: 'view', scope: 'website', client_id: null, website_id: 1 },
    ])
    const asGuest = await call('GET /api/v1/websites/1/issues/noindex/pages', { key: null, headers: { cookie } })
    expect(pathsOf(asGuest.body.data)).toEqual(plain)
    expect(asGuest.text).not.toContain('clicks')
  })

  it('are shown to visitors by a link that says so', async () => {
    const { call, store } = await testService(await openStore())
    await storeShop(store.db)
    for (const clicks of ['0', '1'] as const) {
      const through = async (layout: 'page' | 'document', of: string) => {
        const form = { kind: 'website', website_id: '1', layout, clicks }
        const { body } = await call('POST /api/v1/links', { form })
        expect(body.data.clicks).toBe(clicks === '1')
        const path = `/api/v1/shared/links/${body.data.token}${of}`
        return (await call(`GET ${path}` as `${string} ${string}`, { key: null })).body.data
      }
      const rows: Row[] = await through('page', '/reports?sort_by=clicks&sort=desc&latest=1&clicks=1-')
      expect(rows.map((row) => row.clicks)).toEqual(clicks === '1' ? [28] : [null, null, null])
      const { reports } = await through('document', '/document')
      expect(reports.some((row: Row) => row.clicks === 28)).toBe(clicks === '1')
    }
    const client = await call('POST /api/v1/clients', { form: { name: 'Acme', clicks: '1' } })
    expect(client.body.data.clicks).toBe(true)
    const changed = await call('PUT /api/v1/clients/1', { form: { clicks: '0' } })
    expect(changed.body.data).toMatchObject({ name: 'Acme', clicks: false })
  })
})
