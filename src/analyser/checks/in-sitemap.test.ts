import { describe, expect, it } from 'vitest'
import type { Probe } from '#analyser/probe.ts'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, failedProbe, type Page, pageUrl, probe, sitemap, sitemapUrl } from '#testing/pages/fetched-page.ts'
import { unreadText } from '../check-helpers/sitemap-entry.ts'
import { partlyRead } from '../check-helpers/sitemaps.ts'
import { inSitemap, texts } from './in-sitemap.ts'

const listing = sitemap(sitemapUrl, { found: [pageUrl] })
const check = (probes: Probe[], page: Page = {}) =>
  checkPage('in-sitemap', { html: document('', '<p>Lamps</p>'), probes, ...page })
const noindex = document('<meta name="robots" content="noindex">')

/** Pages that are not to be indexed, with the reasons. */
const kept: [string, Page][] = [
  ['it returns status 404', { status: 404 }],
  ['its robots meta tag says noindex', { html: noindex }],
  ['the X-Robots-Tag header says none for googlebot', { headers: { 'x-robots-tag': 'googlebot: none' } }],
  [
    'its canonical URL is https://example.com/garden',
    { html: document('<link rel="canonical" href="https://example.com/garden">') },
  ],
  ['robots.txt line 2 disallows it', { robots: 'User-agent: *\nDisallow: /garden' }],
]

describe('in-sitemap', () => {
  it.each(kept)('warns of a page that is listed though %s', (reason, page) => {
    expect(check([listing], page)).toMatchObject({
      outcome: 'warn',
      title: inSitemap.titleFail,
      evidence: [{ url: sitemapUrl, note: texts.listedBut(reason) }],
    })
  })

  it.each(kept)('passes one that is left out since %s', (_, page) => {
    expect(check([sitemap()], page)).toMatchObject({ outcome: 'pass', title: texts.notListed })
  })

  it('passes a page that can be indexed, listed or not', () => {
    expect(check([listing])).toMatchObject({ outcome: 'pass', value: sitemapUrl })
    expect(check([sitemap()])).toMatchObject({ outcome: 'pass', title: texts.notListed })
    // Google will probably ignore the tag.
    const ignored = document('<link rel="canonical" href="/a"><link rel="canonical" href="/b">', '<p>Lamps</p>')
    expect(check([listing], { html: ignored }).outcome).toBe('pass')
  })

  it.each(['https://staging.example.com/garden', 'https://example.org/'])(
    'does not blame the entry of a page for its canonical tag, which names %s',
    (url) => {
      const html = document(`<link rel="canonical" href="${url}">`, '<p>Lamps</p>')
      expect(check([listing], { html }).outcome).toBe('pass')
    },
  )

  it('warns of a URL that redirects to the page', () => {
    const askedUrl = 'https://example.com/old'
    for (const found of [[askedUrl], [askedUrl, pageUrl]])
      expect(check([sitemap(sitemapUrl, { found })], { askedUrl })).toMatchObject({
        outcome: 'warn',
        title: texts.redirects,
      })
    expect(check([sitemap(sitemapUrl, { found: [pageUrl] })], { askedUrl }).outcome).toBe('pass')
  })

  it('does not know of a page that is kept out of search if not all sitemaps could be read', () => {
    const cut = [sitemap(sitemapUrl, { cut: true })]
    expect(check(cut, { html: noindex })).toMatchObject({ outcome: 'unknown', reason: unreadText(partlyRead) })
    expect(check(cut).outcome).toBe('pass')
  })

  it('does not apply without a sitemap, and does not know without a response', () => {
    expect(check([probe('sitemap', sitemapUrl, { status: 404 })]).outcome).toBe('not-applicable')
    expect(check([failedProbe('sitemap', sitemapUrl, 'time_up')]).outcome).toBe('unknown')
    expect(check([]).outcome).toBe('unknown')
  })
})
