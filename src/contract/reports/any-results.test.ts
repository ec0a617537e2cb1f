import { describe, expect, it } from 'vitest'
import { readResults } from './any-results.ts'

/** Each check as "group › name: outcome, importance", each value as "group › name = JSON". */
function summaryOf(results: unknown): string[] {
  const { checks, values } = readResults(results)
  const at = (group: string[], name: string) => [...group, name].join(' › ')
  return [
    ...checks.map(({ group, name, outcome, importance }) =>
      [at(group, name) + `: ${outcome}`, importance].filter(Boolean).join(', '),
    ),
    ...values.map(({ group, name, value }) => `${at(group, name)} = ${JSON.stringify(value)}`),
  ]
}

const passes = { passed: true, importance: 'high' }

describe('results of any shape', () => {
  it.each([
    [
      'a map of checks',
      { title: passes, is_encrypted: { passed: false } },
      ['title: pass, high', 'is_encrypted: fail'],
    ],
    [
      'a list of checks',
      [
        { name: 'title', ...passes },
        { id: 7, passed: false },
      ],
      ['title: pass, high', '7: fail'],
    ],
    ['a list without names', [passes], [`results = ${JSON.stringify([passes])}`]],
    [
      'groups',
      { seo: { title: passes }, speed: { load: { deep: { passed: 0 } } } },
      ['seo › title: pass, high', 'speed › load › deep: fail'],
    ],
    [
      'lists in groups',
      { groups: [{ name: 'SEO', score: 80, checks: [{ name: 'title', ...passes }] }] },
      ['SEO › title: pass, high', 'SEO › score = 80'],
    ],
    ['a check with a key and a name', { t1: { ...passes, name: 'Title tag' } }, ['Title tag: pass, high']],
    ['checks in a wrapper', { checks: { title: passes } }, ['title: pass, high']],
    ['a group named by the check', { title: { ...passes, group: 'On page' } }, ['On page › title: pass, high']],
    ['JSON text', JSON.stringify({ title: passes }), ['title: pass, high']],
    ['checks as JSON text', { title: JSON.stringify(passes) }, ['title: pass, high']],
    ['broken JSON text', '{"title":', ['results = "{\\"title\\":"']],
    [
      'plain values',
      { load_time: 1.2, title: 'Home', none: null },
      ['load_time = 1.2', 'title = "Home"', 'none = null'],
    ],
    ['values beside checks', { title: passes, size: { value: 3 } }, ['title: pass, high', 'size = 3']],
    [
      'values in lists',
      { keywords: ['a', 'b'], links: [{ url: 'x', status: 'failed' }] },
      ['keywords = ["a","b"]', 'links = [{"url":"x","status":"failed"}]'],
    ],
    ['a number', 3, ['results = 3']],
    ['null', null, []],
    ['nothing', undefined, []],
    ['an empty list', [], []],
    ['an empty map', {}, []],
    ['an empty text', '', []],
  ])('%s', (_, sent, expected) => expect(summaryOf(sent)).toEqual(expected))
})

describe('an outcome', () => {
  it.each([
    [{ passed: true }, 'pass'],
    [{ passed: 1 }, 'pass'],
    [{ passed: '1' }, 'pass'],
    [{ passed: 'true' }, 'pass'],
    [{ passed: 'Yes' }, 'pass'],
    [{ passed: false }, 'fail'],
    [{ passed: '0' }, 'fail'],
    [{ outcome: 'warn', passed: false }, 'warn'],
    [{ outcome: 'error' }, 'error'],
    [{ outcome: 'other', passed: true }, 'pass'],
    [{ status: 'WARNING' }, 'warn'],
    [{ status: 'error' }, 'fail'],
    [{ result: 'n/a' }, 'not-applicable'],
  ])('%j is %s', (fields, outcome) =>
    expect(readResults({ a: fields }).checks.map((check) => check.outcome)).toEqual([outcome]),
  )

  it.each([
    [{ importance: 'high', value: 3 }],
    [{ passed: null }],
    [{ passed: 30, failed: 2 }],
    [{ status: 200 }],
    [{ status: 'constructor' }],
    [{ value: true, other: 1 }],
  ])('%j has none and is read as a value', (fields) => {
    expect(readResults({ a: fields })).toMatchObject({ checks: [], values: [{ id: 'a', value: fields }] })
  })

  it('of a group is ignored when the group contains checks', () => {
    expect(summaryOf({ seo: { passed: 1, failed: 0, checks: { title: passes } } })).toEqual([
      'seo › title: pass, high',
      'seo › passed = 1',
      'seo › failed = 0',
    ])
  })
})

