import { describe, expect, it } from 'vitest'
import type { RobotsFile } from '../fetched-page.ts'
import { createRobotsReader } from './robots-reader.ts'
import { runToEnd } from './robots-txt.ts'

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

function canCrawl(robots: RobotsFile, ...urls: string[]): boolean[] {
  const accessTo = runToEnd(createRobotsReader()(robots))
  return urls.map((url) => runToEnd(accessTo(url)))
}

describe('our own crawler', () => {
  it.each([
    ['', true],
    ['User-agent: *\nDisallow: /lamps', false],
    ['User-agent: *\nDisallow: /\nAllow: /lamps', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: SEO-Reports/1.0\nDisallow: /chairs', true],
    ['User-agent: *\nAllow: /\n\nUser-agent: seo-reports\nDisallow: /*?page=', false],
    ['User-agent: Googlebot\nDisallow: /', true],
    ['User-agent: seo\nDisallow: /', true],
    ['User-agent: *\nDisallow: /%6camps', false],
  ])('is allowed to read a page by the file %j: %s', (text, allowed) => {
    expect(canCrawl(file(text), page)).toEqual([allowed])
  })

  it.each([
    ['absent', 404, true],
    ['absent', 403, true],
    ['absent', 429, false],
    ['unavailable', 503, false],
    ['unreachable', null, false],
  ] as const)('is allowed to read a page where the file is %s with status %s: %s', (outcome, status, allowed) => {
    expect(canCrawl(answered(outcome, status), page)).toEqual([allowed])
  })

  it('can always read robots.txt itself', () => {
    expect(canCrawl(file('User-agent: *\nDisallow: /'), 'https://example.com/robots.txt')).toEqual([true])
  })

  it('reads large files, but no more of their wildcards than takes a fraction of a second', () => {
    const wildcards = (amount: number, part = 'aab') => file(`User-agent: *\n${`Disallow: *${part}\n`.repeat(amount)}`)
    const long = (end: string) => `https://example.com/${'a'.repeat(2000)}${end}`
    expect(canCrawl(wildcards(5_000), long('1'), long('2'), long('b'))).toEqual([true, true, false])
    expect(canCrawl(wildcards(30_000), page)).toEqual([true])
    expect(canCrawl(wildcards(30_000, `${'a'.repeat(50)}b`), long('1'), page)).toEqual([false, false])
    expect(canCrawl(file(`User-agent: *\n${'Disallow: /aab\n'.repeat(30_000)}`), long('1'))).toEqual([true])
  })
})
