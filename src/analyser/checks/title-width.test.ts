import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './title-width.ts'

const titled = (title: string) => checkPage('title-width', { html: document(`<title>${title}</title>`) })

describe('title-width', () => {
  // An n is 11.12 px wide at 20 px.
  it.each([
    [10, 'pass'],
    [52, 'pass'],
    [53, 'info'],
    [55, 'info'],
    [56, 'fail'],
    [9, 'warn'],
  ])('of %i letters of average width: %s', (letters, outcome) => {
    expect(titled('n'.repeat(letters)).outcome).toBe(outcome)
  })

  it('measures letters, not their number', () => {
    expect(titled('i'.repeat(120))).toMatchObject({ outcome: 'pass', value: 533 })
    expect(titled('W'.repeat(34))).toMatchObject({
      outcome: 'fail',
      title: texts.truncated(642),
    })
  })

  it.each([
    ['東京のホテル', 'pass'],
    ['ホテル', 'warn'],
    ['東京の静かな庭園を歩く夜の散歩道と小さなランプの物語集', 'pass'],
    ['東京の静かな庭園を歩く夜の散歩道と小さなランプの物語集そして朝', 'info'],
    ['Купить садовые лампы', 'pass'],
    ['Žluťoučký kůň', 'pass'],
    ['👩‍🌾👩‍🌾', 'warn'],
  ])('of %s: %s', (title, outcome) => {
    expect(titled(title).outcome).toBe(outcome)
  })

  it('counts an emoji of seven code points as two characters', () => {
    expect(titled('👨‍👩‍👧‍👦'.repeat(4)).title).toBe(texts.short(4))
    expect(titled('👨‍👩‍👧‍👦'.repeat(5)).outcome).toBe('pass')
  })

  it('points at the title that counts', () => {
    const { evidence } = checkPage('title-width', { html: document('<title></title><title>Lamp</title>') })
    expect(evidence).toEqual([
      expect.objectContaining({ selector: 'head > title:nth-of-type(2)', note: '4 characters, 50 px' }),
    ])
  })

  it('is not applicable without a title', () => {
    expect(checkPage('title-width', { html: document('') }).outcome).toBe('not-applicable')
  })
})
