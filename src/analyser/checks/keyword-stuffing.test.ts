import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './keyword-stuffing.ts'

const page = (body: string, lang = 'en') =>
  checkPage('keyword-stuffing', { html: document('', body).replace('lang="en"', `lang="${lang}"`) })
const words = (amount: number) => Array.from({ length: amount }, (_, at) => `thing${at}`).join(' and ')

describe('keyword-stuffing', () => {
  it('shows figures, whatever they are, and is never scored', () => {
    expect(page(`<p>${words(100)}</p><p>lamp, lamp, lamp, lamp, lamp, lamp</p>`)).toMatchObject({
      outcome: 'info',
      scored: false,
      value: 2.9,
      title: texts.topTerm('lamp', 2.9, 206),
    })
    const result = page(`<p>${words(60)}</p>${'<p>Cheap lamp</p>'.repeat(10)}`)
    expect(result).toMatchObject({ outcome: 'info', value: 7.2, points_lost: 0 })
    expect(result.evidence.slice(0, 3)).toEqual(
      ['cheap lamp', 'cheap', 'lamp'].map((snippet) => ({ snippet, note: '10 times, 7.2%' })),
    )
  })

  it('says that the share is of the first words of a long text', () => {
    const title = (others: number) => page(`<p>${'lamp '.repeat(101)}${words(others)}</p>`).title
    expect(title(1950)).toMatch(/makes up 2\.5% of the words$/)
    expect(title(1951)).toMatch(/makes up 2\.5% of the first 4,000 words$/)
  })

  it('ignores small words', () => {
    expect(page(`<p>${'The one of the one. '.repeat(5)}${words(60)}</p>`).value).not.toBe('the')
    expect(page(`<p>${'The one of the one. '.repeat(5)}${words(60)}</p>`).outcome).toBe('not-applicable')
  })

  it('leaves out menus, buttons and code', () => {
    const repeated = 'lamp '.repeat(50)
    expect(
      page(`<nav>${repeated}</nav><button>${repeated}</button><pre>${repeated}</pre><p>${words(100)} lamp lamp</p>`),
    ).toMatchObject({ outcome: 'info', value: 1 })
  })

  it.each([
    ['日本語', 'ja', '<p>庭園のランプは夜の散歩道を明るく照らすために作られました。</p>'.repeat(10), 'info'],
    ['short texts', 'en', '<p>lamp lamp lamp</p>', 'not-applicable'],
    [
      'languages whose small words are unknown',
      'sw',
      '<p>Tunafungua kila siku kuanzia saa nne hadi saa kumi na mbili na unaweza kutupigia simu wakati wowote.</p>'.repeat(
        10,
      ),
      'not-applicable',
    ],
  ])('in %s', (_, lang, body, outcome) => {
    expect(page(body, lang).outcome).toBe(outcome)
  })
})
