import { describe, expect, it } from 'vitest'
import { hasSeveralUrls, withScheme } from './use-analysis.ts'

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
