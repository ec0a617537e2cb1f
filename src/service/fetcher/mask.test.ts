import { describe, expect, it } from 'vitest'
import { createMask, sortSecrets } from './mask.ts'

const value = 'Open Sesame/1?'
const { find, hide, hideIn } = createMask([value])
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('a value', () => {
  it.each([
    ['as it is', `a ${value} b`],
    ['in other letters, with other white space', 'a OPEN \n sesame/1? b'],
    ['percent-encoded', 'a open%20sesame%2f1%3F b'],
    ['of a form', 'a Open+Sesame%2F1%3F b'],
    ['with named entities', 'a Open&nbsp;Sesame&sol;1&quest; b'],
    ['with numbered entities', 'a &#79;&#x70;en Sesame&#47;1&#0063; b'],
    ['escaped for JSON and scripts', 'a \\u004fpen\\x20Sesame\\/1? b'],
    ['encoded twice', 'a Open%2520Sesame&amp;#47;1? b'],
    ['in base64', `a ${base64(value)} b`],
    ['in base64 for URLs', `a ${Buffer.from(value).toString('base64url')} b`],
    ['in base64, percent-encoded', `a ${encodeURIComponent(base64(value))} b`],
  ])('is masked %s', (_, text) => {
    expect(find(text)).toEqual([value])
    expect(hideIn(text)).toMatch(/^a •••(?:=|%3D){0,2} b$/)
  })

  it.each(['', '.', '..', '...'])('is masked inside longer base64, after “%s”', (before) => {
    expect(find(base64(`${before}${value}, and more`))).toEqual([value])
  })

  it('is masked where it was cut off', () => {
    expect(hideIn('The first words, then Open Ses…')).toBe('The first words, then •••…')
    expect(hideIn('The first words, then Open Ses&#9…')).toBe('The first words, then •••&#9…')
    expect(hideIn(`${'x'.repeat(500)} Open S`)).toMatch(/x •••$/)
    expect(hideIn('Open the door')).toBe('Open the door')
    expect(hideIn('We are open')).toBe('We are open')
  })

  it('is masked wherever it is, with all around it left', () => {
    expect(hideIn(`${value}, &amp; ${value} É`)).toBe('•••, &amp; ••• É')
    const other = createMask(['Open Sesame/1', 'Sesame/12345'])
    expect(other.hideIn('an Open Sesame/12345 b')).toBe('an ••• b')
  })

  it('is masked as a short word only where no letter or digit is beside it', () => {
    const short = createMask(['open'])
    expect(short.hideIn('open, Open! reopened opens x_open ö-open öopen')).toBe(
      '•••, •••! reopened opens x_••• ö-••• öopen',
    )
    expect(short.hideIn(`${base64('open')} ${encodeURIComponent(base64('open'))}`)).toBe('•••== •••%3D%3D')
    expect(short.count('open, open, b3Blbg')).toBe(3)
  })

  it('stays in URLs that are followed, and in words that no page chooses', () => {
    const facts = (text: string) => ({
      links: { items: [{ url: `https://a.example/?key=${text}`, text }], total: 1 },
      images: [{ src: `/${text}.png` }, { src: `data:,${text}` }],
      kind: 'production',
      sitemaps: { items: [`https://a.example/${text}.xml`, text] },
    })
    const masked = createMask(['production']).hide(facts('production'))
    expect(masked).toEqual({
      ...facts('production'),
      links: { items: [{ url: 'https://a.example/?key=production', text: '•••' }], total: 1 },
      images: [{ src: '/production.png' }, { src: 'data:,•••' }],
      sitemaps: { items: ['https://a.example/production.xml', '•••'] },
    })
    const others = { a: [1, null, true, 'text'] }
    expect(hide(others)).toEqual(others)
  })
})

it('sorts values by whether a comparison decides about them', () => {
  expect(sortSecrets(['', 'abc', 'abcd', 'abcdefg', 'abcdefgh'])).toEqual({
    short: ['abcd', 'abcdefg'],
    long: ['abcdefgh'],
  })
})
