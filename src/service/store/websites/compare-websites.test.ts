import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import type { PageIssue, PageColumns } from '#analyser/page-state.ts'
import { defaultsOf } from '#contract/lists/query-params.ts'
import { againstParams, type UnpagedAgainst } from '#contract/websites/website-comparison.ts'
import type { Schema } from '#service/store/schema.ts'
import { addCrawl } from '#testing/store/crawls.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { rowsAtOnce } from '../merge-rows.ts'
import { storeUnreadPages } from '../pages/page-states.ts'
import { insertReports } from '../reports/bulk-insert.ts'
import { pack } from '../reports/report-payloads.ts'
import { createReport, type NewReport } from '../reports/reports.ts'
import { compareWebsites, type HostChecks, readComparedPaths, type Sides } from './compare-websites.ts'

const checks: HostChecks = {
  settings: new Set(['certificate']),
  canonical: new Set(['canonical-elsewhere']),
  production: new Set(['noindex']),
  changedBetween: (a, b) => (a === b ? [] : ['title-length']),
}

const issue = (check: string): PageIssue => ({ check, outcome: 'fail', points: 50, counted: true, causes: [] })

type ReportOptions = Partial<Pick<NewReport, 'score' | 'ruleset'>> & {
  state?: Partial<NewReport['state']>
  columns?: Partial<PageColumns>
  issues?: string[]
}

function reportOf(
  url: string,
  domain: string,
  { state, columns, issues = [], ...columnsOfReport }: ReportOptions = {},
): NewReport {
  const report = newReport({ url, domain, ...columnsOfReport })
  return {
    ...report,
    state: {
      ...report.state,
      ...state,
      columns: { ...report.state.columns, ...columns },
      issues: issues.map(issue),
    },
  }
}

const here = (db: Kysely<Schema>, path: string, options?: ReportOptions, origin = 'https://staging.shop.example') =>
  createReport(db, reportOf(origin + path, 'staging.shop.example', options))
const there = (db: Kysely<Schema>, path: string, options?: ReportOptions, origin = 'https://www.shop.example') =>
  createReport(db, reportOf(origin + path, 'shop.example', options))

/** The websites have the IDs 1 and 2. */
const sides = (ofHere: Partial<Sides['here']> = {}, ofThere: Partial<Sides['there']> = {}): Sides => ({
  here: { website: { id: 1, domain: 'staging.shop.example' }, crawl: null, isJudgedAsProduction: false, ...ofHere },
  there: { website: { id: 2, domain: 'shop.example' }, crawl: null, isJudgedAsProduction: false, ...ofThere },
})

async function compared(db: Kysely<Schema>, of = sides(), query: Partial<UnpagedAgainst> = {}) {
  const { found, ...others } = await compareWebsites(db, of, { ...defaultsOf(againstParams), ...query }, checks)
  return { ...others, rows: await readComparedPaths(db, of, found, checks) }
}

const shown = ({ rows }: Awaited<ReturnType<typeof compared>>) =>
  rows.map(({ path, kind, differences, newIssues, fixedIssues }) =>
    [path, kind, differences.join(','), newIssues.join(','), fixedIssues.join(',')].join(' ').trimEnd(),
  )

