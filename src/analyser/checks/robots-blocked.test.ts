import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { texts } from './robots-blocked.ts'

const withRobots = (robots: string) =>
  checkPage('robots-blocked', { finalUrl: 'https://example.com/garden/lamps', robots })

describe('robots-blocked', () => {
  it('passes without a robots.txt, and with one that is silent about the page', () => {
    expect(checkPage('robots-blocked', {}).outcome).toBe('pass')
    expect(withRobots('User-agent: *\nDisallow: /cart').outcome).toBe('pass')
  })

  it('fails when the rule for everybody matches, and shows the line', () => {
    expect(withRobots('User-agent: *\n# garden\nDisallow: /garden')).toMatchObject({
      outcome: 'fail',
      value: 'Disallow: /garden',
      evidence: [{ url: 'https://example.com/robots.txt', line: 3, snippet: 'Disallow: /garden' }],
    })
  })

  it('fails when Googlebot alone is shut out', () => {
    expect(withRobots('User-agent: *\nAllow: /\n\nUser-agent: Googlebot\nDisallow: /').outcome).toBe('fail')
  })

  it('warns when all but Googlebot are shut out', () => {
    expect(withRobots('User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow:').outcome).toBe('warn')
  })

  it('does not guess when robots.txt could not be reached', () => {
    const result = checkPage('robots-blocked', { robots: { outcome: 'unreachable', status: null } })
    expect(result).toMatchObject({ outcome: 'unknown', points_lost: 0, reason: texts.unreachable })
  })

  it('does not guess when the file takes too long to match', () => {
    const robots = `User-agent: *\n${`Disallow: *${'a'.repeat(40)}b\n`.repeat(9_500)}`
    const finalUrl = `https://example.com/${'a'.repeat(2000)}`
    expect(checkPage('robots-blocked', { robots, finalUrl })).toMatchObject({
      outcome: 'unknown',
      reason: texts.slow,
    })
  })

  it.each([500, 503, 429])('does not guess which rules Google follows while robots.txt returns %i', (status) => {
    const outcome = status === 429 ? 'absent' : 'unavailable'
    const result = checkPage('robots-blocked', { robots: { outcome, status } })
    expect(result).toMatchObject({
      outcome: 'unknown',
      value: status,
      title: texts.error(status),
      reason: expect.stringContaining('pauses crawling for 12 hours') as string,
    })
  })
})
