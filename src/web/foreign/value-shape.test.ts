import { describe, expect, it } from 'vitest'
import { humanise, showInvisible } from '#web/ui/text.ts'
import { cutAt, entriesOf, fieldName, nextPortion, previewOf, wordOf } from './value-shape.ts'

describe('an identifier in plain words', () => {
  it.each([
    ['page_title-length', 'Page title length'],
    ['is_encrypted', 'Is encrypted'],
    ['imageAltText', 'Image alt text'],
    ['seo.HTMLTitle', 'SEO HTML title'],
    ['h1', 'H1'],
    ['Google PageSpeed score', 'Google PageSpeed score'],
    ['___', '___'],
    ['', ''],
  ])('%s reads %s', (name, text) => expect(humanise(name)).toBe(text))

  it('is cut if it is too long', () => {
    expect(humanise('k'.repeat(10_000))).toHaveLength(121)
  })
})

describe('the name of a field', () => {
  it.each([
    ['load_time', 'Load time'],
    ['https://a.example/x_y', 'https://a.example/x_y'],
    ['404', '404'],
    ['__proto__', '__proto__'],
    ['\u202Eevil', '[U+202E]evil'],
  ])('%s reads %s', (name, text) => expect(fieldName(name)).toBe(text))

  it('is cut', () => {
    expect(fieldName('k'.repeat(10_000))).toBe(`${'k'.repeat(120)}…`)
  })
})

describe('a value in words', () => {
  it.each([
    [true, 'yes'],
    [false, 'no'],
    [null, 'none'],
    [undefined, 'none'],
    [0, '0'],
    [0.00012, '0.00012'],
    [-3, '-3'],
    ['', 'empty text'],
    ['0000-00-00 00:00:00', '0000-00-00 00:00:00'],
    ['a\u202Eb\u0000', 'a[U+202E]b[U+0000]'],
  ])('%j is %j', (value, word) => expect(wordOf(value)).toBe(word))

  it('keeps characters that text needs', () => {
    expect(showInvisible('שלום\n\t👩‍👩‍👧 \u200d')).toBe('שלום\n\t👩‍👩‍👧 \u200d')
  })
})

describe('a folded value', () => {
  it('has a preview of its first plain values', () => {
    expect(previewOf({ load_time: 1.2, deep: { a: 1 }, ok: true, no: null })).toBe('Load time: 1.2, Ok: yes')
    expect(previewOf(['a', 'b', 3, 4, 5])).toBe('a, b, 3, 4')
    expect(previewOf([{}, []])).toBe('')
    expect(previewOf(['x'.repeat(1e6)]).length).toBeLessThan(100)
  })

  it('keeps every key, also those with a meaning in JavaScript', () => {
    expect(
      entriesOf(JSON.parse('{"__proto__":{"a":1},"constructor":2}') as object as Record<string, unknown>, 10),
    ).toEqual([
      ['__proto__', { a: 1 }],
      ['constructor', 2],
    ])
    expect(entriesOf(['a', 'b'], 1)).toEqual([['1', 'a']])
  })
})

describe('a long value', () => {
  const portions = { first: 25, step: 500 }
  it.each([
    [25, 25, null],
    [25, 57, { to: 57, isAll: true }],
    [25, 500, { to: 500, isAll: true }],
    [25, 5000, { to: 525, isAll: false }],
    [4525, 5000, { to: 5000, isAll: true }],
  ])('after %i of %i continues with %j', (count, total, next) =>
    expect(nextPortion(count, total, portions)).toEqual(next),
  )

  it('is never cut inside a surrogate pair', () => {
    expect(cutAt('a😀b', 2)).toBe(1)
    expect(cutAt('a😀b', 3)).toBe(3)
    expect(cutAt('ab', 300)).toBe(300)
  })
})
