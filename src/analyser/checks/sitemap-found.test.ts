import { describe, expect, it } from 'vitest'
import type { Probe } from '#analyser/crawl.ts'
import { checkPage } from '#testing/check-page.ts'
import { failedProbe, probe, sitemap, sitemapUrl } from '#testing/crawl.ts'

const named = 'https://example.com/maps/all.xml'
const check = (probes: Probe[], robots?: string) =>
  checkPage('sitemap-found', { probes, ...(robots === undefined ? {} : { robots }) })

describe('sitemap-found', () => {
  it('passes one at the usual place, and one that robots.txt names', () => {
    expect(check([sitemap()])).toMatchObject({
      outcome: 'pass',
      value: sitemapUrl,
      title: 'There’s a sitemap at /sitemap.xml',
    })
    expect(check([sitemap(named)], `Sitemap: ${named}`)).toMatchObject({
      outcome: 'pass',
      value: named,
      title: 'robots.txt lists a sitemap',
    })
    expect(
      check(
        [failedProbe('sitemap', named, 'time_up'), sitemap('https://example.com/b.xml')],
        `Sitemap: ${named}\nSitemap: https://example.com/b.xml`,
      ).outcome,
    ).toBe('pass')
  })

  it.each([404, 410, 400, 301])('warns when the usual place answers %i', (status) => {
    expect(check([probe('sitemap', sitemapUrl, { status })])).toMatchObject({
      outcome: 'warn',
      title: 'No sitemap in robots.txt or at /sitemap.xml',
      evidence: [{ url: sitemapUrl, note: `Returned ${status}` }],
    })
  })

  it('warns when a page stands at the usual place', () => {
    expect(check([sitemap(sitemapUrl, { kind: 'unknown', urls: 0 })])).toMatchObject({
      outcome: 'warn',
      evidence: [{ note: 'This isn’t a sitemap' }],
    })
  })

  it('asks at the usual place when robots.txt names no full address', () => {
    expect(check([probe('sitemap', sitemapUrl, { status: 404 })], 'Sitemap: /maps/all.xml').title).toBe(
      'No sitemap in robots.txt or at /sitemap.xml',
    )
    expect(check([sitemap()], 'Sitemap: ftp://example.com/all.xml').title).toBe('There’s a sitemap at /sitemap.xml')
  })

  it('warns when what robots.txt names is not there', () => {
    expect(check([probe('sitemap', named, { status: 404 })], `Sitemap: ${named}`)).toMatchObject({
      outcome: 'warn',
      title: 'robots.txt lists a sitemap that doesn’t exist',
    })
  })

  it.each([401, 403, 429, 500, 503])('does not know by status %i', (status) => {
    expect(check([probe('sitemap', sitemapUrl, { status })])).toMatchObject({
      outcome: 'unknown',
      reason: `${sitemapUrl} returned ${status}.`,
    })
  })

  it('does not know without an answer', () => {
    expect(check([failedProbe('sitemap', sitemapUrl, 'time_up')])).toMatchObject({
      outcome: 'unknown',
      reason: `${sitemapUrl} didn’t respond: time_up.`,
    })
    expect(check([]).outcome).toBe('unknown')
  })
})
