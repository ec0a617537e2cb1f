import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './robots-directives.ts'

const check = (content: string | null, header: string | null = null, name = 'robots') =>
  checkPage('robots-directives', {
    html: document(content === null ? '' : `<meta name="${name}" content="${content}">`),
    headers: { 'x-robots-tag': header },
  })

describe('robots-directives', () => {
  it.each([
    ['no-index', texts.didYouMean('noindex')],
    ['no_follow', texts.didYouMean('nofollow')],
    ['noidnex', texts.didYouMean('noindex')],
    ['noindx', texts.didYouMean('noindex')],
    ['max_image_preview:large', texts.didYouMean('max-image-preview')],
    ['noindex nofollow', texts.separate],
    ['hidden', texts.unknown],
  ])('warns of “%s”', (content, note) => {
    expect(check(content)).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: texts.notADirective(content.split(':')[0] ?? ''),
      evidence: [{ line: 5, note }],
    })
  })

  it.each([
    ['max-snippet:short', 'max-snippet needs a number, or -1 for no limit.'],
    ['max-image-preview:big', 'max-image-preview needs none, standard or large.'],
    ['unavailable_after: soon', 'unavailable_after needs a date in a widely used format.'],
  ])('warns of the value in “%s”', (content, note) => {
    expect(check(content)).toMatchObject({
      outcome: 'warn',
      title: texts.faulty(1),
      evidence: [{ note }],
    })
  })

  it.each(['nofollow', 'index, nofollow'])('warns that “%s” keeps Google from following links', (content) => {
    expect(check(content)).toMatchObject({
      outcome: 'warn',
      value: 'nofollow',
      title: texts.nofollow('nofollow'),
      evidence: [{ line: 5, note: texts.followsNone }],
    })
    expect(check(null, content)).toMatchObject({ outcome: 'warn', evidence: [{ snippet: `x-robots-tag: ${content}` }] })
  })

  it.each(['none', 'noindex, nofollow'])(
    'only notes nofollow in “%s”, which takes the page out of the index',
    (all) => {
      expect(check(all)).toMatchObject({
        outcome: 'info',
        evidence: [{ note: texts.followsNone }],
      })
    },
  )

  it.each([
    'index, follow',
    'max-image-preview:large, max-snippet:-1',
    'noarchive',
    'noodp, noydir',
    'noai, noimageai',
  ])('passes “%s”', (content) => {
    expect(check(content).outcome).toBe('pass')
  })

  it('leaves the directives for other crawlers alone, and a page without any', () => {
    expect(check('nofollow, no-index', null, 'bingbot').outcome).toBe('not-applicable')
    expect(check(null).outcome).toBe('not-applicable')
  })
})
