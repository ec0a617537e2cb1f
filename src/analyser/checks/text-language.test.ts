import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { textLanguage, texts } from './text-language.ts'

const german =
  'Wir haben jeden Tag von zehn bis sechs geöffnet, und Sie können uns immer anrufen, wenn Sie Fragen zu Ihren Pflanzen haben. '
const inGerman = (attributes: string, times = 10) =>
  checkPage('text-language', { html: `<!doctype html><html ${attributes}><title>x</title><p>${german.repeat(times)}` })

describe('text-language', () => {
  it('warns of a text that plainly reads as another language', () => {
    expect(inGerman('lang="en"')).toMatchObject({
      outcome: 'warn',
      value: 'en',
      title: texts.differs('English', 'German'),
      points_lost: 1,
      evidence: [{ selector: 'html' }],
    })
  })

  it.each(['de', 'de-AT', 'DE', 'lb'])('passes a German text that is declared as %s', (lang) => {
    expect(inGerman(`lang="${lang}"`)).toMatchObject({ outcome: 'pass', title: textLanguage.titlePass })
  })

  it.each([
    ['no language is declared', '', texts.noTag, 10],
    ['the tag is invalid', 'lang="english"', texts.noTag, 10],
    ['the text is short', 'lang="en"', texts.tooShort, 2],
  ])('is not applicable where %s', (_, attributes, title, times) => {
    expect(inGerman(attributes, times)).toMatchObject({ outcome: 'not-applicable', title })
  })

  it('is not applicable to a list without sentences', () => {
    const html = `<!doctype html><html lang="en"><title>x</title><p>${'lamp '.repeat(600)}`
    expect(checkPage('text-language', { html }).outcome).toBe('not-applicable')
  })
})
