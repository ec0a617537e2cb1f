import { describe, expect, it } from 'vitest'
import { fieldVerdicts, listParameters } from './document.ts'

describe('a field of all rows', () => {
  const compare = (kind: 'reports' | 'websites', field: string, values: unknown[]) => {
    const verdicts = fieldVerdicts(
      kind,
      values.map((value) => ({ [field]: value })),
    )
    return verdicts.find(([name]) => name === field)?.[1].join(': ')
  }

  it.each<[kind: 'reports' | 'websites', field: string, values: unknown[], verdict: string]>([
    ['reports', 'score', [61, 0, 100], 'as specified: As documented.'],
    ['reports', 'score', [61, '61'], 'different: Must be integer in 1 of 2 rows, such as "61".'],
    ['reports', 'score', [101], 'different: Must be <= 100 in 1 of 1 row, such as 101.'],
    ['reports', 'url', ['https://a.example/'], 'as specified: As documented.'],
    ['reports', 'url', ['a.example'], 'different: Must match format "uri" in 1 of 1 row, such as "a.example".'],
    ['reports', 'result', [undefined, undefined], 'different: Missing in 2 of 2 rows.'],
    ['websites', 'privacy', [0, 1, 2], 'as specified: As documented.'],
    ['websites', 'privacy', [], 'unknown: There are no rows.'],
    ['websites', 'reports_avg_score', [null, 61.33], 'as specified: As documented.'],
  ])('%s: %s %j is compared with the OpenAPI document', (kind, field, values, verdict) =>
    expect(compare(kind, field, values)).toBe(verdict),
  )
})

it('the parameters of a list are those of the specification, with their values', () => {
  expect(Object.fromEntries(listParameters('websites'))).toEqual({
    search: [],
    search_by: ['domain'],
    sort_by: ['id', 'domain', 'reports_avg_score', 'reports_count'],
    sort: ['desc', 'asc'],
    per_page: [10, 25, 50, 100],
    page: [],
  })
  expect([...listParameters('reports').keys()]).toEqual([
    'search',
    'search_by',
    'website_id',
    'result',
    'sort_by',
    'sort',
    'per_page',
    'page',
  ])
})
