import { expect, it } from 'vitest'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { testService } from '#testing/service/service.ts'
import { addCrawl } from '#testing/store/crawls.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { hostChecks } from '../responses/website-comparison.ts'

it('the checks that hosts decide are in the catalogue', () => {
  const known = new Set(checkCatalogue().map(({ id }) => id))
  const named = [...hostChecks.settings, ...hostChecks.canonical, ...hostChecks.production]
  expect(named.filter((check) => !known.has(check))).toEqual([])
})

describeEachEngine('a website against another', ({ openStore }) => {
  /** Website 1 is the staging website of website 2. */
  async function start() {
    const service = await testService(await openStore())
    const add = (domain: string, path: string, issues: string[] = [], score = 80) => {
      const report = newReport({ url: `https://${domain}${path}`, domain, score })
      const listed = issues.map((check) => ({ check, outcome: 'fail' as const, points: 50, counted: true, causes: [] }))
      return createReport(service.store.db, { ...report, state: { ...report.state, issues: listed } })
    }
    await add('staging.example', '/', ['title-present', 'certificate'], 60)
    await add('shop.example', '/', ['h1-present'])
    await add('staging.example', '/new')
    await add('shop.example', '/gone')
    await add('staging.example', '/same')
    await add('shop.example', '/same')
    return service
  }

  it('lists the paths that differ, worst first, after the numbers of each kind', async () => {
    const { call } = await start()
    const { status, body } = await call('GET /api/v1/websites/1/against/2?per_page=10')
    expect(status).toBe(200)
    expect(body.comparison).toEqual({
      here: { id: 1, domain: 'staging.example', pages: 3 },
      there: { id: 2, domain: 'shop.example', pages: 3 },
      counts: { changed: 1, missing: 1, new: 1, unread: 0, same: 1 },
      settings: { new: [{ check: 'certificate', name: expect.any(String), pages: 1 }], fixed: [] },
      is_judged_as_production: false,
    })
    expect(body.meta).toMatchObject({ total: 3, per_page: 10, total_relation: 'eq' })
    expect(body.data.map(({ path, kind }: Record<string, string>) => [path, kind])).toEqual([
      ['/gone', 'missing'],
      ['/', 'changed'],
      ['/new', 'new'],
    ])
    expect(body.data[1]).toMatchObject({
      differences: ['issues', 'score'],
      new_issues: [{ check: 'title-present', name: 'Title tag' }],
      fixed_issues: [{ check: 'h1-present', name: 'H1 heading' }],
      here: { report_id: 1, url: 'https://staging.example/', score: 60, result: 'decent' },
      there: { report_id: 2, url: 'https://shop.example/', score: 80, result: 'good' },
    })
    expect(body.data[0]).toMatchObject({ here: null, there: { report_id: 4 } })
  })

  it('turns around when its websites do', async () => {
    const { call } = await start()
    const { body } = await call('GET /api/v1/websites/2/against/1?kind=changed')
    expect(body.comparison.counts).toEqual({ changed: 1, missing: 1, new: 1, unread: 0, same: 1 })
    expect(body.data[0].fixed_issues).toMatchObject([{ check: 'title-present' }])
  })

  it('is read in pages and filtered', async () => {
    const { call, store } = await start()
    for (let at = 0; at < 12; at += 1) {
      const url = `https://staging.example/blog/${at}`
      await createReport(store.db, newReport({ url, domain: 'staging.example' }))
    }
    const second = await call('GET /api/v1/websites/1/against/2?folder=/blog/&per_page=10&page=2')
    expect(second.body.data.map(({ path }: { path: string }) => path)).toEqual(['/blog/8', '/blog/9'])
    expect(second.body.links.next).toBeNull()
    expect(second.body.comparison.counts).toEqual({ changed: 0, missing: 0, new: 12, unread: 0, same: 0 })
    expect((await call('GET /api/v1/websites/1/against/2?path=/gone')).body.meta.total).toBe(1)
    expect((await call('GET /api/v1/websites/1/against/2?check=h1-present')).body.meta.total).toBe(1)
  })

  it('is limited to crawls, each of its own website', async () => {
    const { call, store } = await start()
    await addCrawl(store.db, 1, { urls: { 'https://staging.example/new': {} } })
    await addCrawl(store.db, 2, { crawl: { website_id: 2 }, urls: { 'https://shop.example/gone': {} } })
    const { body } = await call('GET /api/v1/websites/1/against/2?crawl=1&other_crawl=2')
    expect(body.comparison.counts).toEqual({ changed: 0, missing: 1, new: 1, unread: 0, same: 0 })
    const refused = await call('GET /api/v1/websites/1/against/2?crawl=2&other_crawl=99')
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      {
        crawl: ['crawl must be a crawl of staging.example.'],
        other_crawl: ['other_crawl must be a crawl of shop.example.'],
      },
    ])
  })

  it('is exported as a file', async () => {
    const { call } = await start()
    const { status, headers, text } = await call('GET /api/v1/websites/1/against/2/paths.csv')
    expect([status, headers['x-total-count'], headers['content-disposition']]).toEqual([
      200,
      '3',
      expect.stringContaining('staging.example-against-shop.example-paths'),
    ])
    const lines = text.replace('\uFEFF', '').trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^Path,Kind,Differences,New issues,Fixed issues,URL here,URL there,/)
    expect(lines[2]).toMatch(/^\/,changed,"issues, score",title-present,h1-present,https:\/\/staging/)
  })

  it('leaves out noindex once one of them is judged as production', async () => {
    const { call, store } = await start()
    const report = newReport({ url: 'https://staging.example/same', domain: 'staging.example', score: 40 })
    const noindex = { check: 'noindex', outcome: 'fail' as const, points: 300, counted: true, causes: [] }
    const state = { ...report.state, indexability: 'blocked', indexing_code: 'noindex', issues: [noindex] } as const
    await createReport(store.db, { ...report, state })
    const same = async () => (await call('GET /api/v1/websites/1/against/2')).body.comparison
    expect(await same()).toMatchObject({ counts: { changed: 2, same: 0 }, is_judged_as_production: false })
    await store.db
      .insertInto('website_identities')
      .values({ website_id: 1, judge_as_production: 1, summary: null, sealed: null, key_id: null, updated_at: '' })
      .execute()
    expect(await same()).toMatchObject({ counts: { changed: 1, same: 1 }, is_judged_as_production: true })
  })

  it('is refused with itself, without one of them, and to visitors', async () => {
    const { call, readKey } = await start()
    const itself = await call('GET /api/v1/websites/1/against/1')
    expect([itself.status, itself.body.codes]).toEqual([422, { other: ['not_allowed'] }])
    for (const path of ['1/against/9', '9/against/1', '1/against/x', '1/against/9/paths.csv'])
      expect([path, (await call(`GET /api/v1/websites/${path}`)).status]).toEqual([path, 404])
    expect((await call('GET /api/v1/websites/1/against/2?kind=other')).status).toBe(422)
    expect((await call('GET /api/v1/websites/1/against/2', { key: readKey })).status).toBe(200)
    for (const path of ['1/against/2', '1/against/2/paths.csv'])
      expect((await call(`GET /api/v1/websites/${path}`, { key: null })).status).toBe(401)
  })
})
