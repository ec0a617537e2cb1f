import { describe, expect, it } from 'vitest'
import { analyseCase, type Change } from '#testing/pages/check-page.ts'
import { document, fetchedPageOf, pageUrl } from '#testing/pages/fetched-page.ts'
import { newCheckResult } from '#testing/store/reports.ts'
import { type ListedState, pageLinks, pageState } from './page-state.ts'
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

describe('the state of a page for lists', () => {
  it.each<[string, Change, Partial<ListedState>]>([
    ['is indexable, without an issue', {}, { indexability: 'indexable', main_issue: null }],
    [
      'is indexable, with the most expensive issue',
      { doctype: '', title: '' },
      { indexability: 'indexable', main_issue: 'title-present' },
    ],
    ['names another URL', { head: refresh }, { indexability: 'other_url', main_issue: 'meta-refresh' }],
    [
      'is unlikely to be indexed',
      { top: '<h1>Page not found</h1>', text: '<p>Sorry.</p>' },
      { indexability: 'unlikely', main_issue: 'soft-404-page' },
    ],
    [
      'is blocked by its status',
      { page: { status: 404 } },
      { status: 404, indexability: 'blocked', main_issue: 'http-status' },
    ],
    [
      'redirects, whatever its target says',
      { head: noindex, page: { askedUrl: 'https://example.com/old', redirects } },
      { status: 301, redirects_to: pageUrl, redirect_statuses: '301, 302', indexability: 'redirect', main_issue: null },
    ],
    ['is blocked by noindex', { head: noindex }, { indexability: 'blocked', main_issue: 'noindex' }],
  ])('%s', (_, change, expected) => {
    expect(stateOf(change)).toEqual({ status: 200, redirects_to: null, redirect_statuses: null, ...expected })
  })
})

it('the links of a page are internal, each once, the broken ones first, and none leads to the page itself', () => {
  const hrefs = ['/a#part', '/a', '/missing', 'https://other.example/', '#top', pageUrl]
  const body = hrefs.map((href) => `<p><a href="${href}">Lamps</a>`).join('')
  const { facts } = analysePage(fetchedPageOf({ html: document('', body) }))
  const at = (path: string) => new URL(path, pageUrl).href
  const evidence = [{ url: at('/missing#part') }]
  expect(pageLinks(facts, { 'broken-internal': newCheckResult({ outcome: 'fail', evidence }) })).toEqual([
    { url: at('/missing'), isBroken: true },
    { url: at('/a'), isBroken: false },
  ])
})
