import { describe, expect, it } from 'vitest'
import { fieldChecks } from './document.ts'
import { probeField } from './lists.ts'

describe('a field of all rows', () => {
  const compare = (kind: 'reports' | 'websites', field: string, values: unknown[]) => {
    const [, differenceOf] = fieldChecks(kind).find(([name]) => name === field)!
    return probeField(
      field,
      differenceOf,
      values.map((value) => ({ [field]: value })),
    ).join(': ')
  }

  it.each<[kind: 'reports' | 'websites', field: string, values: unknown[], verdict: string]>([
    ['reports', 'score', [61, 0, 100], 'as specified: As documented.'],
    ['reports', 'score', [61, '61'], 'different: Must be integer in 1 of 2 rows, such as "61".'],
    ['reports', 'score', [101], 'different: Must be <= 100 in 1 of 1 row, such as 101.'],
    ['reports', 'url', ['https://a.example/'], 'as specified: As documented.'],
    ['reports', 'url', ['a.example'], 'different: Must match format "uri" in 1 of 1 row, such as "a.example".'],
    ['reports', 'result', [undefined, undefined], 'different: Missing in 2 of 2 rows.'],
    ['websites', 'privacy', [0, 1, 2], 'as specified: As documented.'],
    ['websites', 'reports_avg_score', [null, 61.33], 'as specified: As documented.'],
  ])('%s: %s %j is compared with the OpenAPI document', (kind, field, values, verdict) =>
    expect(compare(kind, field, values)).toBe(verdict),
  )
})
