import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it.each([
  ['plain', 'plain'],
  ['', ''],
  ['مرحبا', 'مرحبا'],
  ['日本語 🦄', '日本語 🦄'],
  ['a=1', 'a=1'],
])('leaves %j unquoted', (text, cell) => {
  expect(csvLine([text, 'end'])).toBe(`${cell},end\r\n`)
})

it.each([
  ['with, comma', '"with, comma"'],
  ['with "quotes"', '"with ""quotes"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
])('quotes %j', (text, cell) => {
  expect(csvLine([text, 'end'])).toBe(`${cell},end\r\n`)
})

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['＝wide', "'＝wide"],
  ['＋wide', "'＋wide"],
  ['－wide', "'－wide"],
  ['＠wide', "'＠wide"],
  ['=HYPERLINK("http://a.example","x")', '"\'=HYPERLINK(""http://a.example"",""x"")"'],
])('prefixes %j with an apostrophe', (text, cell) => {
  expect(csvLine([text, 'end'])).toBe(`${cell},end\r\n`)
})

it('writes numbers and booleans unchanged, and null as an empty cell', () => {
  expect(csvLine([-5, null, 61.33, true])).toBe('-5,,61.33,true\r\n')
})
