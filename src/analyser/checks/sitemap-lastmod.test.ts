import { describe, expect, it } from 'vitest'
import type { Lastmods, Probe, SitemapReading } from '#analyser/probe.ts'
import { checkPage } from '#testing/pages/check-page.ts'
import { failedProbe, probe } from '#testing/pages/fetched-page.ts'
import { texts } from './sitemap-lastmod.ts'

const usual = 'https://example.com/sitemap.xml'
const reading: SitemapReading = {
  kind: 'urlset',
  urls: 50,
  bytes: 5000,
  cut: false,
  gzip: false,
  problem: null,
  found: [],
  children: 0,
  lastmods: { total: 0, most: [] },
}
const sitemap = (lastmods: Lastmods, url = usual) => probe('sitemap', url, { sitemap: { ...reading, lastmods } })
const check = (...probes: Probe[]) => checkPage('sitemap-lastmod', { probes })
const dates = (...counts: number[]): Lastmods => ({
  total: counts.reduce((sum, count) => sum + count, 0),
  most: counts.map((urls, index) => ({ date: `2026-06-0${index + 1}T10`, urls })),
})

describe('sitemap-lastmod', () => {
  it.each([
    [dates(20), 20, 20],
    [dates(96, 4), 96, 100],
  ])('warns of dates stamped by a build', (lastmods, same, urls) => {
    expect(check(sitemap(lastmods))).toMatchObject({
      outcome: 'warn',
      title: texts.same(same, urls),
      evidence: [{ url: usual, snippet: '<lastmod>2026-06-01T10…</lastmod>' }],
    })
  })

  it('adds up the sitemaps of an index', () => {
    const index = sitemap(dates())
    const parts = [dates(30), dates(2, 28)].map((one, at) => sitemap(one, `https://example.com/${at}.xml`))
    expect(check(index, ...parts)).toMatchObject({ outcome: 'pass', value: 32 })
  })

  it('doesn’t judge dates without a day', () => {
    const month = { total: 30, most: [{ date: '2026-06', urls: 30 }] }
    expect(check(sitemap(month))).toMatchObject({ outcome: 'not-applicable', title: texts.noDays })
  })

  it('passes dates that differ', () => {
    expect(check(sitemap(dates(18, 2))).outcome).toBe('pass')
  })

  it('does not apply to few dates, none, or no sitemap', () => {
    expect(check(sitemap(dates(19)))).toMatchObject({ outcome: 'not-applicable', value: 19 })
    expect(check(sitemap(dates())).title).toBe(texts.none)
    expect(check(probe('sitemap', usual, { status: 404 })).outcome).toBe('not-applicable')
  })

  it('is unknown without a response', () => {
    expect(check(failedProbe('sitemap', usual, 'timeout')).outcome).toBe('unknown')
  })
})
