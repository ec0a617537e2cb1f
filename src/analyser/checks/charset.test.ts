import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { texts } from './charset.ts'

const page = (html: string, contentType = 'text/html') =>
  checkPage('charset', { html, headers: { 'content-type': contentType } })

describe('charset', () => {
  it.each([
    ['<p>ü', 'text/html; charset=UTF-8', 'utf-8'],
    ['\uFEFF<p>ü', 'text/html', 'utf-8'],
    ['<meta charset="shift_jis">', 'text/html', 'shift_jis'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">', 'text/html', 'windows-1252'],
    ['<meta charset=utf8>', 'text/html; charset=utf-8', 'utf-8'],
    ['<meta charset=latin1>', 'text/html; charset=iso-8859-1', 'windows-1252'],
    ['<!-- <meta charset=shift_jis> --><meta charset=utf-8>', 'text/html; charset=utf-8', 'utf-8'],
    [
      '<meta name=a content="charset=shift_jis"><noscript><meta charset=shift_jis></noscript>',
      'text/html; charset=utf-8',
      'utf-8',
    ],
  ])('passes %s sent as %s', (html, type, value) => {
    expect(page(html, type)).toMatchObject({
      outcome: 'pass',
      value,
      title: texts.declared(value),
      evidence: [],
    })
  })

  it('warns of a declaration after 1024 bytes', () => {
    expect(page(`<!--${' '.repeat(1024)}--><meta charset="utf-8">`)).toMatchObject({
      outcome: 'warn',
      title: texts.late,
    })
  })

  it('warns of none, and says what was taken', () => {
    expect(page('<p>ü')).toMatchObject({
      outcome: 'warn',
      title: texts.missing('utf-8'),
    })
  })

  it.each([
    [
      '<meta charset=utf-8>',
      'text/html; charset=iso-8859-1',
      'windows-1252',
      'utf-8',
      texts.overridden('meta tag', 'utf-8', 'header'),
    ],
    [
      '<meta http-equiv=content-type content="text/html; charset=\'koi8-r\'">',
      'text/html; charset=utf-8',
      'utf-8',
      'koi8-r',
      texts.overridden('meta tag', 'koi8-r', 'header'),
    ],
    [
      '\uFEFF<p>',
      'text/html; charset=shift_jis',
      'utf-8',
      'shift_jis',
      texts.overridden('header', 'shift_jis', 'byte order mark'),
    ],
  ])('fails declarations that contradict each other: %s sent as %s', (html, type, value, other, note) => {
    expect(page(html, type)).toMatchObject({
      outcome: 'fail',
      value,
      title: texts.differs(value, other),
      evidence: [{ note }],
    })
  })

  it.each(['utf8mb4', 'utf-7', 'iso-2022-kr', 'x'.repeat(50)])('warns of %s alone, which means nothing', (label) => {
    expect(page('<p>x', `text/html; charset=${label}`)).toMatchObject({
      outcome: 'warn',
      value: null,
      evidence: [{ note: texts.unknown('header', label) }],
    })
    expect(page(`<meta charset="${label}">`)).toMatchObject({
      outcome: 'warn',
      value: null,
      evidence: [{ note: texts.unknown('meta tag', label), line: 1 }],
    })
  })

  it('passes one that means nothing beside one that decides', () => {
    expect(page('<meta charset=utf-7>', 'text/html; charset=utf-8')).toMatchObject({
      outcome: 'pass',
      evidence: [{ note: texts.unknown('meta tag', 'utf-7') }],
    })
    expect(page('<meta charset=utf-8>', 'text/html; charset=utf8mb4')).toMatchObject({
      outcome: 'pass',
      value: 'utf-8',
    })
  })

  it('takes UTF-16 in the page as UTF-8, and says so', () => {
    expect(page('<meta charset=utf-16le>')).toMatchObject({
      outcome: 'pass',
      value: 'utf-8',
      evidence: [{ note: 'The meta tag declares utf-16le, which browsers read as utf-8.' }],
    })
  })
})
