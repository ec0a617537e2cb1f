import { describe, expect, it } from 'vitest'
import type { Probe, SitemapReading } from '#analyser/crawl.ts'
import { checkPage } from '#testing/check-page.ts'
import { document, failedProbe, type Page, pageUrl, probe } from '#testing/crawl.ts'

const usual = 'https://example.com/sitemap.xml'
const reading = (rest: Partial<SitemapReading> = {}): SitemapReading => ({
  kind: 'urlset',
  urls: 3,
  bytes: 500,
  cut: false,
  gzip: false,
  problem: null,
  found: [],
  children: 0,
  ...rest,
})
const sitemap = (url = usual, rest: Partial<SitemapReading> = {}, status = 200) =>
  probe('sitemap', url, { status, sitemap: reading(rest) })
const listing = sitemap(usual, { found: [pageUrl] })
const check = (probes: Probe[], page: Page = {}) =>
  checkPage('in-sitemap', { html: document('', '<p>Lamps</p>'), probes, ...page })

/** Pages that are not to be indexed, and why. */
const kept: [string, Page][] = [
  ['it returns status 404', { status: 404 }],
  ['its robots meta tag says noindex', { html: document('<meta name="robots" content="noindex">') }],
  ['the X-Robots-Tag header says none for googlebot', { headers: { 'x-robots-tag': 'googlebot: none' } }],
  [
    'its canonical URL is https://example.com/garden',
    { html: document('<link rel="canonical" href="https://example.com/garden">') },
  ],
  ['robots.txt line 2 disallows it', { robots: 'User-agent: *\nDisallow: /garden' }],
]

describe('in-sitemap', () => {
  it('passes a page that is listed', () => {
    expect(
      check([
        sitemap('https://example.com/sitemap.xml', { kind: 'index', urls: 0, children: 1 }),
        sitemap('https://example.com/a.xml', { found: [pageUrl] }),
      ]),
    ).toMatchObject({ outcome: 'pass', value: 'https://example.com/a.xml', title: 'The sitemap lists the page' })
    expect(
      check([listing], { html: document(`<link rel="canonical" href="${pageUrl}">`, '<p>Lamps</p>') }).outcome,
    ).toBe('pass')
  })

  it('warns of a page that is not', () => {
    expect(check([sitemap()])).toMatchObject({
      outcome: 'warn',
      title: 'The sitemap does not list the page',
      evidence: [{ url: usual, note: 'The page is not among its 3 addresses.' }],
    })
  })

  it.each(kept)('warns of one that is listed though %s', (reason, page) => {
    expect(check([listing], page)).toMatchObject({
      outcome: 'warn',
      title: 'The sitemap lists the page, though it is not to be indexed',
      evidence: [{ url: usual, note: `It lists the page, but ${reason}.` }],
    })
  })

  it.each(kept)('passes one that is left out since %s', (_, page) => {
    expect(check([sitemap()], page)).toMatchObject({
      outcome: 'pass',
      title: 'The sitemap leaves the page out, which is not to be indexed',
    })
  })

  it('warns of an address that redirects to the page', () => {
    const askedUrl = 'https://example.com/old'
    expect(check([sitemap(usual, { found: [askedUrl] })], { askedUrl })).toMatchObject({
      outcome: 'warn',
      title: 'The sitemap lists an address that redirects to the page',
    })
    expect(check([sitemap(usual, { found: [askedUrl, pageUrl] })], { askedUrl }).outcome).toBe('pass')
  })

  it.each<[string, Probe[], string?]>([
    ['a sitemap goes on beyond what is read of one', [sitemap(usual, { cut: true })]],
    [`${usual} cannot be read to its end`, [sitemap(usual, { problem: { text: 'Unclosed tag', line: 2 } })]],
    [
      'an index lists 2 sitemaps, of which 0 were read',
      [sitemap(usual, { kind: 'index', children: 2 }), failedProbe('sitemap', 'https://example.com/a.xml', 'time_up')],
    ],
    [
      'robots.txt names 2 sitemaps, of which 1 was asked',
      [sitemap('https://example.com/1.xml')],
      'Sitemap: https://example.com/1.xml\nSitemap: https://example.com/2.xml',
    ],
    [
      'https://example.com/2.xml did not come: status 500',
      [sitemap('https://example.com/1.xml'), probe('sitemap', 'https://example.com/2.xml', { status: 500 })],
      'Sitemap: https://example.com/1.xml\nSitemap: https://example.com/2.xml',
    ],
  ])('does not know when %s', (reason, probes, robots) => {
    expect(check(probes, robots === undefined ? {} : { robots })).toMatchObject({
      outcome: 'unknown',
      reason: `It was not found, but ${reason}.`,
    })
  })

  it('does not wait for sitemaps that are named in vain or twice', () => {
    expect(check([sitemap()], { robots: 'Sitemap: /maps/all.xml' }).outcome).toBe('warn')
    expect(check([sitemap()], { robots: `Sitemap: ${usual}\nSitemap: ${usual}#x` }).outcome).toBe('warn')
  })

  it('knows a page that was found in what was read', () => {
    expect(check([sitemap(usual, { cut: true, found: [pageUrl] })]).outcome).toBe('pass')
  })

  it('does not apply without a sitemap, and does not know without an answer', () => {
    expect(check([probe('sitemap', usual, { status: 404 })]).outcome).toBe('not-applicable')
    expect(check([failedProbe('sitemap', usual, 'time_up')]).outcome).toBe('unknown')
    expect(check([]).outcome).toBe('unknown')
  })
})
