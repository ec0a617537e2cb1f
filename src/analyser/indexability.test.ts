import { describe, expect, it } from 'vitest'
import type { Probe } from '#analyser/probe.ts'
import {
  canBeIndexed,
  isBlockedByCanonical,
  indexabilityOfRow,
  indexabilityText,
  trapText,
} from '#contract/reports/indexability.ts'
import { analyseCase, type Change } from '#testing/pages/check-page.ts'
import { crawlPage } from '#testing/pages/crawled-page.ts'
import { document, failedProbe, type Page, pageUrl, probe } from '#testing/pages/fetched-page.ts'
import { soundHtml } from '#testing/pages/sound-page.ts'
import { sampleOf } from '#testing/sample.ts'
import { texts as refreshTexts } from './checks/meta-refresh.ts'
import { texts as pageTexts } from './checks/page-text.ts'
import { texts as sitemapTexts } from './checks/sitemap-missing.ts'
import { indexabilityOf, indexabilityOfTarget, unreachable } from './indexability.ts'
import { pageState } from './page-state.ts'

const other = 'https://example.com/lanterns'
const canonical = (url: string) => `<link rel="canonical" href="${url}">`
const withAnswer = (answer: Change['answers'] = {}): Change => ({ canonical: canonical(other), answers: answer })
const html = { headers: { 'content-type': 'text/html' } }
const redirect = (finalUrl: string) => ({ redirects: [{ url: other, status: 301, location: finalUrl }], finalUrl })
const toCanonical = (answer: Parameters<typeof probe>[2]): Change =>
  withAnswer({ canonical: (sound: Probe) => ({ ...probe('canonical', sound.url, answer), at: sound.at }) })
const lost = (code: 'dns' | 'timeout' | 'budget'): Change =>
  withAnswer({ canonical: (sound) => ({ ...failedProbe('canonical', sound.url, code), at: sound.at }) })
const body = (text: string): Change => ({ top: '', picture: '', text, more: '', links: '', form: '' })
const head = (text: string): Change => ({ head: text })
const disallowOther = 'User-agent: *\nDisallow: /lanterns'
/** Each of its many rules is compared with the whole of a long URL. */
const hostile = `User-agent: *\n${`Disallow: *${'a'.repeat(40)}b\n`.repeat(9_500)}`
const longUrl = `https://example.com/${'a'.repeat(2000)}`
const noindex = '<meta name="robots" content="noindex">'

/** A page with other content. */
const oak = document('<title>Oak</title>', `<p>${'Chairs and tables of oak for each room. '.repeat(9)}`)
const unreadable = {
  value: false,
  state: 'blocked',
  code: 'canonical_unreadable',
  url: other,
  check: 'canonical-elsewhere',
}
const ignored = { value: true, state: 'indexable', code: 'canonical_ignored', url: other, check: 'canonical-valid' }

const of = (change: Change) => indexabilityOf(analyseCase(change).facts)

const path = '/garden/lamps?page=2'

