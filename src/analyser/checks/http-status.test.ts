import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { texts } from './http-status.ts'

describe('http-status', () => {
  it.each([200, 203])('passes %i', (status) => {
    expect(checkPage('http-status', { status })).toMatchObject({
      outcome: 'pass',
      value: status,
      title: texts.success(status),
    })
  })

  it.each([301, 304, 404, 410, 403, 500, 503])('fails %i and names it', (status) => {
    const result = checkPage('http-status', { status, finalUrl: 'https://example.com/gone' })
    expect(result).toMatchObject({ outcome: 'fail', value: status, evidence: [{ url: 'https://example.com/gone' }] })
    expect(result.title).toContain(String(status))
  })
})
