import { describe, expect, it } from 'vitest'
import { jsonErrorAt } from './json-ld.ts'

const valid = [
  '1',
  ' -0.5e+10 ',
  '"a\\u00e9\\n"',
  '[]',
  '{}',
  '[1,[2,{}],"x"]',
  '{"a":{"b":[true,false,null]},"c":""}',
  '"\u2028"',
]
const broken: [string, number][] = [
  ['', 0],
  ['{', 1],
  ['[1,]', 3],
  ['{"a":1,}', 7],
  ['{a:1}', 1],
  ["{'a':1}", 1],
  ['{"a" 1}', 5],
  ['[1 2]', 3],
  ['01', 1],
  ['1 2', 2],
  ['"a\nb"', 0],
  ['"\\x"', 0],
  ['[1}', 2],
  ['{"a":]', 5],
  ['nul', 0],
  ['// x', 0],
  ['[1]]', 3],
  ['+1', 0],
  ['\u00A01', 0],
]

const parses = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('where JSON breaks', () => {
  it.each(valid)('finds nothing in %s', (text) => {
    expect(jsonErrorAt(text)).toBeUndefined()
    expect(parses(text)).toBe(true)
  })

  it.each(broken)('finds the place in %j', (text, at) => {
    expect(jsonErrorAt(text)).toBe(at)
    expect(parses(text)).toBe(false)
  })

  it('finds the place inside a thousand levels, and gives up on more', () => {
    expect(jsonErrorAt('['.repeat(1_000))).toBe(1_000)
    for (const opener of ['[', '{"a":']) expect(jsonErrorAt(opener.repeat(1_000_000))).toBeUndefined()
  })

  it('reads an array of five million characters', () => {
    expect(jsonErrorAt(`[${'1,'.repeat(2_500_000)}`)).toBe(5_000_001)
  })

  it('reads a string of five million characters', () => {
    expect(jsonErrorAt(`"${'x'.repeat(5_000_000)}"!`)).toBe(5_000_002)
  })
})
