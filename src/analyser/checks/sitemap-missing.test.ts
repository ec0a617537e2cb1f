import { describe, expect, it } from 'vitest'
import type { Probe } from '#analyser/probe.ts'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, failedProbe, type Page, pageUrl, probe, sitemap, sitemapUrl } from '#testing/pages/fetched-page.ts'
import { partlyRead } from '../check-helpers/sitemaps.ts'
import { sitemapMissing, texts } from './sitemap-missing.ts'

const listing = sitemap(sitemapUrl, { found: [pageUrl] })
const check = (probes: Probe[], page: Page = {}) =>
  checkPage('sitemap-missing', { html: document('', '<p>Lamps</p>'), probes, ...page })

/** Pages that are not to be indexed, with the reasons. */
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

describe('sitemap-missing', () => {
  it('deducts for a missing page beside a relative canonical URL, which is another cause', () => {
    const html = document(
      `<link rel="canonical" href="${new URL(pageUrl).pathname}${new URL(pageUrl).search}">`,
      '<p>a</p>',
    )
    expect(check([sitemap()], { html })).toMatchObject({ outcome: 'warn', superseded_by: null, points_lost: 1 })
  })

  it('passes a page that is listed', () => {
    expect(
      check([
        sitemap('https://example.com/sitemap.xml', { kind: 'index', urls: 0, children: 1 }),
        sitemap('https://example.com/a.xml', { found: [pageUrl] }),
      ]),
    ).toMatchObject({ outcome: 'pass', value: 'https://example.com/a.xml', title: texts.listed })
    expect(
      check([listing], { html: document(`<link rel="canonical" href="${pageUrl}">`, '<p>Lamps</p>') }).outcome,
    ).toBe('pass')
  })

  it.each(['https://staging.example.com/garden', 'https://example.org/'])(
    'does not blame the entry of a page for its canonical tag, which names %s',
    (url) => {
      const html = document(`<link rel="canonical" href="${url}">`, '<p>Lamps</p>')
      expect(check([listing], { html })).toMatchObject({ outcome: 'pass', title: texts.listed })
      expect(check([sitemap()], { html })).toMatchObject({ outcome: 'pass', title: texts.leftOut })
    },
  )

  it('warns of a page that is not', () => {
    expect(check([sitemap()])).toMatchObject({
      outcome: 'warn',
      title: sitemapMissing.titleFail,
      evidence: [{ url: sitemapUrl, note: texts.notAmong('3 URLs') }],
    })
  })

  it.each(kept)('passes one that is left out since %s', (_, page) => {
    expect(check([sitemap()], page)).toMatchObject({
      outcome: 'pass',
      title: texts.leftOut,
    })
  })

  it.each<[string, Probe[], string?]>([
    [partlyRead, [sitemap(sitemapUrl, { cut: true })]],
    [`${sitemapUrl} is incomplete or invalid`, [sitemap(sitemapUrl, { problem: { text: 'Unclosed tag', line: 2 } })]],
    [
      'we read 0 of the 2 sitemaps in a sitemap index',
      [
        sitemap(sitemapUrl, { kind: 'index', children: 2 }),
        failedProbe('sitemap', 'https://example.com/a.xml', 'time_up'),
      ],
    ],
    [
      'we requested 1 of the 2 sitemaps in robots.txt',
      [sitemap('https://example.com/1.xml')],
      'Sitemap: https://example.com/1.xml\nSitemap: https://example.com/2.xml',
    ],
    [
      'https://example.com/2.xml couldn’t be fetched: status 500',
      [sitemap('https://example.com/1.xml'), probe('sitemap', 'https://example.com/2.xml', { status: 500 })],
      'Sitemap: https://example.com/1.xml\nSitemap: https://example.com/2.xml',
    ],
  ])('does not know when %s', (reason, probes, robots) => {
    expect(check(probes, robots === undefined ? {} : { robots })).toMatchObject({
      outcome: 'unknown',
      reason: texts.unread(reason),
    })
  })

  it('knows that a sitemap which doesn’t exist lists nothing', () => {
    const index = sitemap(sitemapUrl, { kind: 'index', children: 2 })
    const children = [404, 410].map((status) => probe('sitemap', `https://example.com/${status}.xml`, { status }))
    expect(check([index, ...children]).outcome).toBe('warn')
    const robots = `Sitemap: ${sitemapUrl}\nSitemap: https://example.com/404.xml`
    expect(check([sitemap(), children[0]!], { robots }).outcome).toBe('warn')
  })

  it('does not wait for sitemaps that are named in vain or twice', () => {
    expect(check([sitemap()], { robots: 'Sitemap: /maps/all.xml' }).outcome).toBe('warn')
    expect(check([sitemap()], { robots: `Sitemap: ${sitemapUrl}\nSitemap: ${sitemapUrl}#x` }).outcome).toBe('warn')
  })

  it('knows a page that was found in what was read', () => {
    expect(check([sitemap(sitemapUrl, { cut: true, found: [pageUrl] })]).outcome).toBe('pass')
  })

  it('does not apply without a sitemap, and does not know without a response', () => {
    expect(check([probe('sitemap', sitemapUrl, { status: 404 })]).outcome).toBe('not-applicable')
    expect(check([failedProbe('sitemap', sitemapUrl, 'time_up')]).outcome).toBe('unknown')
    expect(check([]).outcome).toBe('unknown')
  })
})