describeEachEngine('a comparison of two websites', onBoth, ({ openStore }) => {
  async function open() {
    const { db } = await openStore()
    await here(db, '/')
    await there(db, '/')
    return db
  }

  it('names an issue neither fixed nor new that couldn’t be checked on the other side', async () => {
    const db = await open()
    await here(db, '/a', { score: 90, columns: { unchecked: 'og-image hsts' } })
    await there(db, '/a', { score: 85, issues: ['og-image'] })
    await here(db, '/b', { score: 85, issues: ['og-image'] })
    await there(db, '/b', { score: 90, columns: { unchecked: 'og-image' } })
    await here(db, '/c', { score: 90, columns: { unchecked: null } })
    await there(db, '/c', { score: 85, issues: ['og-image'] })
    expect(shown(await compared(db))).toEqual(['/c changed issues,score  og-image'])
  })

  it('pairs pages by path and query, whatever their scheme and www., and by the rules for URLs', async () => {
    const db = await open()
    await here(db, '/~a?x=%7e')
    await there(db, '/%7Ea?x=%7e', {}, 'http://shop.example')
    await here(db, '/b?x=1')
    await there(db, '/b?x=2')
    await there(db, '/B?x=1')
    const { counts, rows } = await compared(db)
    expect(counts).toEqual({ changed: 0, missing: 2, new: 1, unread: 0, same: 2 })
    expect(rows.map(({ path, kind }) => [path, kind])).toEqual([
      ['/B?x=1', 'missing'],
      ['/b?x=2', 'missing'],
      ['/b?x=1', 'new'],
    ])
  })

  it('takes the page that does not redirect of several with one path', async () => {
    const db = await open()
    const moved = { status: 301, redirects_to: 'https://www.shop.example/', indexability: 'redirect' } as const
    await there(db, '/', { state: moved }, 'http://shop.example')
    await there(db, '/', { state: moved }, 'https://shop.example')
    expect(await compared(db)).toMatchObject({ counts: { same: 1, changed: 0 }, pages: { here: 1, there: 1 } })
  })

  it('names what differs', async () => {
    const db = await open()
    const own = { title: 'One', title_length: 3, description: 'A', h1: 'H', words: 100 }
    const cases: Record<string, [ReportOptions, ReportOptions]> = {
      '/text': [{ columns: own }, { columns: { ...own, title: 'Two', description: 'B', h1: 'I' } }],
      '/few-words': [{ columns: { ...own, words: 129 } }, { columns: own }],
      '/words': [{ columns: { ...own, words: 130 } }, { columns: own }],
      '/status': [{ state: { status: 404, indexability: 'blocked', indexing_code: 'status' } }, {}],
      '/redirect': [
        { state: { status: 301, redirects_to: 'https://staging.shop.example/b' } },
        { state: { status: 301, redirects_to: 'https://www.shop.example/a' } },
      ],
      '/same-redirect': [
        { state: { status: 301, redirects_to: 'https://staging.shop.example/a' } },
        { state: { status: 301, redirects_to: 'http://shop.example/a' } },
      ],
      '/issues': [
        { issues: ['title-present', 'h1-present'], score: 60 },
        { issues: ['h1-present', 'lang'], score: 60 },
      ],
      '/score': [{ issues: ['title-present'], score: 60 }, { score: 70 }],
    }
    for (const [path, [one, other]] of Object.entries(cases)) {
      await here(db, path, one)
      await there(db, path, other)
    }
    const all = await compared(db)
    expect(shown(all)).toEqual([
      '/status changed indexability,status',
      '/score changed issues,score title-present',
      '/issues changed issues title-present lang',
      '/redirect changed redirect',
      '/text changed title,description,h1',
      '/words changed words',
    ])
    expect(all.counts).toEqual({ changed: 6, missing: 0, new: 0, unread: 0, same: 3 })
  })

  it('leaves out what differs only because of the host', async () => {
    const db = await open()
    const canonical = (url: string) => ({ columns: { canonical: url, title_length: 1 } })
    await here(db, '/a', {
      ...canonical('https://www.shop.example/a'),
      state: { indexability: 'other_url', indexing_code: 'canonical' },
      issues: ['canonical-elsewhere', 'certificate'],
      score: 49,
    })
    await there(db, '/a', canonical('https://www.shop.example/a'))
    await here(db, '/b', canonical('https://staging.shop.example/b'))
    await there(db, '/b', canonical('http://shop.example/b'))
    await here(db, '/c', canonical('https://staging.shop.example/b'))
    await there(db, '/c', canonical('https://shop.example/c'))
    await here(db, '/d', {
      state: { indexability: 'blocked', indexing_code: 'noindex' },
      issues: ['noindex'],
      score: 49,
    })
    await there(db, '/d', { score: 90 })
    const plain = await compared(db)
    expect(shown(plain)).toEqual(['/d changed indexability,issues,score noindex', '/c changed canonical'])
    expect([...plain.settings.new]).toEqual([['certificate', 1]])
    for (const live of [sides({ isJudgedAsProduction: true }), sides({}, { isJudgedAsProduction: true })])
      expect(shown(await compared(db, live))).toEqual(['/c changed canonical'])
  })

  it('names a live page that asks Google to index staging', async () => {
    const db = await open()
    const canonical = (url: string, state: ReportOptions['state'] = {}) => ({
      columns: { canonical: url, title_length: 1 },
      state,
    })
    await here(db, '/a', canonical('https://staging.shop.example/a'))
    const blocked = { indexability: 'blocked', indexing_code: 'canonical_staging' } as const
    await there(db, '/a', canonical('https://staging.shop.example/a', blocked))
    expect(shown(await compared(db))).toEqual(['/a changed indexability'])
  })

  it('leaves out checks that two rulesets judge differently', async () => {
    const db = await open()
    await here(db, '/a', { issues: ['title-length', 'lang'], ruleset: 7 })
    await there(db, '/a', { ruleset: 6 })
    expect(shown(await compared(db))).toEqual(['/a changed issues lang'])
  })

  it('is filtered by kind, path, folder, check and the pages here', async () => {
    const db = await open()
    await here(db, '/blog/%C3%BC', { issues: ['lang'], columns: { words: 5 } })
    await there(db, '/blog/%C3%BC', { columns: { words: 5 } })
    await here(db, '/blog/new')
    await there(db, '/blog/gone')
    await there(db, '/shop/gone')
    const paths = async (query: Partial<UnpagedAgainst>) => {
      const { rows, counts } = await compared(db, sides(), query)
      return [rows.map(({ path }) => path), counts]
    }
    const counts = (changed: number, missing: number, isNew: number, same: number) => ({
      changed,
      missing,
      new: isNew,
      unread: 0,
      same,
    })
    const umlaut = '/blog/%C3%BC'
    expect(await paths({ kind: 'missing' })).toEqual([['/blog/gone', '/shop/gone'], counts(1, 2, 1, 1)])
    expect(await paths({ kind: 'same' })).toEqual([['/'], counts(1, 2, 1, 1)])
    expect(await paths({ folder: '/blog/' })).toEqual([['/blog/gone', umlaut, '/blog/new'], counts(1, 1, 1, 0)])
    expect(await paths({ search: 'Ü' })).toEqual([[umlaut], counts(1, 0, 0, 0)])
    expect(await paths({ search: 'GONE' })).toEqual([['/blog/gone', '/shop/gone'], counts(0, 2, 0, 0)])
    expect(await paths({ path: '/blog/new' })).toEqual([['/blog/new'], counts(0, 0, 1, 0)])
    expect(await paths({ check: 'lang' })).toEqual([[umlaut], counts(1, 0, 0, 0)])
    expect(await paths({ check: 'h1-present' })).toEqual([[], counts(0, 0, 0, 0)])
    expect(await paths({ words: '0-10' })).toEqual([[umlaut], counts(1, 0, 0, 0)])
    expect(await paths({ status: '404' })).toEqual([[], counts(0, 0, 0, 0)])
  })

  it('tells pages that a crawl of the other website found and left unread, which are neither missing nor new', async () => {
    const db = await open()
    const paths = ['/blog/', '/blog/behind', '/busy', '/left-out', '/failed', '/really-missing']
    for (const path of paths) await there(db, path)
    await here(db, '/closed-there')
    const origin = 'https://staging.shop.example'
    const unread = { report_id: null, status: null }
    const robots = { robots_line: 3, robots_rule: 'Disallow: /blog/' }
    await addCrawl(db, 1, {
      urls: {
        [`${origin}/blog/`]: { ...unread, kind: 'blocked', failure: 'robots', ...robots },
        [`${origin}/left-out`]: { ...unread, kind: 'skipped', failure: 'crawl_limit', reason: 'a pattern excludes it' },
        [`${origin}/failed`]: { ...unread, failure: 'timeout', reason: 'it took too long' },
        // A page that was read, and whose report was deleted.
        [`${origin}/really-missing`]: { report_id: null },
        'https://other.example/really-missing': { ...unread, kind: 'blocked', failure: 'robots' },
      },
    })
    await addCrawl(db, 2, { crawl: { state: 'cancelled' }, urls: {} })
    await db.transaction().execute(async (tx) => {
      const busy = { url: `${origin}/busy`, status: 503, failure: 'refused', depth: 1 }
      await storeUnreadPages(tx, { website_id: 1, job_id: 1 }, [busy])
      const closed = { url: 'https://www.shop.example/closed-there', status: null, failure: 'robots', depth: null }
      await storeUnreadPages(tx, { website_id: 2, job_id: 3 }, [closed])
    })
    const reasons = ({ rows }: Awaited<ReturnType<typeof compared>>) =>
      rows.map(({ path, kind, unread: why }) => [
        path,
        kind,
        why && (why.robots?.rule ?? why.reason ?? why.failure ?? why.status),
      ])
    const ofCrawl = await compared(db, sides({ crawl: 1 }), { kind: 'unread' })
    expect(reasons(ofCrawl)).toEqual([
      ['/blog/', 'unread', 'Disallow: /blog/'],
      ['/blog/behind', 'unread', 'Disallow: /blog/'],
      ['/failed', 'unread', 'it took too long'],
      ['/left-out', 'unread', 'a pattern excludes it'],
    ])
    const latest = await compared(db)
    expect(latest.counts).toEqual({ changed: 0, missing: 1, new: 0, unread: 6, same: 1 })
    expect(reasons(latest).toSorted()).toEqual([
      ['/blog/', 'unread', 'Disallow: /blog/'],
      ['/blog/behind', 'unread', 'Disallow: /blog/'],
      ['/busy', 'unread', 503],
      ['/closed-there', 'unread', 'robots'],
      ['/failed', 'unread', 'it took too long'],
      ['/left-out', 'unread', 'a pattern excludes it'],
      ['/really-missing', 'missing', null],
    ])
    expect(latest.rows.flatMap(({ fixedIssues, newIssues }) => [...fixedIssues, ...newIssues])).toEqual([])
  })

  it('can be limited to the pages of crawls', async () => {
    const db = await open()
    for (const path of ['/a', '/b']) {
      await here(db, path)
      await there(db, path)
    }
    const origin = 'https://staging.shop.example'
    await addCrawl(db, 1, { urls: { [`${origin}/a`]: {}, [`${origin}/b`]: { kind: 'skipped' } } })
    await addCrawl(db, 2, { crawl: { website_id: 2 }, urls: { 'https://www.shop.example/b': {} } })
    const { rows } = await compared(db, sides({ crawl: 1 }, { crawl: 2 }))
    expect(rows.map(({ path, kind }) => [path, kind])).toEqual([
      ['/b', 'missing'],
      ['/a', 'new'],
    ])
    expect((await compared(db, sides({ crawl: 1 }))).counts).toEqual({
      changed: 0,
      missing: 2,
      new: 0,
      unread: 0,
      same: 1,
    })
  })

  it('reads many pages in batches, and lets other work run in between', { tags: 'all' }, async () => {
    const { db } = await openStore()
    const pages = 2 * rowsAtOnce + 500
    const payload = pack({})
    for (const [domain, from, issues] of [
      ['staging.shop.example', 0, ['lang']],
      ['shop.example', 100, []],
    ] as const) {
      const reports = Array.from({ length: pages }, (_, at) => {
        const report = reportOf(`https://${domain}/p/${String(from + at).padStart(6, '0')}`, domain, {
          issues: [...issues],
        })
        return { ...report, evaluation: payload, facts: payload }
      })
      await insertReports(db, reports)
    }
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    const { counts, found } = await compareWebsites(db, sides(), defaultsOf(againstParams), checks)
    clearInterval(timer)
    expect(counts).toEqual({ changed: pages - 100, missing: 100, new: 100, unread: 0, same: 0 })
    expect(found).toHaveLength(pages + 100)
    expect(turns).toBeGreaterThan(2)
  })
})