describe('the indexability', () => {
  it.each<[string, Change, object]>([
    ['nothing is in the way', {}, { value: true, state: 'indexable', code: 'open', check: null }],
    [
      'robots.txt blocks it',
      { page: { robots: 'User-agent: *\nDisallow: /garden' } },
      {
        value: false,
        state: 'blocked',
        code: 'robots',
        line: 2,
        url: 'https://example.com/robots.txt',
        reason: 'robots.txt line 2 disallows it',
      },
    ],
    [
      'it returns an error',
      { page: { status: 410 } },
      { state: 'blocked', code: 'status', reason: 'it returns status 410' },
    ],
    [
      'a robots meta tag says noindex',
      head(noindex),
      { state: 'blocked', code: 'noindex', line: 16, reason: 'line 16 says noindex', deliberate: false },
    ],
    [
      'a header says none for Googlebot',
      { headers: { 'x-robots-tag': 'googlebot: none' } },
      { state: 'blocked', code: 'noindex', reason: 'the X-Robots-Tag header says none for googlebot' },
    ],
    [
      'it has expired',
      { headers: { 'x-robots-tag': 'unavailable_after: 2020-01-01' } },
      { state: 'blocked', reason: 'the X-Robots-Tag header sets an unavailable_after date, which has passed' },
    ],
    [
      'robots.txt can’t be reached',
      { page: { robots: { outcome: 'unreachable', status: null } } },
      {
        value: null,
        state: 'unlikely',
        code: 'robots_error',
        check: 'robots-valid',
        reason: unreachable,
      },
    ],
    [
      'robots.txt returns an error',
      { page: { robots: { outcome: 'unavailable', status: 503 } } },
      {
        value: null,
        state: 'unlikely',
        code: 'robots_error',
        check: 'robots-valid',
        reason: 'robots.txt returned status 503 to us',
      },
    ],
    [
      'a rule of robots.txt takes too long to match',
      { page: { robots: hostile, finalUrl: longUrl } },
      { value: null, state: null, code: 'unverified', check: 'robots-blocked' },
    ],
    [
      'its expiry can’t be read',
      { headers: { 'x-robots-tag': 'unavailable_after: soon' } },
      { value: null, state: null, code: 'unverified', check: 'noindex' },
    ],
    [
      'it redirects at once',
      head(`<meta http-equiv="refresh" content="0; url=${other}">`),
      { value: null, state: 'other_url', code: 'refresh', url: other, line: 16, check: 'meta-refresh' },
    ],
    [
      'it redirects after a while',
      head(`<meta http-equiv="refresh" content="5; url=${other}">`),
      { state: 'indexable', code: 'open' },
    ],
    [
      'its canonical URL shows the same',
      toCanonical({ ...html, text: soundHtml({ canonical: '' }) }),
      { state: 'other_url', code: 'canonical', url: other, instead: '/lanterns' },
    ],
    [
      'its canonical URL shows other content',
      toCanonical({ ...html, text: oak }),
      { state: 'other_url', code: 'canonical_unlike', url: other, check: 'canonical-elsewhere' },
    ],
    ['that could not be checked', lost('budget'), { state: 'other_url', code: 'canonical_unknown', url: other }],
    [
      'its canonical URL redirects elsewhere',
      toCanonical(redirect('https://example.com/third')),
      { ...ignored, reason: `its canonical URL, ${other}, redirects to https://example.com/third` },
    ],
    ['its canonical URL redirects back', toCanonical(redirect(pageUrl)), ignored],
    [
      'its canonical URL names this page',
      toCanonical({ ...html, text: soundHtml() }),
      { ...ignored, reason: `its canonical URL, ${other}, names this page as its own canonical URL` },
    ],
    [
      'its canonical URL is missing',
      toCanonical({ status: 404 }),
      { ...ignored, reason: `its canonical URL, ${other}, returns status 404` },
    ],
    [
      'its canonical URL fails',
      toCanonical({ status: 500 }),
      { ...unreadable, reason: `Google can’t read its canonical URL, ${other}: it returns 500` },
    ],
    ['its canonical URL’s host does not exist', lost('dns'), unreadable],
    ['its canonical URL gives no answer', lost('timeout'), unreadable],
    ['its canonical URL is noindexed', toCanonical({ ...html, text: document(noindex) }), ignored],
    [
      'robots.txt blocks its canonical URL',
      { ...toCanonical(html), page: { robots: disallowOther } },
      { ...ignored, reason: `its canonical URL, ${other}, is disallowed by robots.txt line 2` },
    ],
    [
      'its canonical tags contradict each other',
      { canonical: canonical(other) + canonical(pageUrl) },
      { state: 'indexable' },
    ],
    [
      'its body is empty, without scripts',
      { ...body(''), script: '' },
      { state: 'unlikely', code: 'empty', check: 'page-text' },
    ],
    ['scripts fill it', body('<div id="root"></div>'), { state: 'unclear', code: 'scripts', check: 'page-text' }],
    [
      'it says that it was not found',
      body('<h1>Page not found</h1>'),
      { state: 'unlikely', code: 'soft_404', check: 'soft-404-page' },
    ],
  ])('when %s', (_, change, expected) => {
    expect(of(change)).toMatchObject(expected)
  })

  it.each(['/login', '/shop/cart', '/search?q=lamps', '/?s=lamps', '/de/warenkorb/'])(
    'takes a noindex of %s as intended',
    (path) => {
      const change = { ...head(noindex), page: { finalUrl: `https://example.com${path}` } }
      expect(of(change)).toMatchObject({ state: 'blocked', code: 'noindex', deliberate: true })
      expect(of({ page: change.page, canonical: '' }).deliberate).toBe(false)
    },
  )

  it.each<[string, string, Change, string, string]>([
    ['https://example.com/old', pageUrl, {}, path, 'it returned status 200 to us'],
    [
      'https://example.com/old?a=1',
      'https://example.com/lamp?b=2',
      { canonical: '' },
      '/lamp?b=2',
      'it returned status 200 to us',
    ],
    ['https://example.com/login', pageUrl, head(noindex), path, 'line 16 says noindex'],
    ['https://example.com/old', pageUrl, { page: { status: 404 } }, path, 'it returns status 404'],
    ['https://example.com/old', pageUrl, body('<div id="root"></div>'), path, 'we didn’t run its scripts'],
    ['http://example.com/garden', pageUrl, {}, pageUrl, 'it returned status 200 to us'],
    ['https://www.example.com/garden', pageUrl, {}, pageUrl, 'it returned status 200 to us'],
    ['https://example.com/garden', pageUrl, {}, path, 'it returned status 200 to us'],
  ])('of %s, which redirects to %s, is that of its own answer', (askedUrl, finalUrl, change, to, ofTarget) => {
    const redirects = [
      { url: askedUrl, status: 301, location: '/older' },
      { url: 'https://example.com/older', status: 302, location: finalUrl },
    ]
    const { facts, results } = analyseCase({ ...change, page: { ...change.page, askedUrl, finalUrl, redirects } })
    const decided = indexabilityOf(facts)
    expect(decided).toMatchObject({
      value: null,
      state: 'redirect',
      code: 'redirect',
      url: finalUrl,
      check: null,
      deliberate: false,
      redirects: { to, statuses: '301, 302' },
    })
    expect(decided.reason).toContain(`the findings are those of its target: ${ofTarget}`)
    const row = { url: askedUrl, ...pageState(facts, results) }
    for (const summary of [decided, indexabilityOfRow(row)!])
      expect(indexabilityText(summary)).toBe(`Redirects to ${to} (301, 302)`)
  })

  it('is not told of one of the endless URLs of a trap that could be indexed', () => {
    const month = { html: document('<title>March</title>', `<p>${'No events are planned in this month. '.repeat(9)}`) }
    const stateOf = (page: Page) => indexabilityOf(crawlPage(page, { isOfTrap: true }).facts)
    const found = stateOf(month)
    expect(found).toMatchObject({ value: null, state: null, code: 'trap', check: null })
    expect(indexabilityText(found)).toBe(trapText)
    expect(indexabilityOf(crawlPage(month).facts).state).toBe('indexable')
    expect(stateOf({ ...month, status: 404 })).toMatchObject({ state: 'blocked', code: 'status' })
  })

  it('of the target decides whether the sitemap should list it', () => {
    const askedUrl = 'https://example.com/old'
    const redirects = [{ url: askedUrl, status: 301, location: pageUrl }]
    const listed: Change['answers'] = {
      sitemap: (sound) => ({ ...sound, sitemap: sound.sitemap && { ...sound.sitemap, found: [pageUrl] } }),
    }
    const { facts, results } = analyseCase({ page: { askedUrl, redirects }, answers: listed })
    expect(indexabilityOf(facts).state).toBe('redirect')
    expect(indexabilityOfTarget(facts).state).toBe('indexable')
    expect(results['sitemap-missing']).toMatchObject({ outcome: 'pass', title: sitemapTexts.listed })
  })
})

