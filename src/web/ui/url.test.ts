import { describe, expect, it } from 'vitest'
import { splitEnd, urlParts } from './url.tsx'

describe('a shortened URL', () => {
  it('has separate scheme, host and path', () => {
    expect(urlParts('https://example.com:8443/a/b?c=d')).toEqual({
      scheme: 'https://',
      host: 'example.com:8443',
      path: '/a/b?c=d',
    })
    expect(urlParts('example.com/page')).toEqual({ scheme: '', host: 'example.com', path: '/page' })
    expect(urlParts('')).toEqual({ scheme: '', host: '', path: '' })
  })

  it('decodes letters and keeps misleading characters encoded', () => {
    expect(urlParts('http://xn--bcher-kva.example/%C3%BC%20b%2Fc').path).toBe('/ü%20b%2Fc')
    expect(urlParts('http://xn--bcher-kva.example/').host).toBe('bücher.example')
    expect(urlParts('http://a.example/%E2%80%AEcod.exe%FF').path).toBe('/%E2%80%AEcod.exe%FF')
  })

  it('is shortened in linear time', () => {
    const host = 'a'.repeat(200_000)
    expect(urlParts(`${host}\nb`)).toEqual({ scheme: '', host, path: '\nb' })
  })

  it('keeps its end, and its parts make up the whole URL', () => {
    for (const path of [
      '/short',
      '/alps/hut-to-hut/seven-days-with-a-guide',
      `/${'x'.repeat(300)}`,
      '/women/socks?page=4&colour=dark-blue&size=large',
    ]) {
      const [middle, end] = splitEnd(path)
      expect(middle + end).toBe(path)
      expect(end.length).toBeGreaterThan(0)
      expect(end.length).toBeLessThanOrEqual(20)
    }
  })
})
