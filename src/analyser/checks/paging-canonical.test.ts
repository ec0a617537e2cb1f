import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { pagingCanonical, texts } from './paging-canonical.ts'

const check = (finalUrl: string, canonical: string) =>
  checkPage('paging-canonical', {
    finalUrl,
    html: document(`<link rel="canonical" href="${canonical}">`, '<p>Lamps</p>'),
  })

describe('paging-canonical', () => {
  it.each([
    ['https://example.com/blog?page=2', 'https://example.com/blog', 2],
    ['https://example.com/blog/page/3', 'https://example.com/blog/', 3],
  ])('warns of %s, whose canonical URL is %s', (url, canonical, page) => {
    expect(check(url, canonical)).toMatchObject({
      outcome: 'warn',
      points_lost: 2,
      value: canonical,
      title: texts.paging(page),
      evidence: [{ url: canonical, selector: 'head > link' }],
    })
  })

  it.each([
    ['its own URL', 'https://example.com/blog?page=2', 'https://example.com/blog?page=2'],
    ['the page without a parameter', 'https://example.com/blog?sort=price', 'https://example.com/blog'],
    ['another list', 'https://example.com/blog?page=2', 'https://example.com/news'],
  ])('passes a page whose canonical URL is %s', (_, url, canonical) => {
    expect(check(url, canonical)).toMatchObject({ outcome: 'pass', title: pagingCanonical.titlePass })
  })

  it('is not applicable without a canonical URL', () => {
    expect(checkPage('paging-canonical', { html: document('', '<p>Lamps</p>') }).outcome).toBe('not-applicable')
  })
})
