import { describe, expect, it } from 'vitest'
import { isReadable, readServerAddress } from './server-address.ts'

describe("a server's address", () => {
  it.each([
    ['https://seo.example', 'https://seo.example'],
    ['seo.example', 'https://seo.example'],
    [' https://seo.example/ ', 'https://seo.example'],
    ['https://seo.example/api/v1', 'https://seo.example'],
    ['https://seo.example/tools/api/v1/', 'https://seo.example/tools'],
    ['https://seo.example/tools/', 'https://seo.example/tools'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['localhost:3000', 'https://localhost:3000'],
    ['HTTPS://BÜCHER.example', 'https://xn--bcher-kva.example'],
  ])('%s is read as %s', (given, base) => expect(readServerAddress(given)).toBe(base))

  it.each([
    ['', 'is no address'],
    ['two words', 'is no address'],
    ['https://', 'is no address'],
    ['ftp://seo.example', 'must begin with https:// or http://'],
    ['javascript://alert', 'must begin with'],
    ['https://me:secret@seo.example', 'has a name or a password in it'],
    ['https://seo.example/?a=1', 'before its ? or #'],
    ['https://seo.example/#x', 'before its ? or #'],
  ])('%j is refused: %s', (given, words) => expect(() => readServerAddress(given)).toThrow(words))

  it('does not say the password that was in it', () => {
    expect(() => readServerAddress('https://me:s3cret@seo.example')).toThrow(
      expect.not.stringContaining('s3cret') as never,
    )
  })

  it.each([
    ['http://seo.example', true],
    ['http://127.0.0.1.seo.example', true],
    ['https://seo.example', false],
    ['http://127.0.0.1:3000', false],
    ['http://localhost', false],
    ['http://[::1]:80', false],
  ])('%s lets others read along: %s', (base, readable) => expect(isReadable(base)).toBe(readable))
})
