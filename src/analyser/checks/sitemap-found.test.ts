import { describe, expect, it } from 'vitest'
import type { Probe, SitemapReading } from '#analyser/crawl.ts'
import { checkPage } from '#testing/check-page.ts'
import { failedProbe, probe } from '#testing/crawl.ts'

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
const named = 'https://example.com/maps/all.xml'
const check = (probes: Probe[], robots?: string) =>
  checkPage('sitemap-found', { probes, ...(robots === undefined ? {} : { robots }) })

describe('sitemap-found', () => {
  it('passes one at the usual place, and one that robots.txt names', () => {
    expect(check([sitemap()])).toMatchObject({
      outcome: 'pass',
      value: usual,
      title: 'There is a sitemap at /sitemap.xml',
    })
    expect(check([sitemap(named)], `Sitemap: ${named}`)).toMatchObject({
      outcome: 'pass',
      value: named,
      title: 'robots.txt leads to a sitemap',
    })
    expect(
      check(
        [failedProbe('sitemap', named, 'time_up'), sitemap('https://example.com/b.xml')],
        `Sitemap: ${named}\nSitemap: https://example.com/b.xml`,
      ).outcome,
    ).toBe('pass')
  })

  it.each([404, 410, 400, 301])('warns when the usual place answers %i', (status) => {
    expect(check([probe('sitemap', usual, { status })])).toMatchObject({
      outcome: 'warn',
      title: 'robots.txt leads to no sitemap, and there is none at /sitemap.xml',
      evidence: [{ url: usual, note: `Status ${status}` }],
    })
  })

  it('warns when a page stands at the usual place', () => {
    expect(check([sitemap(usual, { kind: 'unknown', urls: 0 })])).toMatchObject({
      outcome: 'warn',
      evidence: [{ note: 'What stands there is no sitemap' }],
    })
  })

  it('asks at the usual place when robots.txt names no full address', () => {
    expect(check([probe('sitemap', usual, { status: 404 })], 'Sitemap: /maps/all.xml').title).toBe(
      'robots.txt leads to no sitemap, and there is none at /sitemap.xml',
    )
    expect(check([sitemap()], 'Sitemap: ftp://example.com/all.xml').title).toBe('There is a sitemap at /sitemap.xml')
  })

  it('warns when what robots.txt names is not there', () => {
    expect(check([probe('sitemap', named, { status: 404 })], `Sitemap: ${named}`)).toMatchObject({
      outcome: 'warn',
      title: 'robots.txt names a sitemap that is not there',
    })
  })

  it.each([401, 403, 429, 500, 503])('does not know by status %i', (status) => {
    expect(check([probe('sitemap', usual, { status })])).toMatchObject({
      outcome: 'unknown',
      reason: `${usual} returned ${status}.`,
    })
  })

  it('does not know without an answer', () => {
    expect(check([failedProbe('sitemap', usual, 'time_up')])).toMatchObject({
      outcome: 'unknown',
      reason: `${usual} didn’t respond: time_up.`,
    })
    expect(check([]).outcome).toBe('unknown')
  })
})
