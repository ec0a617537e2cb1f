import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { texts } from './version-leak.ts'

const withHeaders = (headers: Record<string, string | string[]>) => checkPage('version-leak', { headers })

describe('version-leak', () => {
  it.each([
    ['server', 'Apache/2.4.41 (Ubuntu)'],
    ['server', 'nginx/1'],
    ['server', 'Apache PHP/8.1.2'],
    ['server', 'Microsoft-IIS/10.0'],
    ['server', 'Phusion Passenger 6.0.18'],
    ['x-powered-by', 'PHP/7.4.3'],
    ['x-powered-by', 'Next.js 13'],
    ['x-aspnet-version', '4.0.30319'],
    ['x-generator', 'Drupal 10 (https://www.drupal.org)'],
  ])('warns of %s: %s', (name, value) => {
    expect(withHeaders({ [name]: value })).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: texts.leaks(1),
      evidence: [{ snippet: `${name}: ${value}` }],
    })
  })

  it.each([
    ['server', 'nginx'],
    ['server', 'cloudflare'],
    ['server', 'ECS (dcb/7F83)'],
    ['server', 'mw1392.eqiad.example'],
    ['server', 'Apache/Coyote'],
    ['server', ''],
    ['x-powered-by', 'Express'],
    ['x-powered-by', 'ASP.NET'],
    ['x-powered-by', 'W3 Total Cache'],
    ['via', '1.1 varnish'],
    ['x-frame-options', 'PHP/8'],
  ])('passes %s: %s', (name, value) =>
    expect(withHeaders({ [name]: value })).toMatchObject({ outcome: 'pass', value: 0 }),
  )

  it('counts every header, a repeated one too', () => {
    expect(withHeaders({ server: ['nginx/1.25', 'Apache/2.4'], 'x-powered-by': 'PHP/8.2' })).toMatchObject({
      value: 3,
      title: texts.leaks(3),
    })
  })

  it('has an answer to a header of 30 KB', () => {
    expect(withHeaders({ server: '/1b'.repeat(10_000) }).outcome).toBe('pass')
    expect(withHeaders({ server: `nginx/1.2 ${'x'.repeat(30_000)}` }).outcome).toBe('warn')
  })
})
