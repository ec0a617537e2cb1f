import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { texts } from './ttfb.ts'

const after = (ttfb: number, rest: { dns?: number | null; connect?: number | null; tls?: number | null } = {}) =>
  checkPage('ttfb', { timings: { dns: null, connect: null, tls: null, ttfb, download: 5000, total: 9000, ...rest } })

describe('ttfb', () => {
  it.each([
    [0, 'pass'],
    [800, 'pass'],
    [800.4, 'pass'],
    [801, 'warn'],
    [1800, 'warn'],
    [1801, 'fail'],
  ])('after %d ms: %s', (ms, outcome) => {
    expect(after(ms)).toMatchObject({
      outcome,
      value: Math.round(ms),
      title: texts.after(Math.round(ms).toLocaleString('en')),
    })
  })

  it('counts from looking up the name', () => {
    expect(after(700, { dns: 50, connect: 30, tls: 21 })).toMatchObject({ outcome: 'warn', value: 801 })
  })

  it('weighs low', () => {
    expect(after(1).importance).toBe('low')
  })
})
