import { describe, expect, it } from 'vitest'
import type { Line } from './line.ts'
import { isOrdered } from './order.ts'
import { exitCodeOf, printed } from './print.ts'
import { createUndo } from './undo.ts'
import { lookAtValues } from './values.ts'

describe('an order', () => {
  it.each<[string, (string | number | null)[], 'asc' | 'desc', boolean | null]>([
    ['numbers', [1, 2, 3], 'asc', true],
    ['numbers the other way', [1, 2, 3], 'desc', false],
    ['with ties and gaps', [9, 9, null, 4, null, 1], 'desc', true],
    ['too few to tell', [1, 1, 2], 'asc', null],
    ['by code point', ['B', 'a', 'b'], 'asc', true],
    ['whatever the case', ['a', 'B', 'c'], 'asc', true],
    ['whatever the scheme', ['http://b.example', 'https://a.example/x', 'http://a.example'], 'desc', true],
    ['none at all', ['b', 'a', 'c'], 'asc', false],
  ])('of %s is told', (_, values, direction, expected) => expect(isOrdered(values, direction)).toBe(expected))
})

describe('the values of a page', () => {
  const look = (kind: 'reports' | 'websites', rows: unknown[]) => {
    const lines: Line[] = []
    lookAtValues((part, name, verdict, says) => void lines.push({ part, name, verdict, says }), kind, rows)
    return Object.fromEntries(lines.map(({ name, verdict, says }) => [name.split(': ')[1], `${verdict}: ${says}`]))
  }

  it('are told by the ways in which they come', () => {
    expect(
      look('reports', [
        { id: 1, score: 61.5, url: 'a.example', result: 'Good' },
        { id: '2', score: 'n/a', url: 'https://a.example', result: 61 },
      ]),
    ).toMatchObject({
      id: 'otherwise: Whole numbers (1), numbers as text (1).',
      score: 'otherwise: Numbers with decimals (1), not understood, such as "n/a" (1).',
      url: 'otherwise: Without a scheme (1), with http or https (1).',
      result: 'otherwise: The words in another case (1), a score instead of a word (1).',
      created_at: 'otherwise: Absent.',
    })
  })

  it('hold against a server that it sends passwords', () => {
    expect(look('websites', [{ id: 1, domain: 'a.example', password: 'hunter2' }])['password']).toMatch(/^wrong: /)
    expect(look('websites', [{ id: 1, domain: 'a.example', password: true }])['password']).toBe(
      'otherwise: password says whether there is one.',
    )
    expect(look('websites', [{ id: 1, domain: 'a.example', reports_avg_score: null }])['reports_avg_score']).toBe(
      'as specified: None.',
    )
  })
})

describe('what is printed', () => {
  const line = (verdict: Line['verdict'], says: string): Line => ({
    part: 'Operations',
    name: 'GET reports',
    verdict,
    says,
  })
  const result = (lines: Line[], more = {}) => ({
    server: 'https://seo.example',
    stopped: null,
    lines,
    offers: [],
    left: [],
    ...more,
  })

  it('never shows the key, nor what would steer a terminal', () => {
    const given = result([line('wrong', 'Refused k3y-abc \u001b[31mred\u202e')])
    for (const json of [false, true]) {
      const text = printed(given, { key: 'k3y-abc', json })
      expect(text).toContain('Refused [the key]')
      // oxlint-disable-next-line no-control-regex
      expect(text).not.toMatch(/k3y-abc|\u001b|\u202e|u001b/)
    }
  })

  it.each([
    [0, result([line('otherwise', 'x')])],
    [1, result([line('wrong', 'x')])],
    [1, result([], { left: ['report 1'] })],
    [2, result([], { stopped: 'No server.' })],
  ])('ends with %i', (code, given) => expect(exitCodeOf(given)).toBe(code))

  it('ends in a sentence', () => {
    expect(printed(result([line('as specified', 'x')]), { key: 'k', json: false })).toMatch(
      /The dashboard works with this server\.\n$/,
    )
    expect(printed(result([line('wrong', 'Absent.')]), { key: 'k', json: false })).toMatch(
      /One thing is missing or wrong:\n {2}GET reports: Absent\.\n$/,
    )
    expect(JSON.parse(printed(result([]), { key: 'k', json: true }))).toMatchObject({
      exit: 0,
      server: 'https://seo.example',
    })
  })
})

describe('taking back', () => {
  it('goes from the last to the first, tries each once, and tells what stayed', async () => {
    const tried: string[] = []
    const undo = createUndo()
    for (const [name, works] of [
      ['one', true],
      ['two', false],
      ['three', true],
      ['four', true],
    ] as const) {
      undo.add(name, async () => {
        tried.push(name)
        if (name === 'two') throw new Error('gone')
        return works
      })
    }
    undo.forget('three')
    expect(await undo.all()).toEqual(['two'])
    expect(tried).toEqual(['four', 'two', 'one'])
    expect(await undo.all()).toEqual([])
  })
})
