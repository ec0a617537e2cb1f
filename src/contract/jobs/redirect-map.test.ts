import { describe, expect, it } from 'vitest'
import { maxJobUrls } from './job.ts'
import { faultsIn, readRedirects, splitRedirects } from './redirect-map.ts'

const rowsOf = (text: string) => splitRedirects(text)?.map(({ line, old, expected }) => [line, old, expected])
const read = (text: string) => readRedirects(splitRedirects(text) ?? [])

const [old, expected] = ['https://old.example/a', 'https://new.example/b']

describe('a redirect map', () => {
  it.each([
    ['commas', `${old},${expected}`],
    ['semicolons', `${old};${expected}`],
    ['tabs', `${old}\t${expected}`],
    ['spaces', `  ${old}   ${expected}`],
    ['quotes', `"${old}","${expected}"`],
    ['a byte order mark', `\ufeff${old};${expected}`],
    ['more columns', `${old};${expected};301;"a note; with ""quotes"""`],
  ])('is read with %s', (_, text) => {
    expect(rowsOf(text)).toEqual([[1, old, expected]])
  })

  it.each([
    ['names the columns', `Old URL,Expected URL\n${old},${expected}`],
    ['names others first', `Status;New URL;Clicks;Old URL\n301;${expected};7;${old}`],
    ['is in German', `Alte URL;Neue URL\n${old};${expected}`],
    ['names nothing known', `A,B\n${old},${expected}`],
    ['follows the separator that a spreadsheet names', `sep=;\n${old};${expected}`],
  ])('is read below a heading that %s', (_, text) => {
    expect(rowsOf(text)).toEqual([[2, old, expected]])
  })

  it('keeps the line numbers of the file over blank lines and cells with line breaks', () => {
    const text = `${old},${expected}\r\n\r\n"https://old.example/b","${expected}","two\r\nlines"\r\nhttps://old.example/c,${expected}\r\n`
    expect(rowsOf(text)?.map(([line]) => line)).toEqual([1, 3, 5])
  })

  it('keeps commas and semicolons within URLs that the separator of the other rows doesn’t split', () => {
    const [odd, other] = ['https://old.example/a,b;c', 'https://old.example/d,e']
    expect(rowsOf(`${odd}\t${expected}\n${other}\t${expected}`)).toEqual([
      [1, odd, expected],
      [2, other, expected],
    ])
  })

  it('adds https to a URL without a scheme, and the old host to a path', () => {
    expect(read('old.example/a,/b?c=1#d')).toMatchObject([
      { urls: { old: 'https://old.example/a', expected: 'https://old.example/b?c=1' }, problem: null },
    ])
  })

  it('names what is wrong with a line', () => {
    const text = [
      `${old},${expected}`,
      `${old}x,`,
      `a page,${expected}`,
      `https://old.example/c,ftp://new.example/`,
      `https://old.example/a#part,${expected}/`,
      `https://old.example/%61,${expected}`,
    ].join('\n')
    expect(read(text).map(({ line, problem, sameAs }) => [line, problem, sameAs])).toEqual([
      [1, null, null],
      [2, { kind: 'needs_two' }, null],
      [3, { kind: 'old', why: 'has_space' }, null],
      [4, { kind: 'expected', why: 'other_scheme' }, null],
      [5, { kind: 'contradiction', line: 1 }, null],
      [6, null, 1],
    ])
  })

  it('has as many rows as a job has URLs', () => {
    const most = Array.from({ length: maxJobUrls }, (_, at) => `https://old.example/${at},${expected}`).join('\n')
    expect(splitRedirects(`Old,New\n${most}`)).toHaveLength(maxJobUrls)
    expect(splitRedirects(`${most}\n${old},${expected}`)).toBeNull()
    expect(splitRedirects('\n'.repeat(4 * maxJobUrls))).toBeNull()
  })

  it('tells the rows that it redirects again, and those in a loop', () => {
    const at = (path: string) => `https://shop.example/${path}`
    const moves = ['a>b', 'b>c', 'd>e', 'e>f', 'f>d', 'g>d', 'h>h', 'i>h', 'j>a']
    const rows = moves.map((move, index) => {
      const [from = '', to = ''] = move.split('>')
      return { line: index + 1, keys: { old: at(from), expected: at(to) } }
    })
    const named = [...faultsIn(rows)].map(([line, fault]) => `${moves[line - 1]} ${fault}`)
    expect(named).toEqual(['a>b chain', 'd>e loop', 'e>f loop', 'f>d loop', 'g>d loop', 'j>a chain'])
  })

  it('is followed once for each URL, however long its chains are', () => {
    const rows = Array.from({ length: maxJobUrls }, (_, at) => ({
      line: at + 1,
      keys: { old: `${at}`, expected: `${at + 1}` },
    }))
    expect(faultsIn(rows).size).toBe(maxJobUrls - 1)
  })
})
