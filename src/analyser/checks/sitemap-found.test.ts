import { describe, expect, it } from 'vitest'
import type { Probe } from '#analyser/probe.ts'
import { checkPage } from '#testing/pages/check-page.ts'
import { failedProbe, probe, sitemap, sitemapUrl } from '#testing/pages/fetched-page.ts'
import { texts } from './sitemap-found.ts'

const named = 'https://example.com/maps/all.xml'
const check = (probes: Probe[], robots?: string) =>
  checkPage('sitemap-found', { probes, ...(robots === undefined ? {} : { robots }) })

describe('sitemap-found', () => {
  it('passes one at the usual place, and one that robots.txt names', () => {
    expect(check([sitemap()])).toMatchObject({
      outcome: 'pass',
      value: sitemapUrl,
      title: texts.atRoot,
    })
    expect(check([sitemap(named)], `Sitemap: ${named}`)).toMatchObject({
      outcome: 'pass',
      value: named,
      title: texts.inRobots,
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
      title: texts.none,
      evidence: [{ url: sitemapUrl, note: `Returned ${status}` }],
    })
  })

  it('warns when a page stands at the usual place', () => {
    expect(check([sitemap(sitemapUrl, { kind: 'unknown', urls: 0 })])).toMatchObject({
      outcome: 'warn',
      evidence: [{ note: texts.notASitemap }],
    })
  })

  it('asks at the usual place when robots.txt names no full address', () => {
    expect(check([probe('sitemap', sitemapUrl, { status: 404 })], 'Sitemap: /maps/all.xml').title).toBe(texts.none)
    expect(check([sitemap()], 'Sitemap: ftp://example.com/all.xml').title).toBe(texts.atRoot)
  })

  it('warns when what robots.txt names is not there', () => {
    expect(check([probe('sitemap', named, { status: 404 })], `Sitemap: ${named}`)).toMatchObject({
      outcome: 'warn',
      title: texts.missing,
    })
  })

  it.each([401, 403, 429, 500, 503])('does not know by status %i', (status) => {
    expect(check([probe('sitemap', sitemapUrl, { status })])).toMatchObject({
      outcome: 'unknown',
      reason: `${sitemapUrl} returned ${status}.`,
    })
  })

  it('does not know without a response', () => {
    expect(check([failedProbe('sitemap', sitemapUrl, 'time_up')])).toMatchObject({
      outcome: 'unknown',
      reason: `${sitemapUrl} didn’t respond: time_up.`,
    })
    expect(check([]).outcome).toBe('unknown')
  })
})
