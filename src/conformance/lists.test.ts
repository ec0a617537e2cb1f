import { describe, expect, it } from 'vitest'
import { fieldChecks } from './document.ts'
import { isSorted, probeField } from './lists.ts'

describe('a list of values', () => {
  it.each<[string, (string | number | null)[], 'asc' | 'desc', boolean | null]>([
    ['numbers', [1, 2, 3], 'asc', true],
    ['numbers in the other direction', [1, 2, 3], 'desc', false],
    ['with ties and gaps', [9, 9, null, 4, null, 1], 'desc', true],
    ['with fewer than three different values', [1, 1, 2], 'asc', null],
    ['by code point', ['B', 'a', 'b'], 'asc', true],
    ['ignoring case', ['a', 'B', 'c'], 'asc', true],
    ['ignoring the scheme', ['http://b.example', 'https://a.example/x', 'http://a.example'], 'desc', true],
    ['unsorted', ['b', 'a', 'c'], 'asc', false],
  ])('%s: sorted or not', (_, values, direction, expected) => expect(isSorted(values, direction)).toBe(expected))
})

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
