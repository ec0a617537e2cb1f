import type { FieldMetric } from '#contract/google/field-data.ts'
import type { RatingTone } from '#web/ui/rating-badge.tsx'

/** Google’s limits: up to the first a value is good, and above the second it is poor. Times are in ms. */
const limits: Record<FieldMetric, readonly [good: number, poor: number]> = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  fcp: [1800, 3000],
  ttfb: [800, 1800],
}

/** Rates a 75th percentile as Google does: decent stands for “needs improvement”. */
export function rateVital(metric: FieldMetric, value: number): RatingTone {
  const [good, poor] = limits[metric]
  return value <= good ? 'good' : value <= poor ? 'decent' : 'bad'
}

/** The value up to which a metric is good. */
export const goodUpTo = (metric: FieldMetric) => limits[metric][0]

/** “2.4 s”, “184 ms”, “0.08” */
export function formatVital(metric: FieldMetric, value: number): string {
  if (metric === 'cls') return value.toFixed(2)
  return metric === 'inp' ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`
}
