import { expect, it } from 'vitest'
import { faultOf, regexesIn } from './regexes.ts'

it('finds literals, and tells constant patterns from those that are put together', () => {
  const code = 'const a: RegExp = /a+/gu\nnew RegExp("b", "i")\nRegExp(`c${a.source}`)\nnew Map(a)'
  expect(regexesIn('a.ts', code)).toEqual({
    regexes: [
      { pattern: 'a+', flags: 'gu', line: 1 },
      { pattern: 'b', flags: 'i', line: 2 },
    ],
    built: [{ code: '`c${a.source}`', line: 3 }],
  })
})

it.each([
  ['(?:<!--[^]*?-->)*<svg', 'exponential'],
  ['^(a|a)*$', 'exponential'],
  ['\\s+$', '2nd degree polynomial'],
  ['^\\s*(?:|module)\\s*$', '2nd degree polynomial'],
  ['<p[^>]*>', '2nd degree polynomial'],
])('refuses %s', async (pattern, words) => {
  expect(await faultOf({ pattern, flags: '' })).toContain(words)
})

it.each(['^\\s+', '(?<!\\s)\\s+$', '<p[^<>]*>', '^(?:a|b)*$'])('accepts %s', async (pattern) => {
  expect(await faultOf({ pattern, flags: '' })).toBe(null)
})
