import { expect, it } from 'vitest'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import type { CrawledContent } from '#contract/websites/crawl-comparison.ts'
import type { StoredIssues } from '#service/store/crawls/crawls.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { smallPage } from '#testing/servers/loopback.ts'
import { recordRequests } from '#testing/servers/recording.ts'
import { type TestService, testService } from '#testing/service/service.ts'
import { addCrawl, newFigures } from '#testing/store/crawls.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const origin = 'https://shop.example'
const at = '/api/v1/websites/1/crawls' as const

async function startService(openStore: () => Promise<TestService['store']>) {
  const service = await testService(await openStore())
  await createReport(service.store.db, newReport({ url: `${origin}/`, domain: 'shop.example' }))
  return service
}

describeEachEngine('the crawls of a website', ({ openStore }) => {
  it('compares the lines of robots.txt, if both crawls kept them', async () => {
    const service = await startService(openStore)
    const crawlOf = (robots_hash: string, robots_txt: string | null) => ({
      urls: { '/': {} },
      crawl: { figures: newFigures({ robots_hash }), robots_txt },
    })
    await addCrawl(service.store.db, 1, crawlOf('1', null))
    await addCrawl(service.store.db, 2, crawlOf('2', 'User-agent: *\nDisallow: /cart'))
    await addCrawl(service.store.db, 3, crawlOf('3', 'User-agent: *\nDisallow: /en/'))
    const linesIn = async (crawl: number, other: number) =>
      (await service.call(`GET ${at}/${crawl}/compare/${other}`)).body.data.robots_lines
    const one = (line: string) => ({ total: 1, rows: [{ line, agents: ['*'] }] })
    expect(await linesIn(3, 2)).toEqual({ removed: one('Disallow: /cart'), added: one('Disallow: /en/') })
    expect(await linesIn(2, 1)).toBeNull()
  })

  it('compares robots.txt with a file that appears or disappears', async () => {
    const service = await startService(openStore)
    const pages: Record<string, string> = { '/': smallPage }
    const site = await recordRequests('http', pages)
    service.allowHosts.add(site.host)
    service.runJobs()
    const crawl = async () => {
      const { id } = (await service.call('POST /api/v1/jobs', { form: { crawl: site.url } })).body.data
      const job = () => service.call(`GET /api/v1/jobs/${id}`)
      await expect.poll(async () => (await job()).body.data.state, { timeout: 20_000 }).toBe('done')
      return id
    }
    const without = await crawl()
    pages['/robots.txt'] = 'User-agent: *\nDisallow: /cart'
    const withIt = await crawl()
    const rule = { line: 'Disallow: /cart', agents: ['*'] }
    const compared = async (id: number, other: number) =>
      (await service.call(`GET /api/v1/websites/2/crawls/${id}/compare/${other}`)).body.data
    expect(await compared(withIt, without)).toMatchObject({
      robots_changed: true,
      robots_lines: { removed: { total: 0 }, added: { rows: expect.arrayContaining([rule]) } },
    })
    expect((await compared(without, withIt)).robots_lines.removed.rows).toContainEqual(rule)
    delete pages['/robots.txt']
    expect(await compared(await crawl(), without)).toMatchObject({ robots_changed: false, robots_lines: null })
  })

  it('compares two of them in either direction', async () => {
    const service = await startService(openStore)
    const noindex = { indexability: 'blocked', indexing_code: 'noindex' } as const
    const unchecked = { issues: JSON.stringify({ 'title-present': 'unknown', 'h1-present': 'fail' }) }
    await addCrawl(service.store.db, 1, {
      urls: {
        '/': {},
        '/sale': {},
        '/kiel': noindex,
        '/far': { depth: 2, ...unchecked },
        '/login': { kind: 'blocked' },
      },
    })
    await addCrawl(service.store.db, 2, {
      urls: {
        '/': { issues: JSON.stringify({ 'title-present': 'fail' }) },
        '/kiel': {},
        '/far': { depth: 5, issues: JSON.stringify({ 'title-present': 'fail', 'h1-present': 'unknown' }) },
        '/bank': { issues: JSON.stringify({ 'title-present': 'warn' }) },
        '/lost': { status: 404, indexability: 'blocked', indexing_code: 'status' },
        '/login': { kind: 'blocked' },
      },
      links: { '/lost': ['/'] },
    })
    const { status, body } = await service.call(`GET ${at}/2/compare/1`)
    expect(status).toBe(200)
    const pathsIn = (rows: { url: string }[]) => rows.map(({ url }) => url.replace(origin, ''))
    const listed = ({ urls }: typeof body.data) =>
      Object.fromEntries(Object.entries<typeof body.data>(urls).map(([name, { rows }]) => [name, pathsIn(rows)]))
    expect(listed(body.data)).toEqual({
      new: ['/bank', '/lost'],
      gone: ['/sale'],
      newly_indexable: ['/kiel'],
      no_longer_indexable: [],
      depth: ['/far'],
    })
    expect(body.data).toMatchObject({
      before: { id: 1, partial: [], urls: 4, not_looked_at: 0 },
      after: { id: 2, partial: [], urls: 5, not_looked_at: 0 },
      checks: { compared: 'all', left_out: [] },
      issues: { new: { total: 1, rows: [{ check: 'title-present', pages: 2 }] }, fixed: { total: 0 } },
      links: {
        broken: {
          total: 1,
          rows: [
            {
              target: `${origin}/lost`,
              status: 404,
              was_known: false,
              links: 1,
              samples: [{ url: `${origin}/`, anchor: 'from /' }],
            },
          ],
        },
        repaired: { total: 0 },
      },
      robots_changed: null,
    })
    const mirrored = (await service.call(`GET ${at}/1/compare/2`)).body.data
    expect(listed(mirrored)).toEqual({
      new: ['/sale'],
      gone: ['/bank', '/lost'],
      newly_indexable: [],
      no_longer_indexable: ['/kiel'],
      depth: ['/far'],
    })
    expect(mirrored).toMatchObject({
      before: { id: 2 },
      after: { id: 1 },
      links: { broken: { total: 0 }, repaired: { total: 1 } },
      issues: { new: { total: 0 }, fixed: { rows: [{ check: 'title-present', pages: 1 }] } },
    })
    const pages = await service.call(`GET ${at}/2/compare/1/urls?change=new&per_page=10`)
    expect(pathsIn(pages.body.data)).toEqual(['/bank', '/lost'])
    const issues = await service.call(`GET ${at}/2/compare/1/issues?check=title-present`)
    expect(pathsIn(issues.body.data)).toEqual(['/', '/bank'])
    expect((await service.call(`GET ${at}/2/compare/1/issues?check=doctype`)).body.meta.total).toBe(0)
    const links = await service.call(`GET ${at}/2/compare/1/links.csv`)
    expect(links.text).toContain(`${origin}/lost,404,,${origin}/,from /`)
  })

  it('lists what pages say before and after, and tells repairs from issues of pages that went away', async () => {
    const service = await startService(openStore)
    const said = {
      title: 'Inbox',
      description: 'All mail in one place',
      h1: 'Shared inbox',
      canonical: `${origin}/inbox`,
      robots: [],
      hreflang: ['de https://shop.example/de', 'en https://shop.example/inbox'],
      words: 100,
      structured_data: ['Product'],
      not_applicable: [],
    } satisfies CrawledContent
    const content = (given: Partial<CrawledContent> = {}) => JSON.stringify({ ...said, ...given })
    const issues = (...checks: string[]) => JSON.stringify(Object.fromEntries(checks.map((check) => [check, 'fail'])))
    const all = issues('hreflang', 'og-image', 'http-version')
    await addCrawl(service.store.db, 1, {
      urls: {
        '/inbox': { content: content(), issues: all },
        '/same': { content: content() },
        '/lost': { content: content(), issues: all },
        '/moved': { content: content(), issues: all },
        '/closed': { content: content({ robots: ['max-snippet: 20'] }), issues: all },
        '/away': { content: content(), issues: all },
        '/fails': { content: content(), issues: all },
        '/back': { status: 404, report_id: 2, issues: issues('http-status', 'title-present') },
      },
    })
    await addCrawl(service.store.db, 2, {
      urls: {
        '/inbox': {
          content: content({
            title: 'Features',
            description: null,
            h1: 'Inbox',
            canonical: 'https://staging.shop.example/inbox',
            robots: ['noindex'],
            hreflang: [],
            words: 80,
            structured_data: ['Article', 'Product'],
            not_applicable: ['hreflang'],
          }),
          issues: issues('http-version'),
        },
        '/same': { content: content({ words: 119 }) },
        '/lost': { status: 404, indexability: 'blocked', issues: issues('http-status', 'title-present') },
        '/moved': {
          status: 301,
          redirects_to: `${origin}/inbox`,
          indexability: 'redirect',
          issues: issues('redirect-chain'),
        },
        '/closed': {
          kind: 'blocked',
          status: null,
          report_id: null,
          issues: null,
          robots_rule: 'Disallow: /closed',
          robots_line: 2,
        },
        '/fails': { status: null, report_id: null, issues: null, failure: 'timeout' },
        '/back': { content: content(), issues: issues('og-image') },
      },
    })
    const { body } = await service.call(`GET ${at}/2/compare/1`)
    const pathsOf = (rows: { url: string }[]) => rows.map(({ url }) => url.replace(origin, ''))
    const inbox = Object.fromEntries(
      Object.entries<{ rows: { url: string; before: unknown; after: unknown }[] }>(body.data.values).flatMap(
        ([name, { rows }]) =>
          rows.filter(({ url }) => url === `${origin}/inbox`).map(({ before, after }) => [name, [before, after]]),
      ),
    )
    expect(inbox).toEqual({
      title: ['Inbox', 'Features'],
      description: ['All mail in one place', null],
      h1: ['Shared inbox', 'Inbox'],
      canonical: [`${origin}/inbox`, 'https://staging.shop.example/inbox'],
      robots: [[], ['noindex']],
      hreflang: [said.hreflang, []],
      words: [100, 80],
      structured_data: [['Product'], ['Article', 'Product']],
    })
    expect(
      body.data.values.status.rows.map(({ before, after }: { before: number; after: number }) => [before, after]),
    ).toEqual([
      [404, 200],
      [200, 404],
      [200, 301],
    ])
    expect(body.data.values.words.total).toBe(1)
    expect(body.data.values.robots.rows[0]).toMatchObject({
      url: `${origin}/closed`,
      before: ['max-snippet: 20'],
      after: ['robots.txt: Disallow: /closed'],
    })
    const found = Object.fromEntries(
      Object.entries<{ rows: { check: string; samples: { url: string }[] }[] }>(body.data.issues).map(
        ([change, { rows }]) => [change, rows.map(({ check, samples }) => [check, ...pathsOf(samples)])],
      ),
    )
    expect(found).toEqual({
      new: [
        ['http-status', '/lost'],
        ['og-image', '/back'],
      ],
      worse: [],
      partly_fixed: [],
      fixed: [
        ['http-status', '/back'],
        ['og-image', '/inbox'],
      ],
      removed: [['hreflang', '/inbox']],
      gone: [
        ['hreflang', '/away', '/closed', '/lost', '/moved'],
        ['og-image', '/away', '/closed', '/lost', '/moved'],
      ],
    })
    const titles = await service.call(`GET ${at}/2/compare/1/urls?change=title`)
    expect(titles.body.data).toEqual([{ url: `${origin}/inbox`, report_id: 1, before: 'Inbox', after: 'Features' }])
    const csv = await service.call(`GET ${at}/2/compare/1/urls.csv?change=hreflang`)
    expect(csv.text).toContain('URL,Before,After,Report')
    expect(csv.text).toContain(`${origin}/inbox,"${said.hreflang.join('\n')}",,1`)
    const gone = await service.call(`GET ${at}/2/compare/1/issues.csv?change=gone`)
    expect(gone.text).toContain(`${origin}/lost`)
  })

  it('tells an issue that is partly fixed or got worse, if both crawls know how many places it has', async () => {
    const service = await startService(openStore)
    const issues = (given: StoredIssues) => ({ issues: JSON.stringify(given) })
    await addCrawl(service.store.db, 1, {
      urls: {
        '/fr': issues({ hreflang: ['warn', 2], 'image-alt': ['warn', 3], 'broken-internal': ['fail', 4] }),
        '/de': issues({ hreflang: ['warn', 1], 'image-alt': ['fail', 3], 'alt-length': ['warn', null] }),
        '/old': issues({ hreflang: 'warn', 'image-alt': 'warn' }),
      },
    })
    await addCrawl(service.store.db, 2, {
      urls: {
        '/fr': issues({ hreflang: ['warn', 1], 'image-alt': ['warn', 3], 'broken-internal': ['fail', 1] }),
        '/de': issues({ hreflang: ['warn', 4], 'image-alt': ['warn', 3], 'alt-length': ['warn', 2] }),
        '/old': issues({ hreflang: ['warn', 1], 'image-alt': 'unknown' }),
      },
    })
    const { body } = await service.call(`GET ${at}/2/compare/1`)
    const row = (check: string, path: string, before: object, after: object) => ({
      check,
      pages: 1,
      samples: [{ url: origin + path, report_id: 1, before, after }],
    })
    const places = (count: number) => ({ outcome: 'warn', places: count })
    expect(body.data.issues).toMatchObject({
      new: { total: 0 },
      fixed: { total: 0 },
      worse: { total: 1, rows: [row('hreflang', '/de', places(1), places(4))] },
      partly_fixed: {
        total: 2,
        rows: [
          row('hreflang', '/fr', places(2), places(1)),
          row('image-alt', '/de', { outcome: 'fail', places: 3 }, places(3)),
        ],
      },
    })
    const { text } = await service.call(`GET ${at}/2/compare/1/issues.csv?change=partly_fixed&check=hreflang`)
    expect(text).toContain(`hreflang,Hreflang,${origin}/fr,warn,warn,2,1,1`)
  })

  it('claims nothing about what a crawl didn’t look at, or by checks of other rulesets', async () => {
    const service = await startService(openStore)
    const { db } = service.store
    const issues = JSON.stringify({ 'title-present': 'fail' })
    await addCrawl(db, 1, { urls: { '/': {}, '/sale': {}, '/far': {} } })
    await addCrawl(db, 2, { urls: { '/': { issues }, '/new': {} }, crawl: { state: 'cancelled' } })
    const limits = JSON.stringify({ ...defaultCrawlLimits, max_pages: 2 })
    await addCrawl(db, 3, { urls: { '/': { issues }, '/new': {} }, crawl: { limits, ruleset: 5 } })
    const compared = async (crawl: number, other: number) =>
      (await service.call(`GET ${at}/${crawl}/compare/${other}`)).body.data
    expect(await compared(2, 1)).toMatchObject({
      before: { partial: [], not_looked_at: 0 },
      after: { partial: ['cancelled'], not_looked_at: 2 },
      urls: { new: { total: 1 }, gone: { total: 0, rows: [] } },
      issues: { new: { total: 1 } },
    })
    expect(await compared(1, 2)).toMatchObject({ urls: { new: { total: 0 }, gone: { total: 1 } } })
    expect(await compared(3, 1)).toMatchObject({
      after: { partial: ['limited'], not_looked_at: 2 },
      urls: { gone: { total: 0 } },
      issues: { new: { total: 0 } },
      checks: { compared: 'none', left_out: [] },
    })
    const rules = JSON.stringify({ ...defaultCrawlLimits, exclude: ['/sale'] })
    await addCrawl(db, 4, { urls: { '/': {}, '/far': {} }, crawl: { limits: rules } })
    expect(await compared(4, 1)).toMatchObject({
      after: { partial: ['other_rules'], not_looked_at: 1 },
      urls: { gone: { total: 0 } },
    })
  })
})
