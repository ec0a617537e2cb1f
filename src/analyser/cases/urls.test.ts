import { describe, expect, it } from 'vitest'
import { pageLinks } from '#analyser/page-state.ts'
import { readPage } from '#analyser/run.ts'
import { analyseCase, type Case, type Change, expectCase } from '#testing/pages/check-page.ts'
import { document, fetchedPageOf, pageUrl, probe } from '#testing/pages/fetched-page.ts'
import { soundParts } from '#testing/pages/sound-page.ts'

const origin = 'https://example.com'
/** The path of the page, and other spellings of the same URL. */
const own = `${origin}/caf%C3%A9/~lamp-1`
const same = [
  `${origin}/caf%c3%a9/~lamp-1`,
  `${origin}/café/%7Elamp%2D1`,
  `${origin}:443/caf%C3%a9/./x/../~lamp-1#top`,
  `HTTPS://Example.com/%63afé/%7elamp-1`,
]
/** URLs that differ from it by more than their spelling. */
const others = [
  `${own}?`,
  `${own}/`,
  `${origin}/caf%C3%A9%2F~lamp-1`,
  `${origin}/Caf%C3%A9/~lamp-1`,
  `${origin}/cafe%CC%81/~lamp-1`,
  `${origin}:8443/caf%C3%A9/~lamp-1`,
  `${own}?a=1`,
]
/** Pairs of URLs with a query or a reserved character that are two pages. */
const pairs: [string, string][] = [
  [`${origin}/a+b`, `${origin}/a%2Bb`],
  [`${origin}/a?b=1&c=2`, `${origin}/a?c=2&b=1`],
  [`${origin}/a?q=%7E`, `${origin}/a?q=~`],
  [`${origin}/%E9`, `${origin}/é`],
  [`${origin}/%zz`, `${origin}/%25zz`],
]

const canonical = (href: string) => `<link rel="canonical" href="${href}">`
const link = (code: string, href: string) => `<link rel="alternate" hreflang="${code}" href="${href}">`
const openGraph = (url: string) => soundParts.openGraph.replaceAll(pageUrl, url)
/** The page at a URL, with all signals as written there. */
const at = (finalUrl: string, change: Change = {}): Change => ({
  page: { finalUrl: new URL(finalUrl).href },
  canonical: canonical(finalUrl),
  hreflang: '',
  openGraph: openGraph(finalUrl),
  ...change,
})
const elsewhere = { 'canonical-elsewhere': 'info', indexability: 'other_url', '*': 'pass' } as const

describe('a canonical tag', () => {
  const cases: Case[] = [
    ...same.map((href): Case => [
      `that names the page as ${href}`,
      at(own, { canonical: canonical(href) }),
      { indexability: 'indexable' },
    ]),
    ...same.map((href): Case => [`on the page at ${href}`, at(href, { canonical: canonical(own) }), {}]),
    ...others.map((href): Case => [`that names ${href}`, at(own, { canonical: canonical(href) }), elsewhere]),
    ...pairs.flatMap(([one, other]): Case[] => [
      [`that names ${other} on ${one}`, at(one, { canonical: canonical(other) }), elsewhere],
      [`that names ${one} on ${other}`, at(other, { canonical: canonical(one) }), elsewhere],
    ]),
    ['twice, in two spellings', at(own, { canonical: same.map(canonical).join('') }), {}],
    [
      'twice, with and without an empty query',
      at(own, { canonical: canonical(own) + canonical(`${own}?`) }),
      { 'canonical-valid': ['fail', 2], '*': 'pass' },
    ],
    [
      'and og:url in another spelling',
      at(own, { openGraph: openGraph(`${origin}/café/%7elamp-1`) }),
      { conflicts: 'pass' },
    ],
    [
      'and og:url with another case',
      at(own, { openGraph: openGraph(`${origin}/Café/~lamp-1`) }),
      { conflicts: 'info' },
    ],
  ]
  it.each(cases)('%s', (...row) => expectCase(row))

  it.each(pairs.flat().concat(same, '%E9', '%zz%', '%'))('is read on a page at %s', (path) => {
    const finalUrl = new URL(path, origin).href
    expect(analyseCase(at(finalUrl)).results['canonical-elsewhere']?.outcome).toBe('pass')
  })
})

