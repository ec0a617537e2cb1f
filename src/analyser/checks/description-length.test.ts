import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './description-length.ts'

const described = (text: string) =>
  checkPage('description-length', { html: document(`<meta name="description" content="${text}">`) })
/** Narrow letters, so that length decides and not width. */
const ofLength = (length: number) => described('till '.repeat(40).slice(0, length - 1) + 'x')

describe('description-length', () => {
  it.each([120, 160])('passes %i characters', (length) => {
    expect(ofLength(length)).toMatchObject({ outcome: 'pass', value: length })
  })

  it.each([1, 119])('notes %i characters', (length) => {
    expect(ofLength(length)).toMatchObject({ outcome: 'info', value: length, points_lost: 0 })
  })

  it('warns of 161 characters', () => {
    expect(ofLength(161)).toMatchObject({ outcome: 'warn', value: 161 })
  })

  it('measures width too: 130 wide letters are cut', () => {
    expect(described('m'.repeat(130))).toMatchObject({
      outcome: 'warn',
      value: 130,
      title: texts.truncated(1408),
    })
    expect(described('n'.repeat(130))).toMatchObject({ outcome: 'info', title: texts.mayBeCut(940) })
  })

  it('asks for fewer characters where they are wide', () => {
    for (const times of [18, 20, 25])
      expect(described('山の宿'.repeat(times))).toMatchObject({ outcome: 'pass', value: times * 3 })
    expect(described('山の宿'.repeat(15)).title).toBe(texts.tooShort(texts.length(45, texts.wideUnit), 54))
    expect(described(`${'山の宿'.repeat(25)}。`).title).toBe(texts.tooLong(texts.length(76, texts.wideUnit), 75))
    expect(described('山の宿'.repeat(26)).title).toMatch(/will be truncated/)
    expect(described(`${'山の宿'.repeat(19)} Ryokan Yama`)).toMatchObject({ outcome: 'pass' })
  })

  it('gives accents no width of their own', () => {
    expect(described('é'.repeat(130)).evidence[0]?.note).toBe(described('e'.repeat(130)).evidence[0]?.note)
  })

  it('counts characters as readers do', () => {
    expect(described('👩‍🌾'.repeat(9) + 'e\u0301').value).toBe(10)
  })

  it('is not applicable without a description', () => {
    expect(checkPage('description-length', { html: document('') })).toMatchObject({
      outcome: 'not-applicable',
      points_lost: 0,
    })
  })
})
