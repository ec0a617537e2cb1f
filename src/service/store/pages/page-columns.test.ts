import { expect, it } from 'vitest'
import { pageColumns, pageIssues, pageLinks, pageState } from '#analyser/page-state.ts'
import { analyseCase } from '#testing/pages/check-page.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newEvaluation, newFacts, newReport } from '#testing/store/reports.ts'
import type { Store } from '../database.ts'
import { insertReports } from '../reports/bulk-insert.ts'
import { deleteReport } from '../reports/deleted-reports.ts'
import { pack } from '../reports/report-payloads.ts'
import { createReport } from '../reports/reports.ts'
import { findFaults } from '../verify/verify.ts'

const origin = 'https://shop.example'

/** Returns a report of a page with links. Its own status is 301 if it redirects. */
function reportOf(path: string, links: string[], { words = 9, redirectsTo = '' } = {}) {
  const url = origin + path
  const items = links.map((href) => ({
    url: origin + href,
    internal: true,
    text: '',
    rel: null,
    noscript: false,
    at: 1,
  }))
  const none = { items: [], total: 0 }
  const facts = newFacts(url)
  facts.links = { items, total: items.length, followable: items.length, broken: none }
  facts.words = { ...facts.words, count: words }
  if (redirectsTo !== '') {
    facts.response.finalUrl = origin + redirectsTo
    facts.response.redirects = [{ url, status: 301, location: redirectsTo }]
  }
  const answer =
    redirectsTo === ''
      ? {}
      : {
          status: 301,
          redirects_to: origin + redirectsTo,
          redirect_statuses: '301',
          indexability: 'redirect' as const,
          indexing_code: 'redirect' as const,
        }
  const state = { ...newReport().state, ...answer, links: pageLinks(facts, {}), columns: pageColumns(facts, {}) }
  return newReport({ url, domain: 'shop.example', facts, state })
}

const inlinksOf = async ({ db }: Store) => {
  const pages = await db.selectFrom('pages').select(['url', 'inlinks']).orderBy('url').execute()
  return Object.fromEntries(pages.map(({ url, inlinks }) => [url.slice(origin.length), inlinks]))
}

describeEachEngine('the columns of pages', onBoth, ({ openStore }) => {
  it('count the links of the latest reports of other pages, also those that came before the page', async () => {
    const store = await openStore()
    const { db } = store
    await createReport(db, reportOf('/', ['/a', '/a#top', '/b', '/']))
    const before = await createReport(db, reportOf('/a', ['/', '/b']))
    await createReport(db, reportOf('/b', ['/a']))
    expect(await inlinksOf(store)).toEqual({ '/': 1, '/a': 2, '/b': 2 })
    const after = await createReport(db, reportOf('/a', ['/b', '/c'], { words: 12 }))
    expect(await inlinksOf(store)).toEqual({ '/': 0, '/a': 2, '/b': 2 })
    expect(await findFaults(db)).toEqual([])
    await deleteReport(db, after.id)
    expect(await inlinksOf(store)).toEqual({ '/': 1, '/a': 2, '/b': 2 })
    expect(await db.selectFrom('pages').select('words').where('url', '=', `${origin}/a`).execute()).toEqual([
      { words: 9 },
    ])
    await deleteReport(db, before.id)
    expect(await inlinksOf(store)).toEqual({ '/': 0, '/b': 1 })
    expect(await findFaults(db)).toEqual([])
  })

  it('count no links of a redirect, whose report shows the page at its end', async () => {
    const store = await openStore()
    await createReport(store.db, reportOf('/old', ['/a'], { redirectsTo: '/b' }))
    await createReport(store.db, reportOf('/b', ['/a', '/old']))
    await createReport(store.db, reportOf('/a', []))
    expect(await inlinksOf(store)).toEqual({ '/a': 1, '/b': 0, '/old': 1 })
    const old = store.db.selectFrom('pages').select(['status', 'words', 'title']).where('url', 'like', '%/old')
    expect(await old.execute()).toEqual([{ status: 301, words: null, title: null }])
    expect(await findFaults(store.db)).toEqual([])
  })

  it('follow many reports that are stored at once', async () => {
    const store = await openStore()
    const reports = ['/a', '/b', '/c', '/a'].map((path, at) => ({
      ...reportOf(path, at === 3 ? ['/b'] : ['/c', '/d']),
    }))
    const packed = reports.map((report) => ({
      ...report,
      evaluation: pack(report.evaluation),
      facts: pack(report.facts),
    }))
    await insertReports(store.db, packed)
    expect(await inlinksOf(store)).toEqual({ '/a': 0, '/b': 1, '/c': 1 })
    expect(await findFaults(store.db)).toEqual([])
  })

  it('have the number of the issues that count: of a noindexed page, noindex and its sitemap entry', async () => {
    const { db } = await openStore()
    const { facts, results } = analyseCase({ title: '<meta name="robots" content="noindex">' })
    const state = pageState(facts, results)
    const issues = pageIssues(results, state)
    expect(issues.length).toBeGreaterThan(1)
    const whole = {
      ...newReport().state,
      ...state,
      issues,
      links: pageLinks(facts, results),
      columns: pageColumns(facts, results),
    }
    const url = facts.response.askedUrl
    const evaluation = newEvaluation({ results })
    await createReport(db, newReport({ url, domain: new URL(url).host, facts, evaluation, state: whole }))
    expect(await db.selectFrom('pages').select('issues').execute()).toEqual([{ issues: 2 }])
  })
})
