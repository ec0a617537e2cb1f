import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, type Page } from '#testing/pages/fetched-page.ts'
import { texts } from './noindex-hidden.ts'

const html = document('<meta name="robots" content="noindex">')
const shut = 'User-agent: *\nDisallow: /garden'
const check = (page: Page) => checkPage('noindex-hidden', page)

describe('noindex-hidden', () => {
  it('warns when robots.txt shuts out the reader of a noindex, showing both', () => {
    expect(check({ html, robots: shut })).toMatchObject({
      outcome: 'warn',
      value: 'noindex',
      evidence: [
        { url: 'https://example.com/robots.txt', line: 2, snippet: 'Disallow: /garden' },
        { selector: 'head > meta:nth-of-type(2)', line: 5 },
      ],
    })
    expect(check({ headers: { 'x-robots-tag': 'googlebot: none' }, robots: shut })).toMatchObject({
      outcome: 'warn',
      evidence: [{ line: 2 }, { snippet: 'x-robots-tag: googlebot: none' }],
    })
  })

  it('does not guess while robots.txt returns a server error', () => {
    expect(check({ html, robots: { outcome: 'unavailable', status: 503 } })).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringContaining('robots.txt returns 503. Google pauses') as string,
    })
  })

  it('passes a noindex that can be read', () => {
    expect(check({ html })).toMatchObject({ outcome: 'pass' })
    expect(check({ html, robots: 'User-agent: bingbot\nDisallow: /' }).outcome).toBe('pass')
  })

  it('does not apply without a noindex, or with one for others', () => {
    expect(check({ html: document(''), robots: shut }).outcome).toBe('not-applicable')
    expect(check({ headers: { 'x-robots-tag': 'bingbot: noindex' }, robots: shut }).outcome).toBe('not-applicable')
  })

  it('does not know when robots.txt could not be reached', () => {
    expect(check({ html, robots: { outcome: 'unreachable', status: null } })).toMatchObject({
      outcome: 'unknown',
      reason: texts.unreachable,
    })
  })
})
