import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import type { Page } from '#testing/pages/fetched-page.ts'
import { accessTexts, tooComplex } from '../check-helpers/ai-access.ts'
import { crawlers } from './ai-search.ts'

const check = (robots?: Page['robots']) => checkPage('ai-search', robots === undefined ? {} : { robots })

describe('ai-search', () => {
  it('is never scored', () => {
    expect(check('User-agent: *\nDisallow: /')).toMatchObject({ outcome: 'info', scored: false, points_lost: 0 })
  })

  it('shows that all are allowed', () => {
    const result = check()
    expect(result).toMatchObject({ title: accessTexts.all(7, crawlers), value: 0 })
    expect(result.evidence).toHaveLength(7)
    expect(result.evidence?.[0]?.note).toMatch(/^OAI-SearchBot \(OpenAI\) is allowed: no rule matches\. .*https:/)
  })

  it('names the blocked ones first, with the deciding line and what the vendor documents', () => {
    const robots = 'User-agent: *\nDisallow: /private\n\nUser-agent: perplexitybot\nDisallow: /garden'
    const result = check(robots)
    expect(result).toMatchObject({ title: accessTexts.blocked(['PerplexityBot'], 7, crawlers), value: 1 })
    expect(result.evidence?.[0]).toEqual({
      url: 'https://example.com/robots.txt',
      line: 5,
      snippet: 'Disallow: /garden',
      note: expect.stringMatching(/^PerplexityBot \(Perplexity\) is blocked by its own rules\. .*docs\.perplexity\.ai/),
    })
  })

  it('says whose rules decide', () => {
    expect(check('User-agent: *\nDisallow: /').evidence?.[0]?.note).toContain('blocked by the rules for all crawlers')
    const applebot = check('User-agent: Googlebot\nDisallow: /').evidence?.[0]
    expect(applebot?.note).toContain('Applebot (Apple) is blocked by the rules for Googlebot')
    expect(check('User-agent: OAI-SearchBot\nAllow: /').evidence?.[0]?.note).toContain('allowed by its own rules')
  })

  it.each([
    [{ outcome: 'unavailable', status: 503 }, /robots\.txt returns 503\./],
    [{ outcome: 'unreachable', status: null }, /couldn’t be reached/],
  ] as const)('is unknown for %o', (robots, reason) => {
    expect(check(robots)).toMatchObject({ outcome: 'unknown', reason: expect.stringMatching(reason) })
  })

  it('is unknown if robots.txt takes too long to match', () => {
    const rules = Array.from({ length: 30_000 }, (_, index) => `Disallow: /*aaa*${index}`).join('\n')
    const finalUrl = `https://example.com/${'a'.repeat(2000)}`
    expect(checkPage('ai-search', { robots: `User-agent: *\n${rules}`, finalUrl })).toMatchObject({
      outcome: 'unknown',
      reason: tooComplex,
    })
  })
})