const dimensions: Change[][] = [
  [{}, { page: { status: 404 } }],
  [
    {},
    { page: { robots: 'User-agent: *\nDisallow: /\nSitemap: https://example.com/sitemap.xml' } },
    { page: { robots: disallowOther } },
    { page: { robots: { outcome: 'unavailable', status: 503 } } },
    { page: { robots: { outcome: 'unreachable', status: null } } },
  ],
  [
    {},
    head(noindex),
    { headers: { 'x-robots-tag': 'none' } },
    { headers: { 'x-robots-tag': 'unavailable_after: soon' } },
    { headers: { 'x-robots-tag': 'bingbot: noindex' } },
  ],
  [
    {},
    { canonical: '' },
    toCanonical({ ...html, text: soundHtml({ canonical: '' }) }),
    toCanonical({ ...html, text: oak }),
    toCanonical({ status: 404 }),
    toCanonical({ ...html, text: document(noindex) }),
    toCanonical(redirect('https://example.com/third')),
    toCanonical(redirect(pageUrl)),
    toCanonical({ ...html, text: document(canonical('https://example.com/third')) }),
    lost('dns'),
    lost('timeout'),
    { canonical: canonical(other) + canonical(pageUrl) },
    { canonical: '<link rel="canonical" href="/lanterns">' },
  ],
  [
    {},
    { charset: `<meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${other}">` },
    { charset: `<meta charset="utf-8"><meta http-equiv="refresh" content="9; url=${other}">` },
  ],
  [{}, body(''), body('<div id="app"></div>'), body('<p>Lamp</p>'), body('<h1>Page not found</h1>')],
  [{}, { answers: { sitemap: (sound) => ({ ...sound, sitemap: sound.sitemap && { ...sound.sitemap, found: [] } }) } }],
]

