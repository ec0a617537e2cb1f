import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { htmlLang, texts } from './html-lang.ts'

const withRoot = (attributes: string) =>
  checkPage('html-lang', { html: `<!doctype html><html ${attributes}><title>x</title>` })

describe('html-lang', () => {
  it.each([
    'en',
    'en-GB',
    'pt-br',
    'zh-Hant-TW',
    'es-419',
    'gsw',
    'de-CH-1996',
    'sr-Latn',
    'x-klingon',
    'i-klingon',
    'en-u-ca-gregory',
    'zh-yue-HK',
    'sl-rozaj-biske',
    'qaa-Qaaa-QM',
    'iw',
  ])('passes %s', (lang) => {
    expect(withRoot(`lang="${lang}"`)).toMatchObject({ outcome: 'pass', value: lang })
  })

  it.each([
    'english',
    'en_US',
    'xx',
    'e',
    'en-',
    '-en',
    'de-CH-19',
    '{{lang}}',
    'en, de',
    'eng',
    'ger',
    'en-UK',
    'zh-Hanz',
    'de-1997',
    'qq',
    'xyzz-x-a',
    'en-abc',
  ])('warns of %s', (lang) => {
    expect(withRoot(`lang="${lang}"`)).toMatchObject({ outcome: 'warn', value: lang })
  })

  it.each([
    ['eng', 'en'],
    ['ger', 'de'],
    ['en_US', 'en-US'],
  ])('says what to write instead of %s', (lang, instead) => {
    expect(withRoot(`lang="${lang}"`).evidence).toMatchObject([{ note: texts.instead(instead) }])
  })

  it('warns of a missing and of an empty one', () => {
    expect(withRoot('')).toMatchObject({ outcome: 'warn', value: null, title: htmlLang.titleFail })
    expect(withRoot('lang=""')).toMatchObject({ outcome: 'warn', title: texts.empty })
  })

  it('takes the language of the html element alone', () => {
    expect(checkPage('html-lang', { html: '<!doctype html><html><body lang="en">x' }).outcome).toBe('warn')
  })

  it('takes no xml:lang, which means nothing in HTML', () => {
    expect(withRoot('xml:lang="en"').outcome).toBe('warn')
  })

  const german =
    'Wir haben jeden Tag von zehn bis sechs geöffnet, und Sie können uns immer anrufen, wenn Sie Fragen zu Ihren Pflanzen haben. '
  const inGerman = (attributes: string, times = 10) =>
    checkPage('html-lang', { html: `<!doctype html><html ${attributes}><title>x</title><p>${german.repeat(times)}` })

  it('warns of a text that plainly reads as another language', () => {
    expect(inGerman('lang="en"')).toMatchObject({
      outcome: 'warn',
      value: 'en',
      title: texts.differs('English', 'German'),
      points_lost: 1,
      evidence: [{ selector: 'html', note: texts.looksLike('German') }],
    })
  })

  it.each(['de', 'de-AT', 'DE', 'lb'])('passes a German text that is declared as %s', (lang) => {
    expect(inGerman(`lang="${lang}"`)).toMatchObject({ outcome: 'pass', value: lang, evidence: [] })
  })

  it('does not compare a short text or a list without sentences', () => {
    expect(inGerman('lang="en"', 2).outcome).toBe('pass')
    const list = `<!doctype html><html lang="de"><title>x</title><p>${'the lamp of the house and '.repeat(100)}`
    expect(checkPage('html-lang', { html: list }).outcome).toBe('pass')
  })

  it('says which language the text reads as where none is named, if there is enough of it', () => {
    expect(inGerman('')).toMatchObject({ outcome: 'warn', evidence: [{ note: texts.looksLike('German') }] })
    expect(inGerman('', 2).evidence[0]).not.toHaveProperty('note')
  })
})
