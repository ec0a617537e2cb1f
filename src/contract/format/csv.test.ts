import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it.each([
  ['plain', 'plain'],
  ['', ''],
  ['مرحبا', 'مرحبا'],
  ['日本語 🦄', '日本語 🦄'],
  ['a=1', 'a=1'],
  ['https://a.example/?a=1&b=-2;c=@3', 'https://a.example/?a=1&b=-2;c=@3'],
  ['Shoes; hats - 50%', 'Shoes; hats - 50%'],
])('the cell %j is not quoted', (text, cell) => {
  expect(csvLine([text, 'end'])).toBe(`${cell},end\r\n`)
})

it.each([
  ['with, comma', '"with, comma"'],
  ['with "quotes"', '"with ""quotes"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
])('the cell %j is quoted', (text, cell) => {
  expect(csvLine([text, 'end'])).toBe(`${cell},end\r\n`)
})

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t1', "'\t1"],
  ['\r1', '"\'\r1"'],
  ['\n1', '"\'\n1"'],
  ['＝wide', "'＝wide"],
  ['＋wide', "'＋wide"],
  ['－wide', "'－wide"],
  ['＠wide', "'＠wide"],
  ['=HYPERLINK("http://a.example","x")', '"\'=HYPERLINK(""http://a.example"",""x"")"'],
])('the cell %j gets a leading apostrophe', (text, cell) => {
  expect(csvLine([text, 'end'])).toBe(`${cell},end\r\n`)
})

it.each([
  ['a;=1+1;', "a;'=1+1;"],
  ['https://a.example/;+1', "https://a.example/;'+1"],
  ['a\t-1', "a\t'-1"],
  ['a,@SUM(A1)', '"a,\'@SUM(A1)"'],
  ['two\n=1', '"two\n\'=1"'],
  ['two\r\n=1', '"two\r\n\'=1"'],
  ['a;＝1;＋1;－1;＠1', "a;'＝1;'＋1;'－1;'＠1"],
  ['a;"=1+1&";', '"a;\'""=1+1&"";"'],
  ['=1;;=2,\t=3', "\"'=1;;'=2,\t'=3\""],
  ['\t=1', "'\t'=1"],
])('the cell %j gets apostrophes where another separator starts a cell', (text, cell) => {
  expect(csvLine([text, 'end'])).toBe(`${cell},end\r\n`)
})

/** Splits a line as Excel does: a quote opens a quoted cell only at the start of a cell. Returns each cell's text. */
function cellsOf(text: string, separator: string) {
  const cells: string[] = []
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"?)?([^${separator}\r\n]*)(${separator}|\r?\n|\r|$)`, 'gy')
  for (const [whole, quoted = '', rest = ''] of text.matchAll(cell)) {
    if (whole !== '') cells.push(quoted.replaceAll('""', '"') + rest)
  }
  return cells
}

it.each([',', ';', '\t'])('a line has no formula for a spreadsheet that separates cells by %j', (separator) => {
  const parts = [',', ';', '\t', '\r', '\n', '"', '=', '-', '1', "'"]
  const texts = parts.flatMap((a) => parts.flatMap((b) => parts.flatMap((c) => parts.map((d) => a + b + c + d))))
  const run = texts.filter((text) =>
    [[text], ['a', text], [text, 'b'], ['a', text, 'b'], [text, text]].some((cells) =>
      cellsOf(csvLine(cells), separator).some((cell) => /^[=+\-@]/.test(cell)),
    ),
  )
  expect(run).toEqual([])
})

it('numbers and booleans are unchanged, and null is an empty cell', () => {
  expect(csvLine([-5, null, 61.33, true])).toBe('-5,,61.33,true\r\n')
})
