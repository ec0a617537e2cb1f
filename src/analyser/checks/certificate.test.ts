import { describe, expect, it } from 'vitest'
import type { Tls } from '#analyser/fetched-page.ts'
import { checkPage } from '#testing/pages/check-page.ts'
import { texts, problems } from './certificate.ts'

/** Valid for a year, and received on 2 June 2026 at ten. */
const good: Tls = {
  protocol: 'TLSv1.3',
  trusted: true,
  problem: null,
  subject: 'example.com',
  issuer: 'Test CA',
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2027-01-01T00:00:00.000Z',
}
const withTls = (tls: Partial<Tls>, date?: string | null) =>
  checkPage('certificate', { tls: { ...good, ...tls }, ...(date === undefined ? {} : { headers: { date } }) })
const bad = (problem: string | null, tls: Partial<Tls> = {}) => withTls({ trusted: false, problem, ...tls })

describe('certificate', () => {
  it('passes one with time left, and counts the days', () => {
    expect(withTls({})).toMatchObject({
      outcome: 'pass',
      value: 212,
      title: texts.validFor('212 more days'),
      evidence: [
        { url: 'https://example.com', note: 'Issued for example.com by Test CA, valid from 2026-01-01 to 2027-01-01.' },
      ],
    })
  })

  it.each([
    ['2026-07-02T09:59:00.000Z', 29, texts.expires('in 29 days, on 2026-07-02')],
    ['2026-06-03T11:00:00.000Z', 1, texts.expires('in 1 day, on 2026-06-03')],
    ['2026-06-02T23:00:00.000Z', 0, texts.expires('in less than a day, on 2026-06-02')],
  ])('warns of one that runs out at %s', (validTo, value, title) => {
    expect(withTls({ validTo })).toMatchObject({ outcome: 'warn', value, title })
  })

  it('passes thirty days exactly, and a short-lived certificate with a third of its life left', () => {
    expect(withTls({ validTo: '2026-07-02T10:00:00.000Z' }).outcome).toBe('pass')
    expect(withTls({ validFrom: '2026-05-30T10:00:00.000Z', validTo: '2026-06-05T10:00:00.000Z' })).toMatchObject({
      outcome: 'pass',
      value: 3,
    })
    expect(withTls({ validFrom: '2026-05-28T10:00:00.000Z', validTo: '2026-06-03T10:00:00.000Z' })).toMatchObject({
      outcome: 'warn',
      value: 1,
    })
  })

  it.each([
    [
      'expired',
      bad('CERT_HAS_EXPIRED', { validTo: '2026-05-20T10:00:00.000Z' }),
      texts.expired('2026-05-20', '13 days'),
      -13,
    ],
    [
      'expired today',
      bad('CERT_HAS_EXPIRED', { validTo: '2026-06-02T09:00:00.000Z' }),
      texts.expired('2026-06-02', 'less than a day'),
      -1,
    ],
    ['good under an expired one', bad('CERT_HAS_EXPIRED'), problems['CERT_HAS_EXPIRED'], 212],
    [
      'not yet valid',
      bad('CERT_NOT_YET_VALID', { validFrom: '2026-06-03T00:00:00.000Z' }),
      texts.notBefore('2026-06-03'),
      212,
    ],
    ['self-signed', bad('DEPTH_ZERO_SELF_SIGNED_CERT'), problems['DEPTH_ZERO_SELF_SIGNED_CERT'], 212],
    ['of another name', bad('ERR_TLS_CERT_ALTNAME_INVALID'), problems['ERR_TLS_CERT_ALTNAME_INVALID'], 212],
    ['without its chain', bad('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), problems['UNABLE_TO_VERIFY_LEAF_SIGNATURE'], 212],
    ['of an unknown issuer', bad('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), problems['UNABLE_TO_GET_ISSUER_CERT'], 212],
    ['wrong in another way', bad('EE_KEY_TOO_SMALL'), texts.untrustedFor('EE_KEY_TOO_SMALL'), 212],
    ['wrong in no known way', bad(null, { validTo: null }), texts.untrusted, null],
    ['wrong with a name of objects', bad('constructor'), texts.untrustedFor('constructor'), 212],
  ])('fails one that is %s', (_case, result, title, value) => {
    expect(result).toMatchObject({ outcome: 'fail', title, value })
  })

  it.each([[null], ['nonsense'], ['Thu, 01 Jan 1970 00:00:00 GMT'], ['Tue, 02 Jun 2060 10:00:00 GMT']])(
    'passes a trusted one without counting days where the server says it is %s',
    (date) => {
      expect(withTls({}, date)).toMatchObject({
        outcome: 'pass',
        value: null,
        title: texts.validUntil('2027-01-01'),
      })
    },
  )

  it('fails an untrusted one without a clock too', () => {
    expect(
      checkPage('certificate', {
        tls: { ...good, trusted: false, problem: 'CERT_HAS_EXPIRED' },
        headers: { date: null },
      }),
    ).toMatchObject({ outcome: 'fail', value: null })
  })

  it('is not applicable over http', () => {
    expect(checkPage('certificate', { finalUrl: 'http://example.com/', tls: null }).outcome).toBe('not-applicable')
  })
})
