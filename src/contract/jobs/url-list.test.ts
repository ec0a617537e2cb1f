import { describe, expect, it } from 'vitest'
import { hasSeveralUrls, isSitemapUrl, readUrlLines, splitList, withScheme } from './url-list.ts'

const urlsIn = (text: string) => readUrlLines(splitList(text)).map(({ line, url }) => [line, url])

describe('a typed URL', () => {
  it.each([
    ['example.com/page', 'https://example.com/page'],
    ['  example.com  ', 'https://example.com'],
    ['//example.com/a', 'https://example.com/a'],
    ['localhost:3000/a', 'https://localhost:3000/a'],
    ['example.com:8080', 'https://example.com:8080'],
    ['bücher.example/ü', 'https://bücher.example/ü'],
    ['example.com/?next=https://other.example', 'https://example.com/?next=https://other.example'],
  ])('%s is analysed as %s', (typed, url) => {
    expect(withScheme(typed)).toBe(url)
  })

  it.each([
    'http://example.com',
    'HTTPS://example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'mailto:a@example.com',
    '',
  ])('%s is sent as it is', (typed) => {
    expect(withScheme(typed)).toBe(typed)
  })
})

describe('several URLs', () => {
  it.each([
    'https://one.example https://two.example',
    'https://one.example\nhttps://two.example\n',
    'one.example, two.example/b',
    'one.example;www.two.example',
    'bücher.example 例え.テスト',
    '127.0.0.1:8080/a localhost:3000/b',
  ])('%j are recognised', (text) => {
    expect(hasSeveralUrls(text)).toBe(true)
  })

  it.each([
    'https://one.example',
    ' https://one.example ',
    'https://one.example/a b',
    'https://one.example/?a=1,2;b=3',
    'https://web.archive.example/2020/https://two.example',
  ])('%j is one', (text) => {
    expect(hasSeveralUrls(text)).toBe(false)
  })
})

describe('a list of URLs', () => {
  it('has one URL a line, with the number of its line', () => {
    expect(urlsIn('https://one.example/a\r\n\r\n  two.example/b\t\nhttp://three.example#top')).toEqual([
      [1, 'https://one.example/a'],
      [3, 'https://two.example/b'],
      [4, 'http://three.example/'],
    ])
  })

  it.each(['https://one.example two.example/b', 'one.example, two.example/b', 'https://one.example\ntwo.example/b\n'])(
    '%j has two URLs',
    (text) => {
      expect(urlsIn(text)).toEqual([
        [1, 'https://one.example/'],
        [2, 'https://two.example/b'],
      ])
    },
  )

  it('never has a space or a line break in a URL', () => {
    const lines = readUrlLines(splitList('https://one.example/a b\nhttps://two.example/\nc\n'))
    expect(lines.map(({ url, problem }) => url ?? problem)).toEqual(['has_space', 'https://two.example/', 'not_url'])
  })

  it.each([
    ['Total', 'not_url'],
    ['https://', 'not_url'],
    ['https://exa mple.com', 'has_space'],
    ['ftp://one.example', 'other_scheme'],
    ['mailto:a@one.example', 'other_scheme'],
    ['https://me:secret@one.example', 'has_credentials'],
    [`https://one.example/${'a'.repeat(2100)}`, 'too_long'],
  ] as const)('%j is no URL: %s', (text, problem) => {
    expect(readUrlLines([text])).toMatchObject([{ line: 1, text, url: null, problem }])
  })

  it('names the first line of a repeated URL, and the URLs without a scheme', () => {
    const lines = ['https://one.example', 'one.example', 'https://one.example/#a', 'https://one.example/b']
    const found = readUrlLines(lines)
    expect(found.map(({ sameAs }) => sameAs)).toEqual([null, 1, 1, null])
    expect(found.map(({ isGuess }) => isGuess)).toEqual([false, true, false, false])
  })

  it('ignores bullets, numbers, brackets, quotes and trailing commas', () => {
    const list = '- https://one.example/a\n2. one.example/b\n<https://one.example/c>\n"https://one.example/d",\n'
    expect(urlsIn(list).map(([, url]) => url)).toEqual(
      ['a', 'b', 'c', 'd'].map((name) => `https://one.example/${name}`),
    )
  })

  it('is read fast, even with 50,000 lines', () => {
    const list = Array.from({ length: 50_000 }, (_, at) => `https://one.example/${at}`).join('\n')
    expect(readUrlLines(splitList(list))).toHaveLength(50_000)
  })
})

describe('a table of URLs', () => {
  it('has them in the column named so, with line numbers of the file', () => {
    const csv =
      '\ufeff"Title","Address","Canonical"\r\n"One, two\nthree","https://one.example/a","https://one.example/"\r\n' +
      '"Says ""hi""","https://one.example/b?x=1,2","https://one.example/"\r\n'
    expect(urlsIn(csv)).toEqual([
      [2, 'https://one.example/a'],
      [4, 'https://one.example/b?x=1,2'],
    ])
  })

  it('has them in the column with the most, if none is named so', () => {
    expect(urlsIn('Status;Where\n200;one.example/a\n404;one.example/b')).toEqual([
      [2, 'https://one.example/a'],
      [3, 'https://one.example/b'],
    ])
  })

  it('has wrong cells that can be corrected', () => {
    expect(readUrlLines(splitList('url,status\nhttps://one.example/a,200\nunknown,404\n'))).toMatchObject([
      { line: 2, url: 'https://one.example/a' },
      { line: 3, url: null, text: 'unknown' },
    ])
  })

  it('can be pasted from a spreadsheet without a heading', () => {
    expect(urlsIn('https://one.example/a\t200\nhttps://one.example/b\t404')).toEqual([
      [1, 'https://one.example/a'],
      [2, 'https://one.example/b'],
    ])
  })

  it('can have one column with a heading', () => {
    expect(urlsIn('URL\nhttps://one.example/a')).toEqual([[2, 'https://one.example/a']])
  })

  it('is not mistaken for URLs with commas', () => {
    expect(urlsIn('https://one.example/?a=1,2\nhttps://one.example/?a=3,4')).toEqual([
      [1, 'https://one.example/?a=1,2'],
      [2, 'https://one.example/?a=3,4'],
    ])
  })
})

it('reads the URLs of a sitemap file', () => {
  const sitemap = '<?xml version="1.0"?><urlset><url><loc> https://one.example/?a=1&amp;b=2 </loc></url></urlset>'
  expect(urlsIn(sitemap)).toEqual([[1, 'https://one.example/?a=1&b=2']])
})

it.each([
  ['https://one.example/sitemap.xml', true],
  ['one.example/sitemap_index.xml.gz', true],
  ['https://one.example/feeds/pages.XML?lang=de', true],
  ['https://one.example/sitemap', false],
  ['https://one.example/?file=sitemap.xml', false],
  ['https://one.xml', false],
])('%s is a sitemap: %s', (text, expected) => {
  expect(isSitemapUrl(text)).toBe(expected)
})