describe('importance', () => {
  it.each([
    ['high', 'high', null],
    ['HIGH', 'high', null],
    ['Critical', 'high', 'Critical'],
    ['moderate', 'medium', 'moderate'],
    ['blocker', null, 'blocker'],
    [3, null, '3'],
    [null, null, null],
    ['', null, null],
    [['high'], null, null],
  ])('%j is read as %s and kept as %s', (importance, read, sent) => {
    expect(readResults({ a: { passed: true, importance } }).checks[0]).toMatchObject({
      importance: read,
      importance_sent: sent,
    })
  })

  it('can be called severity or priority', () => {
    expect(readResults({ a: { passed: true, severity: 'low' } }).checks[0]).toMatchObject({
      importance: 'low',
      other: {},
    })
  })
})

describe('a check', () => {
  const read = (fields: object) => readResults({ a: { passed: false, ...fields } }).checks[0]

  it.each(['too long', ['too long'], { too_long: 60 }, null, 0])('keeps the errors %j unchanged', (errors) => {
    expect(read({ errors })?.errors).toEqual(errors)
  })

  it('keeps unknown fields in `other` and leaves missing ones empty', () => {
    expect(read({ hint: 'Shorten it', category: 'On page', score: 0.4 })).toEqual({
      id: 'a',
      name: 'a',
      group: ['On page'],
      category: null,
      outcome: 'fail',
      title: null,
      importance: null,
      importance_sent: null,
      evidence_grade: null,
      scored: null,
      value: undefined,
      points_lost: 0,
      superseded_by: null,
      reason: null,
      evidence: [],
      evidence_total: null,
      errors: undefined,
      other: { hint: 'Shorten it', score: 0.4 },
    })
  })

  it('is read from our own service', () => {
    const own = {
      outcome: 'warn',
      passed: false,
      title: 'Too long',
      category: 'content',
      importance: 'medium',
      evidence_grade: 'required',
      scored: true,
      value: 71,
      points_lost: 2,
      reason: 'It is long',
      evidence: [{ snippet: '<title>' }],
    }
    expect(read(own)).toMatchObject({
      id: 'a',
      category: 'content',
      title: 'Too long',
      points_lost: 2,
      evidence: [{ snippet: '<title>' }],
      other: {},
    })
  })

  it('keeps evidence of another shape in `other`', () => {
    expect(read({ evidence: 'see line 3' })).toMatchObject({ evidence: [], other: { evidence: 'see line 3' } })
  })
})

describe('hostile results', () => {
  it('get a unique id for every check', () => {
    const same = Array.from({ length: 3000 }, () => ({ name: 'title', passed: true }))
    const ids = readResults([...same, { name: 'title-2', passed: true }]).checks.map(({ id }) => id)
    expect(new Set(ids).size).toBe(3001)
    expect(ids.slice(0, 3)).toEqual(['title', 'title-2', 'title-3'])
  })

  it('can have very long keys and names that every object inherits', () => {
    const sent = JSON.parse(
      `{"__proto__":{"passed":true},"constructor":{"passed":"__proto__"},"${'k'.repeat(10_000)}":{"passed":false}}`,
    ) as unknown
    const { checks, values } = readResults(sent)
    expect(checks.map(({ id, outcome }) => [id.length, outcome])).toEqual([
      [9, 'pass'],
      [100, 'fail'],
    ])
    expect(values.map(({ name }) => name)).toEqual(['constructor'])
    expect(({} as { passed?: unknown }).passed).toBeUndefined()
  })

  it('are a value when nested a hundred levels deep', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100)}{"passed":true}${'}'.repeat(100)}`) as unknown
    expect(readResults(deep)).toMatchObject({ checks: [], values: [{ id: 'a' }] })
  })
})
