import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { hsts, texts } from './hsts.ts'

const withHeader = (...values: string[]) => checkPage('hsts', { headers: { 'strict-transport-security': values } })
const ignored = texts.malformed

describe('hsts', () => {
  it.each([
    ['max-age=31536000', 31_536_000],
    ['max-age="63072000" ; includeSubDomains; preload', 63_072_000],
    [' ; MAX-AGE = 31536000 ;; unheard-of="a b" ', 31_536_000],
    ['max-age=99999999999999999999', Number.MAX_SAFE_INTEGER],
  ])('passes %s', (value, seconds) => expect(withHeader(value)).toMatchObject({ outcome: 'pass', value: seconds }))

  it.each([
    ['max-age=31535999', texts.short('364 days')],
    ['max-age=86400', texts.short('1 day')],
    ['max-age=5', texts.short('less than a day')],
    ['max-age=0; includeSubDomains', texts.off],
    ['includeSubDomains', ignored],
    ['max-age=', ignored],
    ['max-age=-1', ignored],
    ['max-age=1y', ignored],
    ['max-age=31536000, max-age=31536000', ignored],
    ['max-age=31536000; max-age=0', ignored],
    ['max-age=31536000 includeSubDomains', ignored],
    ['', ignored],
  ])('notes "%s"', (value, title) => expect(withHeader(value)).toMatchObject({ outcome: 'info', title }))

  it('notes none', () => {
    expect(checkPage('hsts', {})).toMatchObject({
      outcome: 'info',
      value: null,
      title: hsts.titleFail,
    })
  })

  it('obeys the first of several, and says that others are there', () => {
    expect(withHeader('max-age=0', 'max-age=31536000')).toMatchObject({
      outcome: 'info',
      value: 0,
      evidence: [{ note: 'Browsers ignore 1 further HSTS header.' }],
    })
    expect(withHeader('max-age=31536000', 'max-age=0', 'x').evidence[0]?.note).toBe(
      'Browsers ignore 2 further HSTS headers.',
    )
  })

  it('has an answer to a header of 30 KB', () => {
    expect(withHeader(`max-age=31536000; x=${'y'.repeat(30_000)}`).outcome).toBe('pass')
    expect(withHeader(`x=${'y'.repeat(30_000)}; max-age=31536000`)).toMatchObject({
      outcome: 'unknown',
      title: texts.unknown,
    })
    expect(withHeader(`max-age=${'9'.repeat(3000)}`).value).toBe(Number.MAX_SAFE_INTEGER)
    expect(withHeader(`${'a '.repeat(1900)}=`).title).toBe(ignored)
  })

  it.each(['http://example.com/', 'https://192.0.2.1/', 'https://[2001:db8::1]/'])(
    'is not applicable to %s',
    (finalUrl) => {
      expect(checkPage('hsts', { finalUrl }).outcome).toBe('not-applicable')
    },
  )
})