describe('the target of a canonical tag', () => {
  const target = `${origin}/th%C3%A9`
  const other = (answer: Parameters<typeof probe>[2]): Change =>
    at(own, {
      canonical: canonical(target),
      answers: { canonical: { headers: { 'content-type': 'text/html' }, ...answer } },
    })
  const redirectTo = (finalUrl: string) => ({
    redirects: [{ url: target, status: 301, location: finalUrl }],
    finalUrl,
    text: document(''),
  })
  const ignored = {
    'canonical-elsewhere': 'not-applicable',
    'canonical-valid': ['fail', /choose itself.*redirects/],
    indexability: 'indexable',
    '*': 'pass',
  } as const
  const cases: Case[] = [
    [
      'that redirects to another spelling of itself',
      other(redirectTo(`${origin}/th%c3%a9`)),
      { ...elsewhere, 'canonical-elsewhere': 'unknown', 'canonical-valid': 'pass' },
    ],
    [
      'that names itself in another spelling',
      other({ text: document(canonical(`${origin}/th%c3%a9#a`)) }),
      { ...elsewhere, 'canonical-elsewhere': 'unknown', 'canonical-valid': 'pass' },
    ],
    ['that redirects back to another spelling of the page', other(redirectTo(same[0] ?? '')), ignored],
    ['that redirects to a page with a slash', other(redirectTo(`${target}/`)), ignored],
    [
      'that names a page in upper case',
      other({ text: document(canonical(`${origin}/TH%C3%A9`)) }),
      { ...elsewhere, 'canonical-elsewhere': 'unknown', 'canonical-valid': 'warn' },
    ],
  ]
  it.each(cases)('%s', (...row) => expectCase(row))
})

describe('hreflang tags', () => {
  const german = `${origin}/de/caf%C3%A9`
  const versions = (self: string, back: string, version = german): Change =>
    at(own, {
      hreflang: link('en', self) + link('de', version) + link('x-default', self),
      answers: {
        alternate: (answer) => ({
          ...probe('alternate', answer.url, {
            headers: { 'content-type': 'text/html' },
            text: document(link('en', back) + link('de', version)),
          }),
          at: answer.at,
        }),
      },
    })
  const cases: Case[] = [
    ...same.map((self): Case => [
      `that list the page as ${self}`,
      versions(self, own),
      { hreflang: ['pass', /1 of 1 other/] },
    ]),
    ...same.map((back): Case => [
      `whose version links back to ${back}`,
      versions(own, back),
      { hreflang: ['pass', /1 of 1 other/] },
    ]),
    ...others.map((self): Case => [`that list ${self} instead`, versions(self, own), { hreflang: 'warn' }]),
    ...others.map((back): Case => [
      `whose version links back to ${back}`,
      versions(own, back),
      { hreflang: ['warn', /doesn’t link back/] },
    ]),
    [
      'that name one version in two spellings',
      {
        ...versions(own, own),
        hreflang: link('en', own) + link('de', german) + link('de', `${origin}/de/café#a`) + link('x-default', own),
      },
      { hreflang: ['pass', /1 of 1 other/] },
    ],
    [
      'that use one code for two pages',
      { ...versions(own, own), hreflang: link('en', own) + link('de', german) + link('de', `${german}?`) },
      { hreflang: ['warn', /also used for another URL/] },
    ],
    [
      'whose version redirects to another spelling of itself',
      {
        ...versions(own, own),
        answers: {
          alternate: (answer) => ({
            ...probe('alternate', answer.url, {
              headers: { 'content-type': 'text/html' },
              text: document(link('en', own)),
              redirects: [{ url: german, status: 301, location: '/de/caf%c3%a9' }],
              finalUrl: `${origin}/de/caf%c3%a9`,
            }),
            at: answer.at,
          }),
        },
      },
      { hreflang: ['pass', /1 of 1 other/] },
    ],
  ]
  it.each(cases)('%s', (...row) => expectCase(row))
})

describe('a sitemap', () => {
  const listing = (url: string): Change =>
    at(own, {
      answers: {
        sitemap: (answer) => ({ ...answer, ...(answer.sitemap && { sitemap: { ...answer.sitemap, found: [url] } }) }),
      },
    })
  const cases: Case[] = [
    ...same.map((url): Case => [
      `lists the page as ${url}`,
      listing(url),
      { 'sitemap-missing': ['pass', /lists this page/] },
    ]),
    ...others.map((url): Case => [`lists ${url} instead`, listing(url), { 'sitemap-missing': 'warn' }]),
    [
      'lists the page, which has a canonical in another spelling',
      at(own, { canonical: canonical(same[0] ?? '') }),
      { 'sitemap-missing': ['pass', /lists this page/] },
    ],
    [
      'lists the URL that was asked for, another spelling of the final one',
      { ...listing(same[0] ?? ''), page: { finalUrl: own, askedUrl: same[0] ?? '' } },
      { 'sitemap-missing': ['pass', /lists this page/] },
    ],
  ]
  it.each(cases)('%s', (...row) => expectCase(row))
})

