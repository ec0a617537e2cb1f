import { describe, expect, it } from 'vitest'
import { fetchFailures } from '#contract/reports/fetch-failures.ts'
import { failures } from './failures.ts'

const wall = { status: 403, vendor: 'Cloudflare', name: 'cf-mitigated: challenge', userAgent: 'SEO-Reports' }

const all = fetchFailures.map((code) => {
  const entry = failures[code]
  return [
    code,
    typeof entry === 'function' ? entry((code === 'refused' || code === 'bot_wall' ? wall : 2) as never) : entry,
  ] as const
})

describe('the catalogue of failures', () => {
  it('has exactly the codes of the contract, which are snake_case', () => {
    expect(Object.keys(failures).toSorted()).toEqual([...fetchFailures].toSorted())
    for (const code of fetchFailures) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
  })

  it.each(all)('has a sentence and a clause for %s', (code, failure) => {
    expect(failure.code).toBe(code)
    expect(failure.sentence).toMatch(/^([A-Z]|robots\.txt ).*\.$/)
    expect(failure.clause).toMatch(/^[a-z].*[^.]$/)
  })

  it('has a sentence of its own for each code', () => {
    expect(new Set(all.map(([, { sentence }]) => sentence)).size).toBe(fetchFailures.length)
  })
})
