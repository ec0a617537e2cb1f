import { describe, expect, it } from 'vitest'
import type { ResultLine } from './result.ts'
import { checkValues } from './values.ts'

describe('the values of a page', () => {
  const look = (kind: 'reports' | 'websites', rows: unknown[]) => {
    const lines: ResultLine[] = []
    checkValues((part, name, outcome, message) => void lines.push({ part, name, outcome, message }), kind, rows)
    return Object.fromEntries(
      lines.map(({ name, outcome, message }) => [name.split(': ')[1], `${outcome}: ${message}`]),
    )
  }

  it('are described by how they are sent', () => {
    expect(
      look('reports', [
        { id: 1, score: 61.5, url: 'a.example', result: 'Good' },
        { id: '2', score: 'n/a', url: 'https://a.example', result: 61 },
      ]),
    ).toMatchObject({
      id: 'different: Whole numbers (1), numbers as text (1).',
      score: 'different: Numbers with decimals (1), not recognised, such as "n/a" (1).',
      url: 'different: Without a scheme (1), with http or https (1).',
      result: 'different: Words in another case (1), a score instead of a word (1).',
      created_at: 'different: Missing.',
    })
  })

  it('are wrong if they contain passwords', () => {
    expect(look('websites', [{ id: 1, domain: 'a.example', password: 'hunter2' }])['password']).toMatch(/^wrong: /)
    expect(look('websites', [{ id: 1, domain: 'a.example', password: true }])['password']).toBe(
      'different: password shows whether there is one.',
    )
    expect(look('websites', [{ id: 1, domain: 'a.example', reports_avg_score: null }])['reports_avg_score']).toBe(
      'as specified: None.',
    )
  })
})
