import { describe, expect, it } from 'vitest'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { readCookie, redactCookie } from './headers.ts'
import { readResponse } from './response.ts'

describe('a cookie as it is stored', () => {
  it.each([
    ['sid=31d4d96e407aad42; Path=/; Secure; HttpOnly; SameSite=Lax', 'sid=…; Path=/; Secure; HttpOnly; SameSite=Lax'],
    ['a=b=c; Max-Age=0;Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'a=…; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
    ['token', '…'],
    ['=token; secure', '…; secure'],
    ['', '…'],
    ['名前=値; token=31d4d96e; Path=/', '名前=…; Path=/'],
  ])('of "%s" keeps no value', (header, stored) => {
    expect(redactCookie(header)).toBe(stored)
  })

  it('stays short however long the header is, and keeps what stands after a long value', () => {
    expect(redactCookie(`sid=${'x'.repeat(30_000)}; Secure`)).toBe('sid=…; Secure')
    expect(redactCookie(`${'x'.repeat(30_000)}=1; path=/${'y'.repeat(30_000)}`).length).toBeLessThan(500)
    expect(redactCookie(`a=1${'; path=/b; x'.repeat(3000)}; path=/; Secure`)).toBe('a=…; path=/; Secure')
  })

  it('has no value in the facts of a page either', () => {
    const { headers } = readResponse(fetchedPageOf({ headers: { 'set-cookie': ['sid=31d4d96e; Secure', 'lang=de'] } }))
    expect(headers.filter(([name]) => name === 'set-cookie')).toEqual([
      ['set-cookie', 'sid=…; Secure'],
      ['set-cookie', 'lang=…'],
    ])
  })
})

describe('a cookie read', () => {
  it('knows its attributes in any case, the last of each', () => {
    const { name, attributes } = readCookie(' sid = …; SECURE ; samesite=None; SameSite = Lax ')
    expect([name, attributes.has('secure'), attributes.get('samesite'), attributes.has('httponly')]).toEqual([
      'sid',
      true,
      'Lax',
      false,
    ])
  })
})
