import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { texts } from './cookie-flags.ts'

const withCookies = (...cookies: string[]) => checkPage('cookie-flags', { headers: { 'set-cookie': cookies } })

describe('cookie-flags', () => {
  it('is not applicable without cookies', () => {
    expect(checkPage('cookie-flags', {})).toMatchObject({
      outcome: 'not-applicable',
      title: texts.none,
    })
  })

  it.each([
    'sid=1; Secure; HttpOnly; SameSite=Lax',
    'sid=1;secure;httponly;samesite=STRICT',
    'sid=1; Secure; HttpOnly; SameSite=None',
    '__Host-sid=1; Path=/; Secure; HttpOnly; SameSite=Lax',
    '__Secure-sid=1; Domain=example.com; Secure; HttpOnly; SameSite=Lax',
    'XSRF-TOKEN=1; Secure; SameSite=Lax',
  ])('passes %s', (cookie) =>
    expect(withCookies(cookie)).toMatchObject({
      outcome: 'pass',
      value: 0,
      title: texts.onlySecure,
    }),
  )

  it.each([
    ['sid=1', `${texts.noSecure} ${texts.noHttpOnly} ${texts.noSameSite}`],
    ['sid=1; HttpOnly; SameSite=Lax', texts.noSecure],
    ['sid=1; Secure; HttpOnly; SameSite', texts.badSameSite],
    ['sid=1; HttpOnly; SameSite=None', `${texts.noSecure} ${texts.noneNeedsSecure}`],
    ['sid=1; Secure; HttpOnly; SameSite=Lax; SameSite=Off', texts.badSameSite],
    [
      '__Host-sid=1; Path=/a; Domain=example.com; Secure; HttpOnly; SameSite=Lax',
      `${texts.hostNeedsPath} ${texts.hostHasDomain}`,
    ],
    ['__secure-sid=1; HttpOnly; SameSite=Lax', `${texts.noSecure} ${texts.prefixNeedsSecure}`],
    ['sid=secure httponly samesite', `${texts.noSecure} ${texts.noHttpOnly} ${texts.noSameSite}`],
  ])('warns of %s', (cookie, note) =>
    expect(withCookies(cookie)).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: texts.faulty(1, 1),
      evidence: [{ note }],
    }),
  )

  it('shows which cookie it means, never its value', () => {
    const { evidence } = withCookies('sid=31d4d96e407aad42; Path=/')
    expect(evidence[0]?.snippet).toBe('set-cookie: sid=…; Path=/')
  })

  it('counts the faulty among all, and passes over those being deleted', () => {
    const good = 'a=1; Secure; HttpOnly; SameSite=Lax'
    const gone = [
      'b=; Max-Age=0',
      'c=; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      'd=; expires=Mon, 01-Jun-26 00:00:00 GMT',
    ]
    expect(withCookies(good, ...gone, 'e=1', 'f=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT')).toMatchObject({
      value: 2,
      title: texts.faulty(2, 3),
    })
    expect(withCookies(...gone).outcome).toBe('not-applicable')
  })

  it('does not ask Secure of a page over http', () => {
    expect(
      checkPage('cookie-flags', {
        finalUrl: 'http://example.com/',
        tls: null,
        headers: { 'set-cookie': 'a=1; HttpOnly; SameSite=Lax' },
      }).outcome,
    ).toBe('pass')
  })

  it('has an answer to a cookie of 30 KB', () => {
    expect(withCookies(`a=${'x'.repeat(30_000)}; Secure; HttpOnly; SameSite=Lax`).outcome).toBe('pass')
    expect(withCookies(`${'x'.repeat(30_000)}`).outcome).toBe('warn')
    expect(withCookies(`a=1${'; x'.repeat(10_000)}; Secure; HttpOnly; SameSite=Lax`).outcome).toBe('pass')
  })
})
