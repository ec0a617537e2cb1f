import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { fewWords, noTerm, noWordList } from '../check-helpers/text-limits.ts'
import { texts } from './keyword-presence.ts'

const text = `<p>${Array.from({ length: 60 }, (_, at) => `thing${at}`).join(' and ')}</p>`
const about = (term: string) => text + `<p>${term}</p>`.repeat(8)

describe('keyword-presence', () => {
  it.each([
    [fewWords(3, 100), 'en', '<p>Lamps of copper</p>'],
    [
      noWordList('sw'),
      'sw',
      '<p>Tunafungua kila siku kuanzia saa nne hadi saa kumi na mbili na unaweza kutupigia simu wakati wowote.</p>'.repeat(
        10,
      ),
    ],
    [noTerm, 'en', `<nav>${'lamp '.repeat(5830)}</nav>`],
  ])('names the condition that failed: %s', (title, lang, body) => {
    const html = document('', body).replace('lang="en"', `lang="${lang}"`)
    expect(checkPage('keyword-presence', { html })).toMatchObject({ outcome: 'not-applicable', title })
  })

  it('shows where the most frequent terms stand, as information only', () => {
    const html = document(
      '<title>Copper lamp for the garden</title><meta name="description" content="A lamp of copper">',
      `<h1>Our Copper-Lamp</h1>${about('copper lamp')}<img src="a" alt="COPPER LAMP at night">`,
    )
    const result = checkPage('keyword-presence', { html, finalUrl: 'https://example.com/copper-lamp' })
    expect(result).toMatchObject({
      outcome: 'info',
      scored: false,
      value: 'copper lamp',
      title: texts.topTerm('copper lamp', 'is in 4 of 5 prominent places'),
    })
    expect(result.evidence[0]).toMatchObject({
      snippet: 'copper lamp',
      note: expect.stringMatching(/; in title, H1, URL, alt text$/) as string,
    })
  })

  it('matches whole words', () => {
    const { evidence } = checkPage('keyword-presence', { html: document('<title>Lampshades</title>', about('lamp')) })
    expect(evidence[0]).toEqual({ snippet: 'lamp', note: '8 times, 6.3%; not in any prominent place' })
  })

  it('reads addresses with escapes, underscores and without accents', () => {
    const places = (finalUrl: string, term: string) =>
      checkPage('keyword-presence', { html: document('', about(term)), finalUrl }).evidence[0]?.note
    expect(places('https://example.com/caf%C3%A9', 'café')).toMatch(/in URL$/)
    expect(places('https://example.com/my_cafe_1', 'café')).toMatch(/in URL$/)
    expect(places('https://example.com/%E0%A4', 'café')).toMatch(/not in any prominent place$/)
  })

  it('finds terms of scripts without spaces', () => {
    const html = document(
      '<title>庭園ランプの店</title>',
      '<p>庭園のランプは夜の散歩道を明るく照らすために作られました。</p>'.repeat(10),
    )
    const terms = checkPage('keyword-presence', { html }).evidence.filter(({ note }) => note?.includes('in title'))
    expect(terms.length).toBeGreaterThan(0)
  })

  it('is not applicable to short texts', () => {
    expect(checkPage('keyword-presence', { html: document('', '<p>lamp lamp</p>') }).outcome).toBe('not-applicable')
  })
})
