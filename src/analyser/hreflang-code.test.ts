import { describe, expect, it } from 'vitest'
import { faultOfHreflang } from './hreflang-code.ts'

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
    ['', 'left empty'],
    ['en-UK', 'the United Kingdom is GB'],
    ['en-EU', 'no country'],
    ['en_US', 'underscore'],
    ['en-en', '"EN" is no country code'],
    ['us', '"us" is a country'],
    ['jp', '"jp" is a country'],
    ['us-en', '"us" is no language code'],
    ['ua', 'is a country'],
    ['xx', '"xx" is no language code'],
    ['english', '"english" is no language code'],
    ['en-', '"" is no country code'],
    ['-en', '"" is no language code'],
    ['x', 'no language code'],
    ['x-private', 'no language code'],
    ['default', 'no language code'],
    ['zh-Hanz', 'no script code'],
    ['zh-CN-Hans', 'nothing more'],
    ['de-DE-1996', 'nothing more'],
    ['ca-valencia', 'no country code'],
    ['es-LAT', 'no country code'],
    ['en-XK', 'no country code'],
    ['de, at', 'no language code'],
    ['日本語', 'no language code'],
    ['__proto__', 'underscore'],
    ['en-constructor', 'no country code'],
    ['constructor', 'no language code'],
  ])('"%s" is wrong: %s', (code, note) => {
    const fault = faultOfHreflang(code)
    expect(fault?.wrong).toBe(true)
    expect(fault?.note).toContain(note)
  })

  it.each([
    ['fil', 'two-letter'],
    ['haw-US', 'two-letter'],
    ['es-419', 'countries only'],
    ['iw', 'by "he"'],
    ['in-ID', 'by "id"'],
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
