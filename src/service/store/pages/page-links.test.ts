import { expect, it } from 'vitest'
import { noBeyondFacts } from '#analyser/page-facts.ts'
import { pageIssues, pageLinks } from '#analyser/page-state.ts'
import type { WaiverScope } from '#contract/reports/findings.ts'
import { renderedFacts, scriptLinks } from '#testing/pages/rendered-facts.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newFacts, newReport } from '#testing/store/reports.ts'
import { deleteReport } from '../reports/deleted-reports.ts'
import { createReport } from '../reports/reports.ts'
import { findFaults } from '../verify/verify.ts'
import { purgeDeletedWebsites } from '../websites/purge-websites.ts'
import { deleteWebsite } from '../websites/websites.ts'
import { linkTarget } from './link-targets.ts'
import { findBrokenLinks } from './page-links.ts'
import { createWaivers } from './waivers.ts'

const origin = 'https://shop.example'
const missing = `${origin}/missing`

/** Returns a report of a page that links to others of its website. `broken` are those found broken. */
function reportOf(path: string, links: string[], broken: string[] = [], beyond = noBeyondFacts) {
  const url = origin + path
  const items = links.map((href) => ({
    url: new URL(href, url).href,
    internal: new URL(href, url).origin === origin,
    text: '',
    rel: null,
    noscript: false,
    at: 1,
  }))
  const evidence = broken.map((href) => ({ url: new URL(href, url).href }))
  const results =
    broken.length > 0 ? { 'broken-internal': newCheckResult({ outcome: 'fail', passed: false, evidence }) } : {}
  const evaluation = newEvaluation({ results })
  const none = { items: [], total: 0 }
  const facts = {
    ...newFacts(url),
    beyond,
    links: { items, total: items.length, followable: items.length, broken: none },
  }
  const state = {
    ...newReport().state,
    issues: pageIssues(results),
    links: pageLinks(facts, results),
  }
  return newReport({ url, domain: 'shop.example', evaluation, facts, state })
}

describeEachEngine('links of pages', onBoth, ({ openStore }) => {
  it('say which of them only scripts add, as of the latest report', async () => {
    const { db } = await openStore()
    const [a, b] = ['/a', '/b'].map((path) => origin + path)
    const links = ['/a', '/b', '/c', '/missing']
    const byScript = async () => {
      const rows = await db.selectFrom('page_links').select('target').where('by_script', '=', 1).execute()
      return new Set(rows.map(({ target }) => target))
    }
    await createReport(db, reportOf('/', links, [], renderedFacts({ scriptLinks: scriptLinks(a!, missing) })))
    expect(await byScript()).toEqual(new Set([a!, missing].map((url) => linkTarget(db, url))))
    await createReport(db, reportOf('/', links, ['/missing'], renderedFacts({ scriptLinks: scriptLinks(b!, missing) })))
    expect(await byScript()).toEqual(new Set([b!, missing].map((url) => linkTarget(db, url))))
    await createReport(db, reportOf('/', links))
    expect(await byScript()).toEqual(new Set())
    expect(await findFaults(db)).toEqual([])
  })

  it('count the pages with a broken link that link to a broken URL', async () => {
    const { db } = await openStore()
    const first = await createReport(
      db,
      reportOf('/', ['/missing', '/a', '/#top', 'https://other.example/'], ['/missing']),
    )
    await createReport(db, reportOf('/a', ['/missing#part', '/']))
    await createReport(db, reportOf('/b', ['/a']))
    await createReport(db, reportOf('/c', ['/missing', '/missing']))
    const expected = [
      {
        url: missing,
        status: null,
        pages: 1,
        samples: [expect.objectContaining({ url: `${origin}/` })],
      },
    ]
    expect(await findBrokenLinks(db, first.website_id)).toEqual(expected)
    expect(await findBrokenLinks(db, first.website_id + 1)).toEqual([])
    expect(await findFaults(db)).toEqual([])

    const repaired = await createReport(db, reportOf('/', ['/missing', '/a']))
    expect(await findBrokenLinks(db, first.website_id)).toEqual([])
    await deleteReport(db, repaired.id)
    expect(await findBrokenLinks(db, first.website_id)).toEqual(expected)
    await deleteReport(db, first.id)
    expect(await findBrokenLinks(db, first.website_id)).toEqual([])
    expect(await findFaults(db)).toEqual([])

    await deleteWebsite(db, first.website_id)
    while ((await purgeDeletedWebsites(db)) > 0);
    expect(await db.selectFrom('page_links').selectAll().execute()).toEqual([])
  })

  it('have a text if they are broken, as in the latest report', async () => {
    const { db } = await openStore()
    const withText = (text: string) => {
      const report = reportOf('/', ['/missing', '/a'], ['/missing'])
      const links = report.state.links.map((link) => (link.isBroken ? { ...link, anchor: text } : link))
      return { ...report, state: { ...report.state, links } }
    }
    const anchorOf = async (id: number) => (await findBrokenLinks(db, id))[0]?.samples[0]?.anchor
    const { website_id } = await createReport(db, withText('Lamps'))
    expect(await anchorOf(website_id)).toBe('Lamps')
    await createReport(db, withText('Gates'))
    expect(await anchorOf(website_id)).toBe('Gates')
    await createReport(db, reportOf('/b', ['/missing', '/other'], ['/other']))
    expect((await findBrokenLinks(db, website_id))[0]?.samples.map(({ anchor }) => anchor)).toEqual(['Gates', null])
  })

  it('are not broken where that is waived', async () => {
    const { db } = await openStore()
    const { website_id } = await createReport(db, reportOf('/old/a', ['/missing'], ['/missing']))
    await createReport(db, reportOf('/old/b', ['/missing', '/gone'], ['/gone']))
    await createReport(db, reportOf('/c', ['/missing', '/gone'], ['/missing']))
    const found = async (day: string) =>
      (await findBrokenLinks(db, website_id, day)).map(({ url, pages, samples }) =>
        [url, pages, ...samples.map((page) => page.url)].join(' ').replaceAll(origin, ''),
      )
    const both = ['/missing 3 /old/a /old/b /c', '/gone 2 /old/b /c']
    expect(await found('2026-03-01')).toEqual(both)
    const waive = (scope: WaiverScope, target: string | null, expiresOn: string | null) =>
      db.transaction().execute((tx) => {
        const text = { reason: 'Old', author: 'Test', created_at: '2026-03-01T00:00:00.000Z' }
        return createWaivers(
          tx,
          { website_id, check_id: 'broken-internal', scope, expires_on: expiresOn, ...text },
          [target],
          '2026-03-01',
        )
      })
    await waive('group', '/old/', '2026-03-31')
    expect(await found('2026-03-31')).toEqual(['/missing 1 /c'])
    expect(await found('2026-04-01')).toEqual(both)
    await waive('page', `${origin}/c`, null)
    expect(await found('2026-03-31')).toEqual([])
    expect(await found('2026-04-01')).toEqual(['/missing 2 /old/a /old/b', '/gone 1 /old/b'])
  })

  it('are kept up to a number, the broken ones first', async () => {
    const { db } = await openStore()
    const many = Array.from({ length: 1_100 }, (_, at) => `/${at}`)
    const { website_id } = await createReport(db, reportOf('/many', [...many, '/missing'], ['/missing']))
    expect(await db.selectFrom('page_links').select('target').execute()).toHaveLength(1_000)
    expect(await findBrokenLinks(db, website_id)).toMatchObject([{ url: missing, pages: 1 }])
    expect(await findFaults(db)).toEqual([])
  })
})
