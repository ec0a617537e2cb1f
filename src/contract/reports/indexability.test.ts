import { describe, expect, it } from 'vitest'
import {
  type IndexingCode,
  indexabilityOfRow,
  indexabilityText,
  indexabilityTexts,
  indexabilityTone,
  inPastTense,
} from './indexability.ts'

describe('the indexability of a page in words', () => {
  it.each([
    ['indexable', null, 'Google can index this page'],
    ['other_url', 'meta-refresh', 'Google will probably index another URL'],
    ['unlikely', 'page-text', 'Google probably won’t index this page'],
    ['unlikely', 'robots-valid', 'Google pauses crawling while robots.txt fails'],
    ['blocked', 'http-status', 'Google can’t index this page'],
    ['unclear', 'page-text', 'The main content isn’t in the HTML; scripts add it'],
    ['blocked', 'robots-blocked', 'Google can’t crawl this page'],
    [null, 'robots-blocked', 'We couldn’t check whether Google can index this page'],
  ] as const)('of the state %s by the check %s', (state, check, text) => {
    expect(indexabilityText({ state, check, deliberate: false })).toBe(text)
  })

  it.each([
    [indexabilityTexts.indexable, 'Google could index this page'],
    [indexabilityTexts.blocked, 'Google couldn’t index this page'],
    [indexabilityTexts.unlikely, 'Google probably wouldn’t index this page'],
    [indexabilityTexts.unclear, 'The main content wasn’t in the HTML; scripts add it'],
    ['Google will index /will/can instead', 'Google would index /will/can instead'],
    ['Redirects to /can (301)', 'Redirected to /can (301)'],
    [
      'The page asks Google to index another host, can.example',
      'The page asked Google to index another host, can.example',
    ],
    ['We couldn’t check whether Google can index this page', 'We couldn’t check whether Google could index this page'],
  ])('“%s” was so', (text, past) => {
    expect(inPastTense(text)).toBe(past)
  })

  it.each([
    ['https://shop.example/old', '/lamps?page=2'],
    ['http://shop.example/lamps', 'https://shop.example/lamps?page=2'],
    ['not a URL', 'https://shop.example/lamps?page=2'],
  ])('names the target of %s and the statuses', (url, to) => {
    const row = { url, indexability: 'redirect', main_issue: null } as const
    const redirecting = { ...row, redirects_to: 'https://shop.example/lamps?page=2', redirect_statuses: '301, 302' }
    expect(indexabilityText(indexabilityOfRow(redirecting)!)).toBe(`Redirects to ${to} (301, 302)`)
    expect(indexabilityText(indexabilityOfRow(row)!)).toBe('Redirects to another URL')
  })

  it('names the host or the URL that a page asks Google to index, if Google can’t', () => {
    const row = { url: 'https://shop.example/a', indexability: 'blocked', main_issue: 'canonical-elsewhere' } as const
    const textOf = (indexing_code: IndexingCode, indexed_url: string | null = 'https://staging.shop.example/a') =>
      indexabilityText(indexabilityOfRow({ ...row, indexing_code, indexed_url })!)
    expect(textOf('canonical_host')).toBe('The page asks Google to index another host, staging.shop.example')
    expect(textOf('canonical_staging')).toBe('The page asks Google to index your staging, staging.shop.example')
    expect(textOf('canonical_unreadable', 'https://shop.example/b')).toBe(
      'The page asks Google to index /b, which Google can’t read',
    )
    expect(textOf('canonical_host', null)).toBe(indexabilityTexts.blocked)
  })

  it('mentions that a noindex looks intended', () => {
    const row = { url: 'https://shop.example/cart', indexability: 'blocked', main_issue: 'noindex' } as const
    expect(indexabilityText(indexabilityOfRow(row)!)).toBe('Google can’t index this page, which looks intended')
    expect(indexabilityOfRow({ ...row, main_issue: 'http-status' })?.deliberate).toBe(false)
    expect(indexabilityOfRow({ ...row, url: 'https://shop.example/lamps' })?.deliberate).toBe(false)
    expect(indexabilityOfRow({ ...row, url: 'not a URL' })?.deliberate).toBe(false)
    expect(indexabilityOfRow({ ...row, indexability: null })).toBeNull()
  })

  it('of a page that can be indexed does not depend on its main issue', () => {
    const row = { url: 'https://shop.example/', indexability: 'indexable', main_issue: 'robots-valid' } as const
    expect(indexabilityText(indexabilityOfRow(row)!)).toBe(indexabilityTexts.indexable)
  })

  it('of a page that only its website keeps out of search is no good news, if it is judged as production', () => {
    const row = { url: 'https://staging.example/', indexability: 'indexable', main_issue: null } as const
    const summary = indexabilityOfRow({ ...row, indexing_code: 'production' })!
    expect(indexabilityText(summary)).toBe('Google can index this page in production')
    expect(indexabilityTone(summary)).toBe('info')
  })
})