describe('links', () => {
  const anchors = (hrefs: readonly string[]) => hrefs.map((href) => `<a href="${href}">Lamps of copper</a>`).join(' ')
  const read = (hrefs: readonly string[]) =>
    readPage(fetchedPageOf({ finalUrl: own, html: document('<title>A</title>', anchors(hrefs)) }))

  it('in several spellings are one target, and are requested once', () => {
    const spellings = [`${origin}/th%C3%A9`, `${origin}/th%c3%a9`, `${origin}/thé#a`, `${origin}:443/x/../th%C3%A9`]
    const { facts, probeRequests } = read([...spellings, `${origin}/th%C3%A9?`])
    expect(facts.linkNotes.addresses.internal).toBe(2)
    expect(probeRequests.flatMap(({ purpose, url }) => (purpose === 'link' ? [url] : []))).toEqual([
      `${origin}/th%C3%A9`,
      `${origin}/th%C3%A9?`,
    ])
    expect(pageLinks(facts, {}).map(({ url }) => url)).toEqual([`${origin}/th%C3%A9`, `${origin}/th%C3%A9?`])
  })

  it('to the page itself, in any spelling, are none', () => {
    const { facts, probeRequests } = read(same)
    expect(facts.linkNotes.addresses.internal).toBe(0)
    expect(probeRequests.filter(({ purpose }) => purpose === 'link')).toEqual([])
    expect(pageLinks(facts, {})).toEqual([])
  })

  it('to URLs that differ by more are all of them targets', () => {
    const hrefs = others.filter((url) => !url.includes(':8443'))
    const { facts } = read(hrefs)
    expect(facts.linkNotes.addresses.internal).toBe(hrefs.length)
    expect(pageLinks(facts, {})).toHaveLength(hrefs.length)
  })

  const linked = (finalUrl: string): Change => ({
    links: `<a href="/th%C3%A9">All about tea</a> <a href="https://museum.example/lamps">The museum of lamps</a>`,
    answers: {
      link: (answer) =>
        answer.url.includes('museum')
          ? answer
          : { ...answer, redirects: [{ url: answer.url, status: 301, location: finalUrl }], finalUrl },
    },
  })
  const cases: Case[] = [
    ...['/th%c3%a9', '/th%C3%A9#a', '/t%68%C3%a9'].map((path): Case => [
      `that redirect to themselves as ${path}`,
      linked(origin + path),
      {},
    ]),
    ...['/th%C3%A9/', '/th%C3%A9?', '/TH%C3%A9'].map((path): Case => [
      `that redirect to ${path}`,
      linked(origin + path),
      { 'redirecting-links': 'warn' },
    ]),
  ]
  it.each(cases)('%s', (...row) => expectCase(row))
})

describe('a refresh', () => {
  const refresh = (url: string) => at(own, { head: `<meta http-equiv="refresh" content="0; url=${url}">` })
  const cases: Case[] = [
    ...same.map((url): Case => [`to the page as ${url}`, refresh(url), { indexability: 'indexable', '*': 'pass' }]),
    ...others.map((url): Case => [`to ${url}`, refresh(url), { indexability: 'other_url', '*': 'pass' }]),
  ]
  it.each(cases)('%s', (...row) => expectCase(row))
})

describe('duplicates of the content', () => {
  const duplicate = (url: string, href: string): Change =>
    at(own, {
      canonical: canonical(href),
      page: {
        finalUrl: own,
        duplicates: {
          counted: true,
          others: 1,
          title: { items: [], total: 0 },
          description: { items: [], total: 0 },
          body: { items: [{ id: 1, url }], total: 1 },
          similar: { items: [], total: 0 },
        },
      },
    })
  const settled = /canonical tag points to it/
  const cases: Case[] = [
    ...['/th%c3%a9', '/thé', '/%74h%C3%A9#a'].map((href): Case => [
      `at /th%C3%A9, which the canonical tag names as ${href}`,
      duplicate(`${origin}/th%C3%A9`, origin + href),
      { ...elsewhere, 'duplicate-body': ['info', settled] },
    ]),
    [
      'at another page than the canonical tag names',
      duplicate(`${origin}/th%C3%A9`, `${origin}/th%C3%A9/`),
      { ...elsewhere, 'duplicate-body': ['info', /^(?!.*canonical tag points)/] },
    ],
  ]
  it.each(cases)('%s', (...row) => expectCase(row))
})
