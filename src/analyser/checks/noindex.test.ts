import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './noindex.ts'

const withMeta = (name: string, content: string) =>
  checkPage('noindex', { html: document(`<meta name="${name}" content="${content}">`) })
const withHeader = (value: string | string[]) =>
  checkPage('noindex', { html: document(''), headers: { 'x-robots-tag': value } })

describe('noindex', () => {
  it.each(['index, follow', 'nofollow', 'max-snippet:-1', 'unavailable_after: 2 Jun 2026 10:00:00 GMT', ''])(
    'passes a robots meta tag of "%s"',
    (content) => {
      expect(withMeta('robots', content).outcome).toBe('pass')
    },
  )

  it('notes the rules for other search engines, and no other crawlers', () => {
    expect(withMeta('bingbot', 'noindex')).toMatchObject({
      outcome: 'info',
      title: texts.others('Bing', 'noindex'),
      evidence: [{ line: 5, note: texts.onlyThem }],
    })
    expect(withHeader(['bingbot: noindex', 'yandex: none'])).toMatchObject({
      outcome: 'info',
      title: texts.others('Bing and Yandex', 'noindex'),
    })
    expect(withHeader('otherbot: noindex').outcome).toBe('pass')
    expect(withMeta('bingbot', 'nofollow').outcome).toBe('pass')
  })

  it.each([
    ['robots', 'noindex'],
    ['ROBOTS', 'NoIndex, Follow'],
    ['robots', 'none'],
    ['robots', 'noindex, none'],
    ['googlebot', 'follow,noindex'],
    ['robots', 'unavailable_after: 25 Jun 2010 15:00:00 PST'],
    ['robots', 'unavailable_after: Tue, 02 Jun 2026 09:59:59 GMT'],
    ['robots', 'max-image-preview:large, unavailable_after: 2026-06-02, noarchive'],
  ])('fails a %s meta tag of "%s", pointing at it', (name, content) => {
    expect(withMeta(name, content)).toMatchObject({
      outcome: 'fail',
      evidence: [{ line: 5, snippet: `<meta name="${name}" content="${content}">` }],
    })
  })

  it('names the header or the element in its title', () => {
    expect(withHeader('googlebot: noindex').title).toBe(texts.sets(texts.header, 'noindex for googlebot'))
    expect(withMeta('robots', 'none').title).toBe(texts.sets(texts.meta, 'none'))
  })

  it('does not mind what other crawlers are told', () => {
    expect(withMeta('otherbot', 'noindex').outcome).toBe('pass')
    expect(withHeader('googlebot: nofollow, otherbot: noindex').outcome).toBe('pass')
  })

  it.each([
    'noindex',
    'none',
    'googlebot: noindex',
    'GoogleBot: nofollow, noindex',
    'otherbot: noindex, googlebot: noindex',
    'unavailable_after: Sun, 25 Jun 2010 15:00:00 PST',
    'googlebot: unavailable_after: 25-Aug-07 15:00:00 EST',
  ])('fails the header "%s"', (value) => {
    expect(withHeader(value)).toMatchObject({ outcome: 'fail', evidence: [{ snippet: `x-robots-tag: ${value}` }] })
  })

  it('reads several headers', () => {
    expect(withHeader(['nofollow', 'noarchive, noindex']).outcome).toBe('fail')
  })

  it('reads no meta tag in noscript, in a comment or in a template', () => {
    const html = document(
      '<noscript><meta name="robots" content="noindex"></noscript><!-- <meta name="robots" content="noindex"> -->',
      '<template><meta name="robots" content="noindex"></template>',
    )
    expect(checkPage('noindex', { html }).outcome).toBe('pass')
  })

  it('says that it does not know when a date cannot be compared', () => {
    const html = document('<meta name="robots" content="unavailable_after: 2010-01-01">')
    expect(checkPage('noindex', { html, headers: { date: null } })).toMatchObject({
      outcome: 'unknown',
      passed: true,
      points_lost: 0,
    })
    expect(withMeta('robots', 'unavailable_after: some day').reason).toContain('can’t be read')
  })
})
