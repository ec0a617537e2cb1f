import { describe, expect, it } from 'vitest'
import type { SitemapReading } from '#analyser/probe.ts'
import { analyseCase, type Change } from '#testing/pages/check-page.ts'
import { document, fetchedPageOf, pageUrl, sitemap, sitemapUrl } from '#testing/pages/fetched-page.ts'
import { renderedFacts } from '#testing/pages/rendered-facts.ts'
import { newCheckResult } from '#testing/store/reports.ts'
import { indexabilityOf } from './indexability.ts'
import {
  countsOnWebsite,
  type ListedState,
  noColumns,
  pageColumns,
  pageIssues,
  pageLinks,
  pageState,
} from './page-state.ts'
import { analysePage } from './run.ts'

const stateOf = (change: Change) => {
  const { facts, results } = analyseCase(change)
  return pageState(facts, results)
}
const noindex = '<meta name="robots" content="noindex">'
const refresh = '<meta http-equiv="refresh" content="0; url=https://example.com/lanterns">'

const redirects = [
  { url: 'https://example.com/old', status: 301, location: '/older' },
  { url: 'https://example.com/older', status: 302, location: pageUrl },
]

it('a page that scripts redirect is a redirect, and has no texts and links of its own', () => {
  const { facts, results } = analyseCase({ text: '<p><a href="/lanterns">Lanterns</a></p>' })
  const to = 'https://example.com/app'
  const redirecting = { ...facts, beyond: renderedFacts({ redirectedTo: to }) }
  expect(pageState(redirecting, results)).toMatchObject({
    status: 200,
    redirects_to: to,
    redirect_statuses: 'script',
    indexability: 'redirect',
    indexing_code: 'redirect',
    main_issue: null,
  })
  expect(indexabilityOf(redirecting)).toMatchObject({ url: to, redirects: { to: '/app', statuses: 'script' } })
  expect([pageLinks(redirecting, {}), pageColumns(redirecting, {}).title]).toEqual([[], null])

  const toPart = { ...facts, beyond: renderedFacts({ redirectedTo: `${pageUrl}#/start` }) }
  expect(pageState(toPart, results)).toEqual(pageState(facts, results))
  expect(pageLinks(toPart, {})).toEqual(pageLinks(facts, {}))
})

describe('the state of a page for lists', () => {
  it.each<[string, Change, Partial<ListedState>]>([
    ['is indexable, without an issue', {}, { indexability: 'indexable', indexing_code: 'open', main_issue: null }],
    [
      'is indexable, with the most expensive issue',
      { doctype: '', title: '' },
      { indexability: 'indexable', indexing_code: 'open', main_issue: 'title-present' },
    ],
    [
      'names another URL',
      { head: refresh },
      {
        indexability: 'other_url',
        indexing_code: 'refresh',
        indexed_url: 'https://example.com/lanterns',
        main_issue: 'meta-refresh',
      },
    ],
    [
      'is unlikely to be indexed',
      { top: '<h1>Page not found</h1>', text: '<p>Sorry.</p>' },
      { indexability: 'unlikely', indexing_code: 'soft_404', main_issue: 'soft-404-page' },
    ],
    [
      'is blocked by its status',
      { page: { status: 404 } },
      { status: 404, indexability: 'blocked', indexing_code: 'status', main_issue: 'http-status' },
    ],
    [
      'redirects, whatever its target says',
      { head: noindex, page: { askedUrl: 'https://example.com/old', redirects } },
      {
        status: 301,
        redirects_to: pageUrl,
        redirect_statuses: '301, 302',
        indexability: 'redirect',
        indexing_code: 'redirect',
        main_issue: null,
      },
    ],
    [
      'is blocked by noindex',
      { head: noindex },
      { indexability: 'blocked', indexing_code: 'noindex', main_issue: 'noindex' },
    ],
  ])('%s', (_, change, expected) => {
    const answer = { status: 200, redirects_to: null, redirect_statuses: null, indexed_url: null, page_score: null }
    expect(stateOf(change)).toEqual({ ...answer, ...expected })
  })
})

