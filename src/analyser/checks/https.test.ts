import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'

describe('https', () => {
  it('passes an encrypted page', () => {
    expect(checkPage('https', { askedUrl: 'http://example.com/', finalUrl: 'https://example.com/' }).outcome).toBe(
      'pass',
    )
  })

  it('fails a page that ends at http', () => {
    expect(
      checkPage('https', { askedUrl: 'https://example.com/', finalUrl: 'http://example.com/', tls: null }),
    ).toMatchObject({ outcome: 'fail', evidence: [{ url: 'http://example.com/' }] })
  })
})
