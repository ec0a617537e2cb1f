import { describe, expect, it } from 'vitest'
import type { RobotsFile } from './crawl.ts'
import { mayCrawl } from './may-crawl.ts'

const page = 'https://example.com/lamps?page=2'
const file = (text: string): RobotsFile => ({
  url: 'https://example.com/robots.txt',
  outcome: 'found',
  status: 200,
  text,
  bytes: text.length,
})
const answered = (outcome: RobotsFile['outcome'], status: number | null): RobotsFile => ({
  ...file(''),
  outcome,
  status,
})

describe('what our own crawler may ask', () => {
  it.each([
    ['', true],
    ['User-agent: *\nDisallow: /lamps', false],
    ['User-agent: *\nDisallow: /\nAllow: /lamps', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: SEO-Reports/1.0\nDisallow: /chairs', true],
    ['User-agent: *\nAllow: /\n\nUser-agent: seo-reports\nDisallow: /*?page=', false],
    ['User-agent: Googlebot\nDisallow: /', true],
    ['User-agent: seo\nDisallow: /', true],
    ['User-agent: *\nDisallow: /%6camps', false],
  ])('by the file %j: %s', (text, allowed) => {
    expect(mayCrawl(file(text), page)).toBe(allowed)
  })

  it.each([
    ['absent', 404, true],
    ['absent', 403, true],
    ['absent', 429, false],
    ['unavailable', 503, false],
    ['unreachable', null, false],
  ] as const)('where the file is %s with status %s: %s', (outcome, status, allowed) => {
    expect(mayCrawl(answered(outcome, status), page)).toBe(allowed)
  })

  it('always includes robots.txt itself', () => {
    expect(mayCrawl(file('User-agent: *\nDisallow: /'), 'https://example.com/robots.txt')).toBe(true)
  })

  it('judges large files, but none whose wildcards would take seconds', () => {
    const wildcards = (amount: number) => file(`User-agent: *\n${'Disallow: *aab\n'.repeat(amount)}`)
    const long = `https://example.com/${'a'.repeat(2000)}`
    expect([
      mayCrawl(wildcards(5000), long),
      mayCrawl(wildcards(30_000), long),
      mayCrawl(wildcards(30_000), page),
    ]).toEqual([true, false, true])
    expect(mayCrawl(file(`User-agent: *\n${'Disallow: /aab\n'.repeat(30_000)}`), long)).toBe(true)
  })

  it('excludes what is no address', () => {
    expect(mayCrawl(file(''), 'nowhere')).toBe(false)
  })
})
