import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it.each<[string | number | null, string]>([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['مرحبا', 'مرحبا'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("http://a.example","x")', '"\'=HYPERLINK(""http://a.example"",""x"")"'],
  ['a=1', 'a=1'],
  [-5, '-5'],
  [null, ''],
])('the cell %j is written as %j', (cell, written) => {
  expect(csvLine([cell, 'end'])).toBe(`${written},end\r\n`)
})
