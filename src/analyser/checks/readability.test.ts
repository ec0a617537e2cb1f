import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { fewSentences, fewWords, noFormula, unknownLanguage } from '../check-helpers/text-limits.ts'
import { texts } from './readability.ts'

const page = (body: string) => checkPage('readability', { html: document('', body) })
const simple = '<p>The cat sat on the mat. The dog ran to the cat. It was a hot day. We all went out to play.</p>'
const difficult =
  '<p>Institutional considerations notwithstanding, comprehensive organisational transformation of the administration necessitates interdisciplinary collaboration.</p>'

describe('readability', () => {
  it('is shown with a name for it, and never scored', () => {
    expect(page(simple.repeat(10))).toMatchObject({
      outcome: 'info',
      scored: false,
      title: texts.ease('very easy', 100),
      value: 100,
    })
    expect(page(difficult.repeat(10))).toMatchObject({
      outcome: 'info',
      title: texts.ease('very difficult', 0),
    })
  })

  it('says that the language could not be recognised, not that there are too few words', () => {
    const html = `<!doctype html><p>${'zxqv wkrt. '.repeat(2900)}</p>`
    expect(checkPage('readability', { html }).title).toBe(unknownLanguage)
  })

  it('does not take menus and headings for sentences', () => {
    const headings =
      '<h2>Institutional considerations</h2><ul><li>Comprehensive transformation<li>Interdisciplinary collaboration</ul>'
    expect(page((headings + simple).repeat(10)).value).toBe(page(simple.repeat(10)).value)
  })

  it.each([
    [fewWords(0, 100), ''],
    [fewSentences(0, 5), `<p>${simple.replace(/<[^>]*>|[.?!]/g, ' ').repeat(90)}</p>`],
    [
      noFormula('sv'),
      '<p>Trädgården är stor och det finns plats för barn och hundar, men inte för alla.</p>'.repeat(10),
    ],
  ])('is not applicable: %s', (title, body) => {
    expect(page(body)).toMatchObject({ outcome: 'not-applicable', title })
  })
})
