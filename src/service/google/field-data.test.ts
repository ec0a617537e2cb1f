import { describe, expect, it } from 'vitest'
import { fieldWeeks } from '#contract/google/field-data.ts'
import { CurrentField, currentRequest, FieldOfWeeks, historyRequest } from './field-data.ts'

const period = (month: number, day: number) => ({
  firstDate: { year: 2026, month: month - 1, day },
  lastDate: { year: 2026, month, day },
})
const p75 = (value: unknown) => ({ percentiles: { p75: value }, histogram: [{ start: 0, density: 1 }] })
const series = (...p75s: unknown[]) => ({ percentilesTimeseries: { p75s } })

describe('requests', () => {
  it('ask for one kind of visitors', () => {
    expect(currentRequest({ url: 'https://example.com/a' }, 'phone')).toEqual({
      url: 'https://example.com/a',
      formFactor: 'PHONE',
    })
    expect(historyRequest({ origin: 'https://example.com' }, 'desktop')).toEqual({
      origin: 'https://example.com',
      formFactor: 'DESKTOP',
      collectionPeriodCount: fieldWeeks,
    })
  })
})

describe('CurrentField', () => {
  it('reads the 75th percentiles, of which the shift is a text', () => {
    const metrics = {
      largest_contentful_paint: p75(2_481.6),
      interaction_to_next_paint: p75(180),
      cumulative_layout_shift: p75('0.07'),
      first_contentful_paint: p75(1_700),
      experimental_time_to_first_byte: p75(600),
      form_factors: { fractions: { phone: 1 } },
    }
    expect(CurrentField.parse({ record: { key: {}, metrics, collectionPeriod: period(11, 8) } })).toEqual({
      first_day: '2026-10-08',
      last_day: '2026-11-08',
      lcp: 2_482,
      inp: 180,
      cls: 0.07,
      fcp: 1_700,
      ttfb: 600,
    })
  })

  it('knows nothing of a metric that is missing, and reads the older name of another', () => {
    const metrics = { experimental_interaction_to_next_paint: p75(250), cumulative_layout_shift: p75('n/a') }
    expect(CurrentField.parse({ record: { metrics, collectionPeriod: period(11, 8) } })).toMatchObject({
      lcp: null,
      inp: 250,
      cls: null,
    })
  })

  it.each([{}, { record: { metrics: {} } }, '<html>', null])('refuses %j', (answer) => {
    expect(() => CurrentField.parse(answer)).toThrow()
  })
})

describe('FieldOfWeeks', () => {
  it('reads each week, with null where Google has too few visits', () => {
    const metrics = {
      largest_contentful_paint: series(3_000, null),
      cumulative_layout_shift: series('0.10', 'NaN'),
    }
    expect(FieldOfWeeks.parse({ record: { metrics, collectionPeriods: [period(10, 3), period(10, 10)] } })).toEqual([
      { first_day: '2026-09-03', last_day: '2026-10-03', lcp: 3_000, inp: null, cls: 0.1, fcp: null, ttfb: null },
      { first_day: '2026-09-10', last_day: '2026-10-10', lcp: null, inp: null, cls: null, fcp: null, ttfb: null },
    ])
  })

  it('keeps the newest weeks, the oldest of them first', () => {
    const periods = Array.from({ length: 28 }, (_, at) => period(2, at + 1)).toReversed()
    const read = FieldOfWeeks.parse({ record: { metrics: {}, collectionPeriods: periods } })
    expect(read.map(({ last_day }) => last_day).at(0)).toBe('2026-02-04')
    expect(read).toHaveLength(fieldWeeks)
  })
})
