import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './insecure-links.ts'

const withBody = (body: string, finalUrl = 'https://example.com/') =>
  checkPage('insecure-links', { html: document('', body), finalUrl })

describe('insecure-links', () => {
  it('passes https and relative links, and http links to other websites', () => {
    expect(
      withBody(
        '<a href="/a">x</a><a href="//example.com/b">x</a><a href="http://other.example/">x</a><a href="http://shop.example.com/">x</a>',
      ),
    ).toMatchObject({ outcome: 'pass', value: 0 })
  })

  it('warns about http links to the page’s own website, with and without www', () => {
    expect(
      withBody('<a href="/a">x</a><a href="http://example.com/b">y</a><a href="HTTP://www.example.com/c">z</a>'),
    ).toMatchObject({
      outcome: 'warn',
      value: 2,
      title: texts.insecure(2),
      evidence: [
        { selector: 'body > a:nth-of-type(2)', url: 'http://example.com/b' },
        { url: 'http://www.example.com/c' },
      ],
    })
  })

  it('warns about relative links under a base over http', () => {
    expect(
      checkPage('insecure-links', { html: document('<base href="http://example.com/">', '<a href="b">y</a>') }),
    ).toMatchObject({ outcome: 'warn', title: texts.insecure(1) })
  })

  it('is not applicable on a page over http, or without internal links', () => {
    expect(withBody('<a href="/a">x</a>', 'http://example.com/').outcome).toBe('not-applicable')
    expect(withBody('<a href="https://other.example/">x</a>').outcome).toBe('not-applicable')
  })
})
