import { describe, expect, it } from 'vitest'
import { exitCodeOf, formatResult, type ResultLine } from './result.ts'

describe('the formatted result', () => {
  const line = (outcome: ResultLine['outcome'], message: string): ResultLine => ({
    part: 'Operations',
    name: 'GET reports',
    outcome,
    message,
  })
  const result = (lines: ResultLine[], more = {}) => ({
    server: 'https://seo.example',
    stopped: null,
    lines,
    left: [],
    ...more,
  })

  it('contains neither the key nor control characters', () => {
    const given = result([line('wrong', 'Refused k3y-abc \u001b[31mred\u202e')])
    for (const json of [false, true]) {
      const text = formatResult(given, { key: 'k3y-abc', json })
      expect(text).toContain('Refused [the key]')
      // oxlint-disable-next-line no-control-regex
      expect(text).not.toMatch(/k3y-abc|\u001b|\u202e|u001b/)
    }
  })

  it.each([
    [0, result([line('different', 'x')])],
    [1, result([line('wrong', 'x')])],
    [1, result([], { left: ['report 1'] })],
    [2, result([], { stopped: 'No server.' })],
  ])('has the exit code %i', (code, given) => expect(exitCodeOf(given)).toBe(code))

  it('ends with a summary', () => {
    expect(formatResult(result([line('as specified', 'x')]), { key: 'k', json: false })).toMatch(
      /The dashboard works with this server\.\n$/,
    )
    expect(formatResult(result([line('wrong', 'Absent.')]), { key: 'k', json: false })).toMatch(
      /1 thing is missing or wrong:\n {2}GET reports: Absent\.\n$/,
    )
    expect(JSON.parse(formatResult(result([]), { key: 'k', json: true }))).toMatchObject({
      exit: 0,
      server: 'https://seo.example',
    })
  })
})
