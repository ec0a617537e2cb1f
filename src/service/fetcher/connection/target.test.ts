import { describe, expect, it } from 'vitest'
import { refusalOf } from '#testing/servers/page-fetcher.ts'
import { readTarget } from './target.ts'

const sentenceFor = (url: string, ...allowed: string[]) =>
  refusalOf(Promise.resolve().then(() => readTarget(new URL(url), new Set(allowed))))

describe('a request target', () => {
  it.each([
    'http://localhost/',
    'http://LOCALHOST./',
    'http://shop.localhost/',
    'http://intranet/',
    'http://printer.local/',
    'http://db.internal/',
    'http://metadata.google.internal/',
    'http://metadata/',
    'http://metadata.goog/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://169.254.169.254/latest/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[fe80::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://127.0.0.1:6379/',
    'http://localhost:3000/',
    'http://127.0.0.1./',
    'http://①②⑦.⓪.⓪.①/',
  ])('must not be %s, with the same sentence as an unresponsive host', async (url) => {
    expect(await sentenceFor(url)).toBe('unreachable')
  })

  it.each(['http://example.com:8080/', 'https://example.com:80/', 'http://93.184.215.14:22/'])(
    'must not have another port: %s',
    async (url) => {
      expect(await sentenceFor(url)).toBe('other_port')
    },
  )

  it.each([
    [`http://${'a'.repeat(64)}.com/`, 'dns'],
    ['http://a..example.com/', 'dns'],
    ['http://example.com../', 'dns'],
    ['http://shop.invalid/', 'unreachable'],
    [`http://${'a'.repeat(64)}.corp/`, 'unreachable'],
  ])('must not be an impossible host name: %s', async (url, code) => {
    expect(await sentenceFor(url)).toBe(code)
  })

  it('may be any host in the allow list with exactly its port', async () => {
    expect(readTarget(new URL('http://127.0.0.1:8080/'), new Set(['127.0.0.1:8080'])).allowed).toBe(true)
    expect(readTarget(new URL('http://[::1]:8080/'), new Set(['[::1]:8080'])).allowed).toBe(true)
    expect(readTarget(new URL('https://intranet/'), new Set(['intranet:443'])).allowed).toBe(true)
    expect(await sentenceFor('http://127.0.0.1:8081/', '127.0.0.1:8080')).toBe('unreachable')
    expect(await sentenceFor('http://sub.intranet.local/', 'intranet.local:80')).toBe('unreachable')
  })

  it('has no trailing dot in its host', () => {
    expect(readTarget(new URL('https://example.com./a'), new Set())).toMatchObject({
      host: 'example.com',
      port: 443,
      secure: true,
      literal: false,
      allowed: false,
    })
  })

  it('must not have another scheme or credentials', async () => {
    expect(await sentenceFor('ftp://example.com/')).toBe('missing_scheme')
    expect(await sentenceFor('http://a:b@example.com/')).toBe('has_credentials')
  })
})
