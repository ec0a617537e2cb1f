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
const check = (probes: Probe[], robots?: string) =>
  checkPage('sitemap-valid', { probes, ...(robots === undefined ? {} : { robots }) })
const index = sitemap(usual, { kind: 'index', urls: 0, children: 2 })
const parts = ['https://example.com/a.xml', 'https://example.com/b.xml.gz'] as const

describe('sitemap-valid', () => {
  it('passes sound ones and says how much was read', () => {
    expect(check([sitemap()])).toMatchObject({
      outcome: 'pass',
      value: 3,
      title: '1 sitemap could be read, with 3 addresses',
    })
    expect(check([index, sitemap(parts[0]), sitemap(parts[1], { gzip: true })])).toMatchObject({
      outcome: 'pass',
      value: 6,
      title: '3 sitemaps could be read, with 6 addresses',
      evidence: [],
    })
    expect(check([sitemap(usual, { urls: 50_000, bytes: 50 * 1024 * 1024 })]).outcome).toBe('pass')
    expect(check([sitemap(usual, { kind: 'text', urls: 1 })]).title).toBe('1 sitemap could be read, with 1 address')
  })

  it('passes a part, and says that it is one', () => {
    expect(check([index, sitemap(parts[0])])).toMatchObject({
      outcome: 'pass',
      title: '2 sitemaps could be read, with 3 addresses; not all were looked at',
      evidence: [{ note: 'Not all were looked at: an index lists 2 sitemaps, of which 1 was read.' }],
    })
    expect(check([sitemap(usual, { cut: true })]).title).toContain('not all were looked at')
  })

  it.each<[string, Partial<SitemapReading>]>([
    ['Unclosed tag: url', { problem: { text: 'Unclosed tag: url', line: 12 } }],
    ['It lists 50001 addresses; 50000 are allowed.', { urls: 50_001 }],
    ['It lists 50001 sitemaps; 50000 are allowed.', { kind: 'index', children: 50_001 }],
    ['It has more than 52428800 bytes.', { bytes: 60_000_000, cut: true }],
  ])('fails "%s"', (note, rest) => {
    expect(check([sitemap(usual, rest)])).toMatchObject({
      outcome: 'fail',
      value: 1,
      title: 'A sitemap has a fault',
      evidence: [{ url: usual, note, ...(rest.problem ? { line: 12 } : {}) }],
    })
  })

  it('fails what is named as a sitemap and is none', () => {
    const named = 'https://example.com/maps/all.xml'
    expect(check([sitemap(named, { kind: 'unknown', urls: 0 })], `Sitemap: ${named}`)).toMatchObject({
      outcome: 'fail',
      evidence: [
        { url: named, note: 'This is no sitemap: neither a urlset, nor a sitemapindex, nor a list of addresses.' },
      ],
    })
  })

  it('fails an index with parts that are not there', () => {
    const result = check([index, sitemap(parts[0]), probe('sitemap', parts[1], { status: 404 })])
    expect(result).toMatchObject({
      outcome: 'fail',
      evidence: [{ url: parts[1], note: 'This sitemap is listed and answers with status 404.' }],
    })
  })

  it('does not take silence for a fault', () => {
    expect(check([index, sitemap(parts[0]), failedProbe('sitemap', parts[1], 'time_up', 'not-asked')]).outcome).toBe(
      'pass',
    )
    expect(check([failedProbe('sitemap', usual, 'time_up')])).toMatchObject({
      outcome: 'unknown',
      reason: `${usual} didn’t respond: time_up.`,
    })
  })

  it('does not apply where there is none', () => {
    expect(check([probe('sitemap', usual, { status: 404 })]).outcome).toBe('not-applicable')
    expect(check([sitemap(usual, { kind: 'unknown' })]).outcome).toBe('not-applicable')
  })
})
