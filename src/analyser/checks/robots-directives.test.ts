import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/check-page.ts'
import { document } from '#testing/crawl.ts'

const check = (content: string | null, header: string | null = null, name = 'robots') =>
  checkPage('robots-directives', {
    html: document(content === null ? '' : `<meta name="${name}" content="${content}">`),
    headers: { 'x-robots-tag': header },
  })

describe('robots-directives', () => {
  it.each([
    ['no-index', 'Google doesn’t know this. Did you mean noindex?'],
    ['no_follow', 'Google doesn’t know this. Did you mean nofollow?'],
    ['noidnex', 'Google doesn’t know this. Did you mean noindex?'],
    ['noindx', 'Google doesn’t know this. Did you mean noindex?'],
    ['max_image_preview:large', 'Google doesn’t know this. Did you mean max-image-preview?'],
    ['noindex nofollow', 'Separate directives with commas.'],
    ['hidden', 'Google doesn’t know this directive.'],
  ])('warns of “%s”', (content, note) => {
    expect(check(content)).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: `“${content.split(':')[0]}” isn’t a robots directive`,
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
      title: '1 robots directive has errors',
      evidence: [{ note }],
    })
  })

  it.each(['nofollow', 'index, nofollow'])('warns that “%s” keeps Google from following links', (content) => {
    expect(check(content)).toMatchObject({
      outcome: 'warn',
      value: 'nofollow',
      title: 'Google doesn’t follow the links on this page (nofollow)',
      evidence: [{ line: 5, note: 'Google follows no link on this page.' }],
    })
    expect(check(null, content)).toMatchObject({ outcome: 'warn', evidence: [{ snippet: `x-robots-tag: ${content}` }] })
  })

  it.each(['none', 'noindex, nofollow'])(
    'only notes nofollow in “%s”, which takes the page out of the index',
    (all) => {
      expect(check(all)).toMatchObject({
        outcome: 'info',
        evidence: [{ note: 'Google follows no link on this page.' }],
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
