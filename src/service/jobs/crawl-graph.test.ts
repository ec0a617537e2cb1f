import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import { noOutlink, type Outlink, recordPage } from '#service/store/crawls/recording.ts'
import { createJob, crawlUrls } from '#service/store/jobs/jobs.ts'
import { linkTarget } from '#service/store/pages/link-targets.ts'
import { createReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { placeOf, readCrawlGraph } from './crawl-graph.ts'

const origin = 'https://shop.example'

/** A page with its links in the HTML, of scripts and refreshes, or the URL it redirects to by a status or a script. */
type Page = Partial<Record<'html' | 'scripts' | 'refreshes', string[]>> & { redirect?: string; scriptRedirect?: string }

async function storeCrawl(db: Kysely<Schema>, pages: Record<string, Page>) {
  const start = new URL(origin)
  const job = { kind: 'crawl' as const, label: '', url: start.href, author_id: 'abcdefgh', author_name: null }
  const urls = Object.keys(pages)
    .slice(1)
    .map((path, at) => ({ line: at + 2, url: origin + path, host: start.host }))
  const crawl = { ...job, crawl: defaultCrawlLimits, urls: [...crawlUrls(start), ...urls] }
  const id = await db.transaction().execute((tx) => createJob(tx, crawl))
  for (const [path, { html = [], scripts = [], refreshes = [], redirect, scriptRedirect }] of Object.entries(pages)) {
    const url = origin + path
    const report = await createReport(db, newReport({ url, domain: start.host }))
    const statuses = redirect === undefined ? (scriptRedirect === undefined ? null : 'script') : '301'
    const answer = {
      status: redirect === undefined ? 200 : 301,
      end_status: 200,
      redirects_to: statuses === null ? null : origin + (redirect ?? scriptRedirect ?? ''),
      redirect_statuses: statuses,
    }
    const links = [
      ...html.map((to) => linkTo(db, to, false)),
      ...scripts.map((to) => linkTo(db, to, true)),
      ...refreshes.map((to) => ({ ...linkTo(db, to, false), isRefresh: true })),
    ]
    const page = { url, ...answer, report_id: report.id, website_id: report.website_id, links }
    await db.transaction().execute((tx) => recordPage(tx, id, page))
  }
  const { urls: found, links } = await readCrawlGraph(db, id, new AbortController().signal)
  const of = (path: string) => found.get(linkTarget(db, origin + path))!
  return { of, links }
}

const linkTo = (db: Kysely<Schema>, path: string, isByScript: boolean): Outlink => ({
  target: linkTarget(db, origin + path),
  ...noOutlink,
  isFollowed: true,
  isByScript,
})

describeEachEngine('the pages of a crawl that are linked only by scripts', ({ openStore }) => {
  it('are those without a link in the HTML of any page, which count as linked otherwise', async () => {
    const { db } = await openStore()
    const { of, links } = await storeCrawl(db, {
      '/': { html: ['/a'], scripts: ['/b', '/c'] },
      '/a': { html: ['/c'], scripts: ['/b', '/a/deep'] },
      '/b': { html: ['/of-b'], scripts: ['/'] },
      '/c': {},
      '/a/deep': {},
      '/of-b': {},
    })
    const byScript = ['/', '/a', '/b', '/c', '/a/deep', '/of-b'].filter((path) => of(path).isByScript)
    expect(byScript).toEqual(['/b', '/a/deep'])
    expect(of('/b')).toMatchObject({ depth: 1, inlinks: 2 })
    expect([of('/a/deep').depth, of('/of-b').depth, links.scripts]).toEqual([2, 2, 5])
    expect([placeOf(of('/b'), true), placeOf(of('/b'), false), placeOf(of('/c'), true)]).toEqual([
      'by_script',
      'linked',
      'linked',
    ])
  })

  it('are not reached by redirects of pages that the HTML links to, but by redirects of scripts', async () => {
    const { db } = await openStore()
    const { of } = await storeCrawl(db, {
      '/': { html: ['/old', '/app'] },
      '/old': { redirect: '/new' },
      '/new': {},
      '/app': { scriptRedirect: '/app/start' },
      '/app/start': { scriptRedirect: '/app' },
    })
    expect([of('/new').isByScript, of('/new').depth]).toEqual([false, 1])
    expect([of('/app').isByScript, of('/app').isOwnPage]).toEqual([false, false])
    expect([of('/app/start').isByScript, of('/app/start').depth]).toEqual([true, 1])
  })

  it('may be reached only from pages that no click reaches', async () => {
    const { db } = await openStore()
    const { of } = await storeCrawl(db, { '/': {}, '/lost': { scripts: ['/of-lost'] }, '/of-lost': {} })
    expect([of('/of-lost').isByScript, placeOf(of('/of-lost'), true)]).toEqual([true, 'unreachable'])
    expect(of('/lost').isByScript).toBe(false)
  })

  it('are never the page that the crawl starts from', async () => {
    const { db } = await openStore()
    const { of } = await storeCrawl(db, { '/': { redirect: '/de/' }, '/de/': { scripts: ['/', '/x'] }, '/x': {} })
    expect([of('/').isByScript, of('/de/').isByScript, of('/x').isByScript]).toEqual([false, false, true])
  })
})

describeEachEngine('the pages of a crawl to which refreshes lead', ({ openStore }) => {
  it('are as near to the start as the page before, and have no inlink from it', async () => {
    const { db } = await openStore()
    const { of, links } = await storeCrawl(db, {
      '/': { refreshes: ['/home'] },
      '/home': { html: ['/old'] },
      '/old': { refreshes: ['/new'] },
      '/new': { redirect: '/newest' },
      '/newest': { refreshes: ['/'], html: ['/last'] },
      '/last': {},
    })
    expect(['/', '/home', '/old', '/new', '/newest', '/last'].map((path) => of(path).depth)).toEqual([0, 0, 1, 1, 1, 2])
    expect(of('/new')).toMatchObject({ inlinks: 0, isByScript: false })
    expect([placeOf(of('/new'), true), links.internal]).toEqual(['linked', 2])
  })
})