/** Every combination in turn, a different one for each number. */
function combination(number: number): Change {
  let rest = number
  return dimensions.reduce<Change>((all, choices) => {
    const { page, headers, answers, ...parts } = choices[rest % choices.length] ?? {}
    rest = Math.floor(rest / choices.length)
    return {
      ...all,
      ...parts,
      page: { ...all.page, ...page },
      headers: { ...all.headers, ...headers },
      answers: { ...all.answers, ...answers },
    }
  }, {})
}

describe('over generated combinations', () => {
  const total = dimensions.reduce((product, { length }) => product * length, 1)
  const step = 23 // Shares no factor with the sizes of the dimensions, so that all of them vary.
  const numbers = Array.from({ length: Math.ceil(total / step) }, (_, at) => at * step)

  /** Returns the codes of the reasons that were seen. */
  function expectNoContradiction(some: number[]) {
    const seen = new Set<string>()
    for (const number of some) {
      const { facts, results } = analyseCase(combination(number))
      const decided = indexabilityOf(facts)
      const { state, code, check, url } = decided
      const listed = indexabilityOfRow({ url: facts.response.askedUrl, ...pageState(facts, results) })
      if (state !== null) expect(indexabilityText(listed!)).toBe(indexabilityText(decided))
      const failed = (id: string) => results[id]?.outcome === 'fail'
      const faulty = (id: string) => results[id]?.passed === false
      const about = `${number}: ${state} ${code}`
      seen.add(`${code}`)

      const blockers = ['robots-blocked', 'http-status', 'noindex']
      const isByCanonical = isBlockedByCanonical(code)
      expect(state === 'blocked', about).toBe(blockers.some(failed) || isByCanonical)
      if (state === null)
        expect(
          blockers.map((id) => results[id]?.outcome),
          about,
        ).toContain('unknown')
      const isLost = code === 'robots_error' && results['robots-valid']?.outcome === 'unknown'
      const isNoFault = isLost || code === 'canonical' || code === 'canonical_unknown'
      if (check !== null && state !== null) expect(faulty(check), about).toBe(!isNoFault)
      if (state === 'other_url') expect(url, about).not.toBeNull()
      if (state === 'indexable') {
        expect(faulty('canonical-elsewhere'), about).toBe(false)
        expect(results['meta-refresh']?.title, about).not.toBe(refreshTexts.immediate)
        expect(results['page-text']?.title, about).not.toBe(pageTexts.empty)
        expect(failed('soft-404-page'), about).toBe(false)
      }
      const isListed = (results['sitemap-missing']?.value ?? null) !== null
      const isKnown = results['sitemap-missing']?.outcome === 'pass' || results['sitemap-missing']?.outcome === 'warn'
      if (state !== null && code !== 'robots_error' && isKnown) {
        expect(faulty('sitemap-missing'), about).toBe(!isListed && canBeIndexed(state))
        expect(faulty('in-sitemap'), about).toBe(isListed && !canBeIndexed(state) && !isByCanonical)
      }
    }
    return seen
  }

  it('it never contradicts a check of the same report in a sample', () => {
    expectNoContradiction(sampleOf(numbers, 150))
  })

  it('it never contradicts a check of the same report', { tags: 'all' }, () => {
    expect(expectNoContradiction(numbers).size).toBe(14)
  })
})
