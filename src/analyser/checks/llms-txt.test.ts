import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { failedProbe, probe } from '#testing/pages/fetched-page.ts'
import { llmsTxt } from './llms-txt.ts'

const url = 'https://example.com/llms.txt'
const check = (...probes: Parameters<typeof checkPage>[1]['probes'] & object) => checkPage('llms-txt', { probes })
const answer = (status: number, type: string) => probe('llms-txt', url, { status, headers: { 'content-type': type } })

describe('llms-txt', () => {
  it.each(['text/markdown; charset=utf-8', 'text/plain', 'application/octet-stream'])('shows a file of %s', (type) => {
    expect(check(answer(200, type))).toMatchObject({
      outcome: 'info',
      scored: false,
      title: llmsTxt.titlePass,
      evidence: [{ url }],
    })
  })

  it.each([
    [404, 'text/html'],
    [410, 'text/plain'],
    [200, 'text/html; charset=utf-8'],
  ])('does not apply for %i with %s', (status, type) => {
    expect(check(answer(status, type)).outcome).toBe('not-applicable')
  })

  it.each([403, 429, 503])('is unknown for %i', (status) => {
    expect(check(answer(status, 'text/plain')).outcome).toBe('unknown')
  })

  it('is unknown without a response, and in reports without the request', () => {
    expect(check(failedProbe('llms-txt', url, 'robots', 'not-asked')).outcome).toBe('unknown')
    expect(check().outcome).toBe('unknown')
  })
})
