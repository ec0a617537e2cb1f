import { describe, expect, it } from 'vitest'
import { cut, fieldName, wordOf } from './value-tree.tsx'

describe('the name of a field', () => {
  it.each([
    ['load_time', 'Load time'],
    ['page_title-length', 'Page title length'],
    ['imageAltText', 'Image alt text'],
    ['seo.HTMLTitle', 'SEO HTML title'],
    ['https://a.example/x_y', 'https://a.example/x_y'],
    ['404', '404'],
    ['__proto__', '__proto__'],
    ['\u202Eevil', '[U+202E]evil'],
    ['k'.repeat(10_000), `${'k'.repeat(120)}…`],
  ])('%s reads %s', (name, text) => expect(fieldName(name)).toBe(text))
})

it.each([
  [true, 'yes'],
  [false, 'no'],
  [null, 'none'],
  [undefined, 'none'],
  [0.00012, '0.00012'],
  ['', 'empty'],
  [[], 'empty'],
])('the value %j reads %j', (value, word) => expect(wordOf(value)).toBe(word))

it.each([
  ['a😀b', 2, 'a'],
  ['a😀b', 3, 'a😀'],
  ['ab', 300, 'ab'],
])('%j cut after %i is %j', (text, length, shown) => expect(cut(text, length)).toBe(shown))
