import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './internal-nofollow.ts'

const withBody = (body: string) => checkPage('internal-nofollow', { html: document('', body) })

describe('internal-nofollow', () => {
  it('passes internal links without it, and external ones with it', () => {
    expect(
      withBody('<a href="/a" rel="noopener">x</a><a href="https://other.example/" rel="nofollow">y</a>'),
    ).toMatchObject({ outcome: 'pass', value: 0 })
  })

  it.each(['nofollow', 'NOFOLLOW', 'noopener nofollow ugc', '\tnofollow\n'])('warns about rel="%s"', (rel) => {
    expect(withBody(`<a href="/a">x</a><a href="https://www.example.com/b" rel="${rel}">y</a>`)).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: texts.nofollow(1),
      evidence: [{ selector: 'body > a:nth-of-type(2)', url: 'https://www.example.com/b' }],
    })
  })

  it('counts all of them', () => {
    expect(withBody('<a href="/a" rel="nofollow">x</a>'.repeat(1500))).toMatchObject({
      value: 1500,
      title: texts.nofollow(1_500),
    })
  })

  it.each([
    '',
    '<a href="https://other.example/">x</a>',
    '<a href="#top" rel="nofollow">x</a>',
    '<noscript><p>x</p></noscript>',
  ])('is not applicable in "%s"', (body) => {
    expect(withBody(body).outcome).toBe('not-applicable')
  })
})
