import type { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { alertEntries } from '#contract/jobs/alert-entries.ts'
import { crawlConditions } from '#contract/jobs/alerts.ts'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import type { CrawledUrl } from '#service/store/crawls/compare-crawls.ts'
import { readChanges } from '#service/store/crawls/crawls.ts'
import { createReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { alerts, runnerOn, watch, watchWebsite } from '#testing/store/alerts.ts'
import { addCrawl, newFigures } from '#testing/store/crawls.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { messageOf } from './alert-message.ts'
import { decideCrawl, type FoundByCrawl } from './decide.ts'

const missing = { status: 404, indexability: 'blocked', indexing_code: 'status' } as const
const figuresOf = (robots_hash: string | null, sitemap_hash: string | null = 's') =>
  newFigures({ robots_hash, sitemap_hash })

async function changesOf(db: Kysely<Schema>, id: number) {
  const { changes } = await db.selectFrom('crawls').select('changes').where('id', '=', id).executeTakeFirstOrThrow()
  return readChanges(changes)
}

const before = { urls: { '/': {}, '/kontakt': {} }, crawl: { figures: figuresOf('r1') } }
const after = {
  urls: { '/': {}, '/kontakt': {}, '/lost': missing },
  links: { '/lost': ['/kontakt'] },
  crawl: { figures: figuresOf('r2') },
}

describeEachEngine('a crawl that has ended', ({ openStore }) => {
  async function start() {
    const { db } = await openStore()
    await createReport(db, newReport({ url: 'https://shop.example/', domain: 'shop.example' }))
    return db
  }

  it('alerts once about new broken links and another robots.txt, with a link to the comparison', async () => {
    const db = await start()
    await watch(db, 'website_id=1', ['broken_links', 'robots_changed'])
    await addCrawl(db, 3, before)
    const runner = runnerOn(db)
    await runner.run()
    expect(await alerts(db)).toEqual([])
    expect(await changesOf(db, 3)).toBeNull()
    await addCrawl(db, 5, after)
    await addCrawl(db, 8, { ...after, crawl: { state: 'running', finished_at: null } })
    await runner.run()
    await runner.run()
    const [alert, ...others] = await alerts(db)
    expect(others).toEqual([])
    expect(alert?.changes).toMatchObject([
      { condition: 'broken_links', url: 'https://shop.example/lost', status: 404, after: 1, crawl_id: 5 },
      { condition: 'robots_changed', url: 'https://shop.example/robots.txt', after: 0 },
    ])
    expect(alertEntries(alert?.changes ?? []).map(({ title }) => title)).toEqual([
      'New broken links to 1 URL',
      'robots.txt changed',
    ])
    const { subject, text } = messageOf(alert!, 'https://reports.example')
    expect(subject).toBe('New broken links to 1 URL and 1 more: Shop')
    expect(text).toContain('- https://shop.example/lost\n  Status 404, new links on 1 page\n')
    expect(text).toContain('https://reports.example/websites/1/crawls/5?compare=3')
    expect(await changesOf(db, 5)).toMatchObject({ previous_id: 3, new: 1, broken_links: 1, robots_changed: true })

    // Failed pages were retried.
    await db.updateTable('crawls').set({ changes: null }).where('id', '=', 5).execute()
    await runner.run()
    expect(await changesOf(db, 5)).toMatchObject({ broken_links: 1 })
    expect(await alerts(db)).toHaveLength(1)
  })

  it.each([
    ['another ruleset', { ruleset: 5 }],
    ['a limit', { limits: JSON.stringify({ ...defaultCrawlLimits, max_pages: 1 }) }],
  ])('does not alert because the earlier one had %s', async (_, crawl) => {
    const db = await start()
    await watch(db, '', [...crawlConditions])
    const early = { '/': {}, ...('ruleset' in crawl && { '/kontakt': {} }) }
    await addCrawl(db, 3, { urls: early, crawl: { ...crawl, figures: figuresOf(null) } })
    await addCrawl(db, 5, { ...after, crawl: { figures: figuresOf('r2') } })
    await runnerOn(db).run()
    expect(await alerts(db)).toEqual([])
    expect(await changesOf(db, 5)).toMatchObject({ robots_changed: null, sitemap_changed: false })
  })

  it('alerts neither a view of another website nor a rule without the condition', async () => {
    const db = await start()
    await watch(db, 'website_id=2', [...crawlConditions])
    await addCrawl(db, 3, before)
    await addCrawl(db, 5, after)
    await runnerOn(db).run()
    expect(await alerts(db)).toEqual([])
    await watch(db, '', ['robots_changed'])
    await addCrawl(db, 7, before)
    await runnerOn(db).run()
    expect((await alerts(db)).map(({ total }) => total)).toEqual([1])
  })

  it('names the lines of robots.txt that were removed and added', async () => {
    const db = await start()
    await watchWebsite(db, 1, ['robots_changed'])
    const crawlOf = (hash: string, robots_txt: string) => ({
      urls: { '/': {} },
      crawl: { figures: figuresOf(hash), robots_txt },
    })
    await addCrawl(db, 3, crawlOf('r1', 'User-agent: *\nDisallow: /cart'))
    await addCrawl(db, 5, crawlOf('r2', 'User-agent: *\nDisallow: /en/'))
    await runnerOn(db).run()
    const [alert] = await alerts(db)
    expect(alert?.changes).toMatchObject([{ before_text: 'Disallow: /cart (*)', after_text: 'Disallow: /en/ (*)' }])
    const { text } = messageOf(alert!, 'https://reports.example')
    expect(text).toContain('  Removed: Disallow: /cart (*)\n  Added: Disallow: /en/ (*)')
  })

  it('tells a rule of the website about robots.txt, sitemap, server errors, canonical tags and indexable pages', async () => {
    const db = await start()
    await watchWebsite(db, 1, [...crawlConditions])
    await createReport(db, newReport({ url: 'https://other.example/', domain: 'other.example' }))
    await watchWebsite(db, 2, [...crawlConditions])
    const canonical = JSON.stringify({ canonical: 'https://staging.shop.example/' })
    const figures = (hash: string, indexable: number) =>
      newFigures({
        robots_hash: hash,
        sitemap_hash: hash,
        urls: 10,
        states: { indexable, unclear: 0, redirect: 0, other_url: 0, unlikely: 0, blocked: 10 - indexable },
      })
    const pages = { '/': {}, '/a': {}, '/b': {}, '/c': {}, '/d': {} }
    await addCrawl(db, 3, { urls: { ...pages, '/old': { status: 503 } }, crawl: { figures: figures('r1', 9) } })
    await addCrawl(db, 5, {
      urls: {
        '/': { indexability: 'blocked', indexing_code: 'canonical_host', content: canonical },
        '/a': { kind: 'blocked', status: null, report_id: null, robots_rule: 'Disallow: /a', in_sitemap: 1 },
        '/b': { status: 500, in_sitemap: 0 },
        '/c': {},
        '/d': {},
        '/old': { status: 503 },
      },
      crawl: { figures: figures('r2', 5) },
    })
    await runnerOn(db).run()
    const [alert, ...others] = await alerts(db)
    expect(others).toEqual([])
    expect(alert).toMatchObject({ view_id: null, website_id: 1, view_name: 'shop.example' })
    const on = (path: string) => `https://shop.example${path}`
    expect(alert?.changes).toMatchObject([
      { condition: 'robots_changed', after: 1, after_text: 'Disallow: /a' },
      { condition: 'sitemap_size', before: 6, after: 5 },
      { condition: 'new_5xx', url: on('/b'), status: 500 },
      { condition: 'canonical_host', url: on('/'), after_text: 'https://staging.shop.example/' },
      { condition: 'indexable_share', before: 90, after: 50 },
    ])
    const { subject, text } = messageOf(alert!, 'https://reports.example')
    expect(subject).toBe('robots.txt changed and blocks 1 more URL and 4 more: shop.example')
    expect(text.split('\n').filter((line) => line !== '' && !line.includes('reports.example'))).toEqual([
      subject,
      'robots.txt changed and blocks 1 more URL',
      `- ${on('/robots.txt')}`,
      '  Disallow: /a',
      'Sitemap: 5 instead of 6 URLs',
      'New server errors on 1 URL',
      `- ${on('/b')}`,
      '  Status 500',
      'Canonical to another host on 1 page',
      `- ${on('/')}`,
      '  https://staging.shop.example/',
      'Only 50% of pages can be indexed, 90% before',
    ])
    expect(text).toContain('https://reports.example/websites/1\n'.trim())
  })
})

const row = (given: Partial<CrawledUrl> = {}): CrawledUrl => ({
  target: 1,
  url: 'https://shop.example/',
  kind: 'page',
  status: 200,
  end_status: null,
  redirects_to: null,
  failure: null,
  report_id: 1,
  score: 85,
  indexability: 'indexable',
  indexing_code: 'open',
  depth: 0,
  orphan: null,
  issues: '{}',
  content: null,
  robots_rule: null,
  ...given,
})
const nothing: FoundByCrawl = {
  before: { id: 1, figures: null },
  after: { id: 2, website_id: 1, start_url: 'https://shop.example/', figures: null },
  pairs: [],
  broken: new Map(),
  hasSameLinks: true,
  robots_changed: null,
  robots_lines: null,
  sitemap_changed: null,
  partial: { before: [], after: [] },
  listed: { before: null, after: null },
}
const conditionsOf = (found: Partial<FoundByCrawl>) =>
  decideCrawl({ ...nothing, ...found }).map(({ condition }) => condition)

describe('what a crawl finds', () => {
  it.each<[string, Partial<FoundByCrawl>, string[]]>([
    ['a sitemap with 10% fewer URLs', { listed: { before: 100, after: 90 } }, ['sitemap_size']],
    ['a sitemap with 10% more URLs', { listed: { before: 100, after: 110 } }, ['sitemap_size']],
    ['an empty sitemap', { listed: { before: 5, after: 0 } }, ['sitemap_size']],
    ['a sitemap that changed less', { listed: { before: 135, after: 133 } }, []],
    ['a sitemap of unknown size', { listed: { before: 100, after: null } }, []],
    ['the same sitemap', { listed: { before: 100, after: 50 }, sitemap_changed: false }, []],
    ['a limit', { listed: { before: 100, after: 50 }, partial: { before: [], after: ['limited'] } }, []],
    ['a server error', { pairs: [{ was: row(), is: row({ status: 500 }) }] }, ['new_5xx']],
    ['the same server error', { pairs: [{ was: row({ status: 503 }), is: row({ status: 500 }) }] }, []],
    ['a new URL with one', { pairs: [{ was: undefined, is: row({ status: 500 }) }] }, ['new_5xx']],
    [
      'one on a URL that the limit of the crawl before left out',
      { pairs: [{ was: undefined, is: row({ status: 500 }) }], partial: { before: ['limited'], after: [] } },
      [],
    ],
    ['no answer before', { pairs: [{ was: row({ status: null }), is: row({ status: 500 }) }] }, []],
    [
      'the same canonical tag to another host',
      { pairs: [{ was: row({ indexing_code: 'canonical_host' }), is: row({ indexing_code: 'canonical_host' }) }] },
      [],
    ],
    ['an unknown robots.txt', { robots_changed: null }, []],
  ])('after %s', (_, found, conditions) => {
    expect(conditionsOf(found)).toEqual(conditions)
  })
})
