import { describe, expect, it } from 'vitest'
import type { Probe, SitemapFault, SitemapReading } from '#analyser/probe.ts'
import { checkPage } from '#testing/pages/check-page.ts'
import { failedProbe, probe, sitemap, sitemapUrl } from '#testing/pages/fetched-page.ts'
import { texts } from './sitemap-valid.ts'

const check = (probes: Probe[], robots?: string) =>
  checkPage('sitemap-valid', { probes, ...(robots === undefined ? {} : { robots }) })
const index = sitemap(sitemapUrl, { kind: 'index', urls: 0, children: 2 })
const parts = ['https://example.com/a.xml', 'https://example.com/b.xml.gz'] as const

describe('sitemap-valid', () => {
  it('passes sound ones and says how much was read', () => {
    expect(check([sitemap()])).toMatchObject({
      outcome: 'pass',
      value: 3,
      title: texts.valid(1, 3, false),
    })
    expect(check([index, sitemap(parts[0]), sitemap(parts[1], { gzip: true })])).toMatchObject({
      outcome: 'pass',
      value: 6,
      title: texts.valid(3, 6, false),
      evidence: [],
    })
    expect(check([sitemap(sitemapUrl, { urls: 50_000, bytes: 50 * 1024 * 1024 })]).outcome).toBe('pass')
    expect(check([sitemap(sitemapUrl, { kind: 'text', urls: 1 })]).title).toBe(texts.valid(1, 1, false))
  })

  it('notes a lastmod in the future and URLs of other hosts', () => {
    const lastmods = { total: 2, most: [], latest: { date: '2031-01-01', line: 7 } }
    const own = { host: 'example.com', urls: 3, url: 'https://example.com/a' }
    const www = { host: 'www.example.com', urls: 1, url: 'https://www.example.com/a' }
    const foreign = { host: 'shop.example', urls: 1, url: 'https://shop.example/a' }
    expect(check([sitemap(sitemapUrl, { lastmods })])).toMatchObject({
      outcome: 'info',
      evidence: [{ url: sitemapUrl, line: 7, note: texts.future('2031-01-01') }],
    })
    expect(check([sitemap(sitemapUrl, { hosts: [own, www, foreign] })])).toMatchObject({
      outcome: 'info',
      evidence: [{ url: foreign.url, note: texts.otherHost(1, 'shop.example') }],
    })
    const tomorrow = { ...lastmods, latest: { date: '2026-06-03', line: 7 } }
    expect(check([sitemap(sitemapUrl, { lastmods: tomorrow, hosts: [own, www] })]).outcome).toBe('pass')
  })

  it('passes a part, and says that it is one', () => {
    expect(check([index, sitemap(parts[0])])).toMatchObject({
      outcome: 'pass',
      title: texts.valid(2, 3, true),
      evidence: [{ note: texts.partlyRead('we read 1 of the 2 sitemaps in a sitemap index') }],
    })
    expect(check([sitemap(sitemapUrl, { cut: true })]).title).toContain('some parts weren’t read')
  })

  it.each<[string, Partial<SitemapReading>]>([
    ['Unclosed tag: url', { problem: { text: 'Unclosed tag: url', line: 12 } }],
    ['It lists 50,001 URLs. The limit is 50,000.', { urls: 50_001 }],
    ['It lists 50,001 sitemaps. The limit is 50,000.', { kind: 'index', children: 50_001 }],
    ['It’s over 50 MB (52,428,800 bytes).', { bytes: 60_000_000, cut: true }],
  ])('fails "%s"', (note, rest) => {
    expect(check([sitemap(sitemapUrl, rest)])).toMatchObject({
      outcome: 'fail',
      value: 1,
      title: texts.error,
      evidence: [{ url: sitemapUrl, note, ...(rest.problem ? { line: 12 } : {}) }],
    })
  })

  it.each<[string, SitemapFault, string]>([
    ['fail', { kind: 'namespace', count: 1, text: '', line: 1 }, texts.namespace('')],
    ['fail', { kind: 'url', count: 2, text: '/a', line: 3 }, '2 URLs aren’t full URLs, such as “/a” on line 3.'],
    ['fail', { kind: 'no_loc', count: 1, text: '', line: 2 }, 'An entry has no loc.'],
    ['fail', { kind: 'more_locs', count: 2, text: '', line: 2 }, '2 entries have more than one loc.'],
    ['fail', { kind: 'empty', count: 1, text: '', line: 1 }, texts.empty],
    ['warn', { kind: 'date', count: 1, text: 'May', line: 4 }, texts.invalidDates({ count: 1, text: 'May' })],
  ])('gives %s for the fault %j', (outcome, fault, note) => {
    expect(check([sitemap(sitemapUrl, { faults: [fault] })])).toMatchObject({
      outcome,
      value: 1,
      evidence: [{ url: sitemapUrl, note }],
    })
  })

  it('fails an index within an index', () => {
    const inner = sitemap(parts[0], { kind: 'index', urls: 0, children: 0 })
    expect(check([sitemap(sitemapUrl, { kind: 'index', urls: 0, children: 1 }), inner])).toMatchObject({
      outcome: 'fail',
      evidence: [{ url: parts[0], note: 'It’s an index within an index.' }],
    })
  })

  it('fails a file that is named as a sitemap but is not one', () => {
    const named = 'https://example.com/maps/all.xml'
    expect(check([sitemap(named, { kind: 'unknown', urls: 0 })], `Sitemap: ${named}`)).toMatchObject({
      outcome: 'fail',
      evidence: [{ url: named, note: texts.notASitemap }],
    })
  })

  it('fails an index with parts that are not there', () => {
    const result = check([index, sitemap(parts[0]), probe('sitemap', parts[1], { status: 404 })])
    expect(result).toMatchObject({
      outcome: 'fail',
      evidence: [{ url: parts[1], note: texts.returned(404) }],
    })
  })

  it('does not take silence for a fault', () => {
    expect(check([index, sitemap(parts[0]), failedProbe('sitemap', parts[1], 'time_up', 'not-asked')]).outcome).toBe(
      'pass',
    )
    expect(check([failedProbe('sitemap', sitemapUrl, 'time_up')])).toMatchObject({
      outcome: 'unknown',
      reason: `${sitemapUrl} didn’t respond: time_up.`,
    })
  })

  it('does not apply where there is none', () => {
    expect(check([probe('sitemap', sitemapUrl, { status: 404 })]).outcome).toBe('not-applicable')
    expect(check([sitemap(sitemapUrl, { kind: 'unknown' })]).outcome).toBe('not-applicable')
  })
})
