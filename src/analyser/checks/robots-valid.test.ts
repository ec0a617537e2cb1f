import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { notes, texts } from './robots-valid.ts'

const withRobots = (robots: string) => checkPage('robots-valid', { robots })

describe('robots-valid', () => {
  it('passes a missing file, an empty one and a sound one', () => {
    expect(checkPage('robots-valid', { robots: { outcome: 'absent', status: 404 } })).toMatchObject({
      outcome: 'pass',
      title: texts.absent,
    })
    expect(withRobots('').outcome).toBe('pass')
    expect(
      withRobots('# ours\nUser-agent: *\nCrawl-delay: 5\nDisallow: /a*$ # old\n\nSitemap: https://example.com/s.xml')
        .outcome,
    ).toBe('pass')
  })

  it.each([
    ['Dissalow: /a', 'User-agent: *\nDissalow: /a', 2],
    ['Forbid: /a', 'User-agent: *\nAllow: /\nForbid: /a', 3],
    ['Disallow: /a', 'Disallow: /a\nUser-agent: *', 1],
    ['Disallow: garden/', 'User-agent: *\n\nDisallow: garden/', 3],
    ['Sitemap: /s.xml', 'Sitemap: /s.xml', 1],
    ['Sitemap: example.com:80/s.xml', 'Sitemap: example.com:80/s.xml', 1],
    ['User-agent:', 'User-agent:\nAllow: /', 1],
    ['Disallow: /a$b', 'User-agent: *\nDisallow: /a$b', 2],
    ['<html lang="en">', '<html lang="en">', 1],
  ])('warns of the line "%s"', (snippet, text, line) => {
    expect(withRobots(text)).toMatchObject({
      outcome: 'warn',
      evidence: [{ url: 'https://example.com/robots.txt', line, snippet }],
    })
  })

  it('says what is wrong with each line', () => {
    const { evidence } = withRobots(
      'junk\nForbid: /\nDisallow: /\nUser-agent:\nUser-agent: *\nDisallow: a\nDisallow: /a$b\nSitemap: s.xml',
    )
    expect(evidence.map(({ line, note }) => [line, note])).toEqual([
      [1, notes['not-understood']],
      [2, notes['unknown-directive']],
      [3, notes['rule-before-agent']],
      [4, notes['agent-empty']],
      [6, notes['path-without-slash']],
      [7, notes['dollar-inside']],
      [8, notes['sitemap-not-absolute']],
    ])
  })

  it('says of a misspelt directive that Google understands it', () => {
    const result = withRobots('User-agent: *\nDisalow: /tmp\nDisallowed: /x\nNoarchive: /y')
    expect(result.evidence.map(({ line, note }) => [line, note])).toEqual([
      [2, notes['misspelt-directive']],
      [3, notes['misspelt-directive']],
      [4, notes['unknown-directive']],
    ])
  })

  it('warns of a file that Google reads in part', () => {
    expect(
      checkPage('robots-valid', { robots: { outcome: 'found', status: 200, text: '', bytes: 512_000 } }).outcome,
    ).toBe('pass')
    expect(
      checkPage('robots-valid', { robots: { outcome: 'found', status: 200, text: '', bytes: 512_001 } }),
    ).toMatchObject({ outcome: 'warn', value: 512_001 })
  })

  it('fails a server error', () => {
    expect(checkPage('robots-valid', { robots: { outcome: 'unavailable', status: 503 } })).toMatchObject({
      outcome: 'fail',
      value: 503,
    })
  })

  it('does not know when nobody answers', () => {
    expect(checkPage('robots-valid', { robots: { outcome: 'unreachable', status: null } }).outcome).toBe('unknown')
  })

  it('keeps twenty of many faults and counts them all', () => {
    const result = withRobots('junk line here\n'.repeat(3000))
    expect(result.value).toBe(3000)
    expect(result.evidence).toHaveLength(20)
  })
})
