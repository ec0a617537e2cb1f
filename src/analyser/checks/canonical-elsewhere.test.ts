import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './canonical-elsewhere.ts'

const page = 'https://example.com/garden/lamps?page=2'
const check = (href: string, finalUrl = page) =>
  checkPage('canonical-elsewhere', { finalUrl, html: document(`<link rel="canonical" href="${href}">`) })

describe('canonical-elsewhere', () => {
  it.each([page, '?page=2', 'https://EXAMPLE.com:443/garden/lamps?page=2#top'])(
    'passes the page itself, written "%s"',
    (href) => {
      expect(check(href)).toMatchObject({ outcome: 'pass', value: page })
    },
  )

  it.each([
    ['https://example.com/garden/lamps', texts.paging(2)],
    ['http://example.com/garden/lamps?page=2', 'Google will index http://example.com/garden/lamps?page=2 instead'],
    ['https://example.com/garden/lamps?sort=a', 'Google will index /garden/lamps?sort=a instead'],
  ])('notes %s, showing the link', (href, title) => {
    expect(check(href)).toMatchObject({ outcome: 'info', title, value: href, evidence: [{ url: href, line: 5 }] })
  })

  it.each([
    'https://example.com/',
    'https://example.com',
    'https://www.example.com/index.php',
    'https://example.com/?ref=x',
  ])('fails the home page %s', (href) => {
    expect(check(href)).toMatchObject({ outcome: 'fail', title: texts.homePage })
  })

  it.each(['https://example.com/?utm=x', 'https://www.example.com/', 'https://example.com/index.html'])(
    'only notes it when the page %s is a home page itself',
    (finalUrl) => {
      expect(check('https://example.com/', finalUrl).outcome).toBe('info')
    },
  )

  it('does not guess without the response of the canonical URL', () => {
    const result = checkPage('canonical-elsewhere', { headers: { link: '<https://example.com/x>; rel="canonical"' } })
    expect(result).toMatchObject({ outcome: 'unknown', title: texts.unknown, points_lost: 0 })
  })

  it('reads the header', () => {
    const result = checkPage('canonical-elsewhere', { headers: { link: '<https://example.com/>; rel="canonical"' } })
    expect(result).toMatchObject({
      outcome: 'fail',
      evidence: [{ url: 'https://example.com/', note: texts.fromHeader }],
    })
  })

  it('does not apply to none, to an unreadable one, to contradicting ones and to one in the body', () => {
    expect(checkPage('canonical-elsewhere', { html: document('') }).outcome).toBe('not-applicable')
    expect(check('').outcome).toBe('not-applicable')
    expect(check('https://example.com/"><link rel="canonical" href="https://example.com/b').outcome).toBe(
      'not-applicable',
    )
    expect(
      checkPage('canonical-elsewhere', {
        html: document('', '<p>x</p><link rel="canonical" href="https://example.com/">'),
      }).outcome,
    ).toBe('not-applicable')
  })
})
