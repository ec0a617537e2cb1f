import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('a line of CSV', () => {
  it.each([
    ['plain', 'plain'],
    ['with, comma', '"with, comma"'],
    ['with "quotes"', '"with ""quotes"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=HYPERLINK("//a.example")', '"\'=HYPERLINK(""//a.example"")"'],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@cmd', "'@cmd"],
    ['\ttab', "'\ttab"],
    ['＝wide', "'＝wide"],
    ['日本語 🦄', '日本語 🦄'],
    ['', ''],
  ])('%j is written %j', (given, line) => {
    expect(csvLine([given])).toBe(`${line}\r\n`)
  })

  it('leaves numbers numbers, and nothing where nothing is known', () => {
    expect(csvLine([-5, null, 61.33, true])).toBe('-5,,61.33,true\r\n')
  })
})
