import { describe, expect, it } from 'vitest'
import { readCode } from './code-size.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const script = (text: string) =>
  readCode(bytes(text), [['content-type', 'text/javascript; charset=utf-8']], false)?.saving
const style = (text: string) => readCode(bytes(text), [['content-type', 'text/css']], false)?.saving

describe('readCode', () => {
  it.each(['text/javascript', 'application/javascript', 'application/x-javascript', 'TEXT/JAVASCRIPT ; charset=utf-8'])(
    'reads %s as a script',
    (type) => {
      expect(readCode(bytes('a()'), [['content-type', type]], false)).toEqual({ kind: 'script', bytes: 3, saving: 0 })
    },
  )

  it('reads neither pages, nor JSON, nor what has no type, nor what is cut', () => {
    for (const type of ['text/html', 'application/json', 'image/png'])
      expect(readCode(bytes(' a'), [['content-type', type]], false)).toBeNull()
    expect(readCode(bytes(' a'), [], false)).toBeNull()
    expect(readCode(bytes(' a'), [['content-type', 'text/css']], true)).toBeNull()
  })
})

describe('the saving on a script', () => {
  it.each<[string, number, string]>([
    ['a=1;b=2', 0, 'nothing where there is nothing'],
    ['a = 1;\n  b = 2;\n', 8, 'white space around operators, and indentation'],
    ['var a=1', 0, 'the space between words stays'],
    ['a=b\nc=d', 0, 'a line break that ends a statement stays'],
    ['a=b\n\n\n  c=d', 4, 'all but one character of a gap with line breaks'],
    ['f()\n  .g()', 3, 'a break before a point'],
    ['a+ +b', 0, 'a space between two signs stays'],
    ['a=1// one\nb=2', 6, 'a line comment, its break standing for the semicolon'],
    ['/* why */a=1', 9, 'a comment'],
    ['/*! licence */\na=1', 1, 'licences stay'],
    ['a=1\n//# sourceMappingURL=a.js.map', 1, 'notes for tools stay'],
    ['a="  // no  "', 0, 'strings stay'],
    ["a='it\\'s  here'", 0, 'strings with escapes stay'],
    ['a=`  ${ b }  // no`', 2, 'templates stay, but for the spaces of their expressions'],
    ['a=`${`  `}  `', 0, 'templates in templates stay'],
    ['a=`${{b:1}.b}  `', 0, 'braces inside an expression do not end it'],
    ['a=/[/]  "/g;b="  "', 0, 'regular expressions stay, and a quote in one begins no string'],
    ['return /  "/.test(a)', 1, 'a regular expression after return'],
    ['a=b / c;d="/  "', 2, 'a division is not a regular expression'],
    ['a=b/c  /d', 2, 'nor are two'],
    ['α = β', 2, 'letters beyond ASCII are letters'],
    ['let α β', 0, 'so a space between them stays'],
  ])('%j saves %i: %s', (text, saving) => {
    expect(script(text)).toBe(saving)
  })

  it('reads hostile files in one go', () => {
    const size = 2_000_000
    for (const text of ['=/[', '`${', '/*/', "'\\", '// \n', '}', '/ '])
      expect(script(text.repeat(size / text.length))).toBeGreaterThanOrEqual(0)
  })
})

describe('the saving on a style sheet', () => {
  it.each<[string, number, string]>([
    ['a{color:red}', 0, 'nothing where there is nothing'],
    ['a {\n  color: red;\n}\n', 7, 'white space around braces, colons and semicolons'],
    ['a :hover b{margin:0 auto}', 0, 'spaces that mean something stay'],
    ['a{width:calc(1px + 2px)}', 0, 'also in calc'],
    ['@media screen and (width>1px){}', 0, 'also in queries'],
    ['a   b{}', 2, 'all but one space of a run'],
    ['/* why */a{}', 9, 'a comment'],
    ['a/**/b{}', 3, 'a comment is worth a space'],
    ['/*! licence */a{}', 0, 'licences stay'],
    ['a{content:"  /* no */  "}', 0, 'strings stay'],
  ])('%j saves %i: %s', (text, saving) => {
    expect(style(text)).toBe(saving)
  })

  it('reads hostile files in one go', () => {
    for (const text of ['/*', '"\\', '/ *', '{ ']) expect(style(text.repeat(500_000))).toBeGreaterThanOrEqual(0)
  })
})