describe('the issues of a page that count on its website', () => {
  const countedOf = (change: Change) => {
    const { facts, results } = analyseCase(change)
    const issues = pageIssues(results, pageState(facts, results))
    const counted = issues.filter((issue) => issue.counted).map(({ check }) => check)
    return { counted, others: issues.length - counted.length }
  }
  const withoutTitle = { title: '', head: noindex }

  it('are all of an indexable page', () => {
    expect(countedOf({ title: '' })).toEqual({ counted: expect.arrayContaining(['title-present']), others: 0 })
  })

  it('are the one that keeps the page out of search', () => {
    const { counted, others } = countedOf(withoutTitle)
    // The sitemap of these pages lists every URL.
    expect(counted).toEqual(['noindex', 'in-sitemap'])
    expect(others).toBeGreaterThan(0)
  })

  it('are the status of an error page', () => {
    expect(countedOf({ title: '', page: { status: 500 } }).counted).toEqual(['http-status', 'in-sitemap'])
  })

  it('are those of its redirects alone, as its report shows those of its target', () => {
    const page = { askedUrl: 'https://example.com/old', redirects }
    expect(countedOf({ title: '', page }).counted).toEqual(['redirect-chain', 'in-sitemap'])
  })

  it('are broken links on any page that visitors see', () => {
    const ok = { status: 200, redirects_to: null, indexability: 'blocked', main_issue: 'noindex' } as const
    expect(countsOnWebsite('broken-internal', ok)).toBe(true)
    expect(countsOnWebsite('broken-internal', { ...ok, status: 404 })).toBe(false)
    expect(countsOnWebsite('broken-internal', { ...ok, status: 301, redirects_to: pageUrl })).toBe(false)
    expect(countsOnWebsite('title-present', ok)).toBe(false)
  })
})

describe('the columns of a page', () => {
  const columnsOf = (change: Change) => {
    const { facts, results } = analyseCase(change)
    return pageColumns(facts, results)
  }
  const canonical = '<link rel="canonical" href="/lamps">'
  const listing = (contents: Partial<SitemapReading>, page: Parameters<typeof fetchedPageOf>[0] = {}) =>
    pageColumns(analysePage(fetchedPageOf(page), [sitemap(sitemapUrl, contents)]).facts, {})

  it('have its texts with their lengths, as readers count characters', () => {
    const html = document(
      `<title>Möbel 👨‍👩‍👧</title><meta name="description" content="Aus Eiche"><link rel="canonical" href="/b#top">`,
      '<h1 hidden>No</h1><h1> Two <b>words</b></h1>',
    )
    const results = {
      'title-present': { outcome: 'pass' },
      noindex: { outcome: 'unknown' },
      https: { outcome: 'error' },
    } as const
    expect(pageColumns(analysePage(fetchedPageOf({ html })).facts, results)).toEqual({
      canonical: 'https://example.com/b',
      title: 'Möbel 👨‍👩‍👧',
      title_length: 7,
      description: 'Aus Eiche',
      description_length: 9,
      h1: 'Two words',
      words: 2,
      in_sitemap: null,
      alternates: null,
      unchecked: 'noindex https',
    })
  })

  it('have the length 0 for a missing text', () => {
    const { facts } = analysePage(fetchedPageOf({ html: document('', '<p>Lamps') }))
    const [title, description] = [null, null]
    expect(pageColumns(facts, {})).toMatchObject({
      title,
      title_length: 0,
      description,
      description_length: 0,
      h1: null,
    })
  })

  it.each<[string, Change]>([
    ['a redirect', { page: { askedUrl: 'https://example.com/old', redirects } }],
    ['an error', { page: { status: 404 } }],
  ])('of %s have no texts of the page that was returned', (_, change) => {
    expect(columnsOf(change)).toEqual({ ...noColumns, in_sitemap: expect.anything() })
  })

  it('have no canonical URL if the page names several', () => {
    expect(columnsOf({ head: `${canonical}<link rel="canonical" href="/other">` }).canonical).toBeNull()
  })

  it.each([
    [1, { found: [pageUrl] }],
    [0, {}],
    [null, { cut: true }],
  ])('tell that a sitemap lists the URL: %s', (expected, contents) => {
    expect(listing(contents).in_sitemap).toBe(expected)
  })

  it('judge the URL itself, not the target of its redirects, by the sitemap', () => {
    const page = { askedUrl: 'https://example.com/old', redirects }
    const listed = [pageUrl, page.askedUrl].map((url) => listing({ found: [url] }, page).in_sitemap)
    expect(listed).toEqual([0, 1])
  })
})

