import { describe, expect, it } from 'vitest'
import { fold, searchTextOfDomain, searchTextOfUrl } from './search-text.ts'

describe('folding', () => {
  it.each([
    ['SHOP.Example', 'shop.example'],
    ['BÜCHER', 'bücher'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['u\u0308', 'Ü'],
    ['ﬁn', 'FIN'],
  ])('makes %s and %s the same', (a, b) => {
    expect(fold(a)).toBe(fold(b))
  })

  it('keeps different letters apart', () => {
    expect(fold('ı')).not.toBe(fold('i'))
    expect(fold('ü')).not.toBe(fold('u'))
  })

  it('leaves other characters as they are', () => {
    expect(fold(String.raw`%_\'"😀`)).toBe(String.raw`%_\'"😀`)
  })
})

describe('the search text of a URL', () => {
  it('is the URL alone if it needs no decoding', () => {
    expect(searchTextOfUrl('https://Shop.example/A?b=C')).toBe('https://shop.example/a?b=c')
  })

  it('has the URL as stored and decoded', () => {
    expect(searchTextOfUrl('https://xn--bcher-kva.example:8080/%C3%9C?q=a%20b')).toBe(
      'https://xn--bcher-kva.example:8080/%c3%9c?q=a%20b\nhttps://bücher.example:8080/ü?q=a b',
    )
  })

  it('decodes only valid escapes', () => {
    expect(searchTextOfUrl('https://a.example/%C3%BC%FF%00%zz%0A')).toBe(
      'https://a.example/%c3%bc%ff%00%zz%0a\nhttps://a.example/ü%ff%00%zz%0a',
    )
  })
})

it('the search text of a domain has its ASCII and its Unicode name', () => {
  expect(searchTextOfDomain('xn--bcher-kva.example:81')).toBe('xn--bcher-kva.example:81\nbücher.example:81')
  expect(searchTextOfDomain('shop.example')).toBe('shop.example')
})
