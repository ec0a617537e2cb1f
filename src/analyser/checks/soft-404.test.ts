import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { failedProbe, probe } from '#testing/pages/fetched-page.ts'
import { texts } from './soft-404.ts'

const url = 'https://example.com/0123456789abcdef-not-here'
const check = (answer: Parameters<typeof probe>[2]) =>
  checkPage('soft-404', { probes: [probe('soft-404', url, answer)] })
const redirects = [{ url, status: 302, location: '/' }]

describe('soft-404', () => {
  it.each([404, 410])('passes %i, after a redirect too', (status) => {
    expect(check({ status })).toMatchObject({
      outcome: 'pass',
      value: status,
      evidence: [{ url, note: `Returned ${status}` }],
    })
    expect(check({ status, redirects, finalUrl: 'https://example.com/404' }).outcome).toBe('pass')
  })

  it.each([
    'https://example.com/',
    'https://www.example.com/?from=404',
    'https://example.com/en/',
    'https://example.com/de-at',
  ])('warns of a redirect to %s', (finalUrl) => {
    expect(check({ redirects, finalUrl })).toMatchObject({
      outcome: 'warn',
      title: texts.homePage,
    })
  })

  it('fails success, at once or after a redirect elsewhere', () => {
    expect(check({})).toMatchObject({ outcome: 'fail', value: 200, evidence: [{ url, note: 'Returned 200' }] })
    expect(check({ redirects, finalUrl: 'https://example.com/not-found' })).toMatchObject({
      outcome: 'fail',
      evidence: [{ note: 'Redirects to https://example.com/not-found, which returned 200' }],
    })
  })

  it.each([301, 400, 401, 403, 429, 500, 503])('says nothing by status %i', (status) => {
    expect(check({ status })).toMatchObject({ outcome: 'unknown', value: status, points_lost: 0 })
  })

  it('says nothing without a response', () => {
    const result = checkPage('soft-404', { probes: [failedProbe('soft-404', url, 'time_up', 'not-asked')] })
    expect(result).toMatchObject({ outcome: 'unknown', reason: expect.stringContaining(`${url}: time_up`) })
    expect(checkPage('soft-404', {}).outcome).toBe('unknown')
  })
})