it('a redirect and an error page have no links', () => {
  const html = document('', '<p><a href="/a">Lamps</a>')
  const linksOf = (page: Parameters<typeof fetchedPageOf>[0]) =>
    pageLinks(analysePage(fetchedPageOf({ html, ...page })).facts, {})
  expect([linksOf({}), linksOf({ status: 404 }), linksOf({ redirects })].map(({ length }) => length)).toEqual([1, 0, 0])
})

it('the links of a page are internal, each once, the broken ones first, and none leads to the page itself', () => {
  const hrefs = ['/a#part', '/a', '/missing', 'https://other.example/', '#top', pageUrl]
  const body = hrefs.map((href) => `<p><a href="${href}">Lamps</a>`).join('')
  const { facts } = analysePage(fetchedPageOf({ html: document('', body) }))
  const at = (path: string) => new URL(path, pageUrl).href
  const evidence = [{ url: at('/missing#part') }]
  expect(pageLinks(facts, { 'broken-internal': newCheckResult({ outcome: 'fail', evidence }) })).toEqual([
    { url: at('/missing'), isBroken: true, anchor: 'Lamps' },
    { url: at('/a'), isBroken: false },
  ])
})

describe('the issues of a page', () => {
  const bare: Change = { description: '', viewport: '', openGraph: '', hreflang: '' }
  const issuesOf = (change: Change) => {
    const { facts, results } = analyseCase(change)
    return pageIssues(results, pageState(facts, results)).map(({ check }) => check)
  }
  const asRedirect = (hops: number, status = 200): Change => ({
    ...bare,
    page: { askedUrl: 'https://example.com/old', status, redirects: redirects.slice(-hops) },
  })

  it('are all that its checks show', () => {
    expect(issuesOf(bare)).toEqual(expect.arrayContaining(['description-present', 'viewport']))
  })

  it('are those of its redirects alone if it redirects', () => {
    expect(issuesOf(asRedirect(1))).toEqual(['in-sitemap'])
    expect(issuesOf(asRedirect(2))).toEqual(['redirect-chain', 'in-sitemap'])
    expect(issuesOf(asRedirect(2, 404))).toEqual(['http-status', 'redirect-chain', 'redirect-target', 'in-sitemap'])
  })

  it.each([404, 410, 500, 503])('are those of its status alone if it returns %i', (status) => {
    const { facts, results, score, categories } = analyseCase({ ...bare, page: { status } })
    expect(pageIssues(results, pageState(facts, results)).map(({ check }) => check)).toEqual([
      'http-status',
      'in-sitemap',
    ])
    expect(results['description-present']).toMatchObject({
      outcome: 'not-applicable',
      reason: `The page returned ${status}, so only its status counts.`,
    })
    expect(score).toBeLessThanOrEqual(49)
    expect(categories).toEqual({ crawl: 49 })
  })

  it('have no links if it is an error page or redirects', () => {
    for (const page of [{ status: 404 }, asRedirect(1).page!]) {
      const { facts, results } = analyseCase({ page })
      expect(facts.links.total).toBeGreaterThan(0)
      expect(pageLinks(facts, results)).toEqual([])
    }
  })
})
