import { describe, expect, it } from 'vitest'
import type { FieldMetric } from '#contract/google/field-data.ts'
import { formatVital, rateVital } from './vitals.ts'

describe('a field metric', () => {
  it.each<[FieldMetric, good: number, decent: number, bad: number]>([
    ['lcp', 2500, 4000, 4001],
    ['inp', 200, 500, 501],
    ['cls', 0.1, 0.25, 0.26],
    ['fcp', 1800, 3000, 3001],
    ['ttfb', 800, 1800, 1801],
  ])('%s is rated with the limits of Google', (metric, good, decent, bad) => {
    expect([good, good * 1.01, decent, bad].map((value) => rateVital(metric, value))).toEqual([
      'good',
      'decent',
      'decent',
      'bad',
    ])
  })

  it('is written with its unit', () => {
    expect(formatVital('lcp', 2449)).toBe('2.4 s')
    expect(formatVital('inp', 184)).toBe('184 ms')
    expect(formatVital('cls', 0.084)).toBe('0.08')
  })
})
