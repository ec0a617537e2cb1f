import { describe, expect, it } from 'vitest'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { evaluate } from '../evaluate.ts'
import type { FieldFacts } from '../page-facts.ts'
import { analysePage } from '../run.ts'
import { texts } from './field-vitals.ts'

const { facts } = analysePage(fetchedPageOf())
const judged = (field: Partial<FieldFacts> | null) =>
  evaluate({
    ...facts,
    beyond: {
      rendered: null,
      field: field && { lcp: null, inp: null, cls: null, ...field },
    },
  }).results['field-vitals']

describe('field-vitals', () => {
  it.each<[Partial<FieldFacts>, string]>([
    [{ lcp: 2500, inp: 200, cls: 0.1 }, 'pass'],
    [{ lcp: 2501, inp: 200, cls: 0.1 }, 'warn'],
    [{ lcp: 2500, inp: 201, cls: 0.1 }, 'warn'],
    [{ lcp: 2500, inp: 200, cls: 0.11 }, 'warn'],
    [{ lcp: 4000, inp: 500, cls: 0.25 }, 'warn'],
    [{ lcp: 4001, inp: 100, cls: 0 }, 'fail'],
    [{ lcp: 100, inp: 501, cls: 0 }, 'fail'],
    [{ lcp: 100, inp: 100, cls: 0.26 }, 'fail'],
    [{ lcp: 1200 }, 'pass'],
    [{}, 'not-applicable'],
  ])('%j: %s', (field, outcome) => {
    expect(judged(field)?.outcome).toBe(outcome)
  })

  it('does not apply where there is no field data', () => {
    expect(judged(null)?.outcome).toBe('not-applicable')
  })

  it('names what is poor', () => {
    expect(judged({ lcp: 5230, inp: 300, cls: 0.05 })).toMatchObject({
      title: texts.poor('LCP 5.2 s'),
      evidence: [{ note: 'LCP 5.2 s' }, { note: 'INP 300 ms' }, { note: 'CLS 0.05' }],
    })
  })
})
