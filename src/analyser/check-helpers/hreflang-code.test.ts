import { describe, expect, it } from 'vitest'
import { faultOfHreflang, countryMistakes, texts } from './hreflang-code.ts'

describe('hreflang codes', () => {
  it.each([
    'en',
    'EN',
    'en-GB',
    'en-gb',
    'de-AT',
    'pt-BR',
    'zh-Hans',
    'zh-Hant-TW',
    'zh-TW',
    'sr-Latn-RS',
    'uk',
    'uk-UA',
    'eu',
    'eu-ES',
    'be',
    'ga-IE',
    'x-default',
    'X-Default',
    'he-IL',
    'nb-NO',
    'se',
    'sv-SE',
    'ka-GE',
    'th-TH',
  ])('"%s" is right', (code) => {
    expect(faultOfHreflang(code)).toBeNull()
  })

  it.each([
    ['', texts.noLanguage],
    ['en-UK', countryMistakes['uk']],
    ['en-EU', countryMistakes['eu']],
    ['en_US', 'underscore'],
    ['en-en', '“EN” isn’t an ISO 3166-1 country code.'],
    ['us', '“us” is a country code. Add a language before it.'],
    ['jp', '“jp” is a country code. Add a language before it.'],
    ['us-en', '“us” isn’t an ISO 639-1 language code.'],
    ['ua', 'is a country'],
    ['xx', '“xx” isn’t an ISO 639-1 language code.'],
    ['english', '“english” isn’t an ISO 639-1 language code.'],
    ['en-', texts.noCountry],
    ['-en', texts.noLanguage],
    ['x', 'ISO 639-1 language code'],
    ['x-private', 'ISO 639-1 language code'],
    ['default', 'ISO 639-1 language code'],
    ['zh-Hanz', '“hanz” isn’t an ISO 15924 script code.'],
    ['zh-CN-Hans', texts.afterRegion],
    ['de-DE-1996', texts.afterRegion],
    ['ca-valencia', 'ISO 3166-1 country code'],
    ['es-LAT', 'ISO 3166-1 country code'],
    ['en-XK', 'ISO 3166-1 country code'],
    ['de, at', texts.several],
    ['en-GB,en-US', texts.several],
    ['de at', texts.several],
    ['fr|nl', texts.several],
    ['日本語', 'ISO 639-1 language code'],
    ['__proto__', 'underscore'],
    ['en-constructor', 'ISO 3166-1 country code'],
    ['constructor', 'ISO 639-1 language code'],
  ])('"%s" is wrong: %s', (code, note) => {
    const fault = faultOfHreflang(code)
    expect(fault?.wrong).toBe(true)
    expect(fault?.note).toContain(note)
  })

  it.each([
    ['fil', 'two-letter'],
    ['haw-US', 'two-letter'],
    ['es-419', 'Google only documents countries as regions, not “419”.'],
    ['iw', 'ISO 639-1 has replaced “iw” with “he”.'],
    ['in-ID', 'ISO 639-1 has replaced “in” with “id”.'],
  ])('"%s" is one that Google does not name: %s', (code, note) => {
    const fault = faultOfHreflang(code)
    expect(fault?.wrong).toBe(false)
    expect(fault?.note).toContain(note)
  })

  it('knows all 249 countries', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
    const known = letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((region) => faultOfHreflang(`en-${region}`) === null)
    expect(known).toHaveLength(249)
  })
})
