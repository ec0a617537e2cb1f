import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { fetchedPageOf, failedProbe, probe } from '#testing/pages/fetched-page.ts'
import { texts } from './tls-version.ts'

const origin = 'https://example.com/'
const agreedOn = (tlsVersion: string | null) =>
  checkPage('tls-version', { finalUrl: origin, probes: [probe('old-tls', origin, { tlsVersion })] })
const servedWith = (protocol: string) =>
  checkPage('tls-version', {
    finalUrl: origin,
    tls: { ...(fetchedPageOf().tls as NonNullable<ReturnType<typeof fetchedPageOf>['tls']>), protocol },
  })

describe('tls-version', () => {
  it('passes a server that refuses the old ones', () => {
    expect(agreedOn(null)).toMatchObject({
      outcome: 'pass',
      value: 'TLSv1.3',
      evidence: [{ note: 'The page was served with TLS 1.3; TLS 1.1 and older were rejected.' }],
    })
  })

  it.each([
    ['TLSv1', 'TLS 1.0'],
    ['TLSv1.1', 'TLS 1.1'],
    ['SSLv3', 'SSL 3'],
  ])('fails a server that accepts %s', (version, name) => {
    expect(agreedOn(version)).toMatchObject({
      outcome: 'fail',
      value: version,
      title: texts.oldAccepted(name),
    })
  })

  it('fails a page that was served with an old one, whatever else is known', () => {
    expect(servedWith('TLSv1.1')).toMatchObject({ outcome: 'fail', title: texts.servedWith('TLS 1.1') })
  })

  it('does not know without a response', () => {
    expect(
      checkPage('tls-version', { finalUrl: origin, probes: [failedProbe('old-tls', origin, 'unreachable')] }),
    ).toMatchObject({ outcome: 'unknown', reason: 'https://example.com/ didn’t respond: unreachable.' })
    expect(servedWith('TLSv1.2').outcome).toBe('unknown')
  })

  it('is not applicable over http', () => {
    expect(checkPage('tls-version', { finalUrl: 'http://example.com/', tls: null }).outcome).toBe('not-applicable')
  })
})
