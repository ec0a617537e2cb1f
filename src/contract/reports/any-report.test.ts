import { describe, expect, it } from 'vitest'
import { readItem } from '../responses/envelope.ts'
import { AnyReport, readResults } from './any-report.ts'

const read = (fields: object) => readItem(AnyReport, { data: { id: 4, url: 'example.com/page', ...fields } })

describe('a report from any compatible server', () => {
  it('needs only an id and a URL', () => {
    expect(read({})).toMatchObject({
      score: null,
      result: null,
      title: null,
      created_at: null,
      facts: null,
      timings: null,
      categories: {},
      google_score: null,
      results: [],
      other: {},
    })
  })

  it.each([
    [{ score: '61.3' }, 61.3, {}],
    [{ score: 'n/a' }, null, { score: 'n/a' }],
    [{ score: -1 }, null, { score: -1 }],
    [{ score: 101 }, null, { score: 101 }],
    [{ result: 61.3 }, 61.3, {}],
    [{ score: 50, result: 'great' }, 50, { result: 'great' }],
    [{ score: 50, result: 61 }, 50, { result: 61 }],
  ])('%j has the score %s', (fields, score, other) => expect(read(fields)).toMatchObject({ score, other }))

  it('keeps fields that are unknown or unreadable in `other`', () => {
    const sent = {
      owner: 'team',
      facts: { words: 3 },
      timings: 3,
      google_score: 'A',
      categories: { seo: 80 },
      capped_by: [],
      website_id: 'x',
      ruleset: null,
    }
    expect(read(sent).other).toEqual({
      owner: 'team',
      facts: { words: 3 },
      timings: 3,
      google_score: 'A',
      categories: { seo: 80 },
      website_id: 'x',
    })
  })

  it('shows category scores as they were sent if one is out of range', () => {
    const categories = { crawl: 500, content: 40 }
    expect(read({ categories })).toMatchObject({ categories: {}, other: { categories } })
  })

  it('keeps the whole response in `sent`', () => {
    expect(read({ owner: 'team', results: [1] }).sent).toEqual({
      id: 4,
      url: 'example.com/page',
      owner: 'team',
      results: [1],
    })
  })

  it('is rejected without an id or a URL', () => {
    expect(() => readItem(AnyReport, { data: { url: 'example.com' } })).toThrow()
    expect(() => readItem(AnyReport, { data: { id: 4 } })).toThrow()
    expect(() => readItem(AnyReport, [])).toThrow()
  })
})

const passes = { passed: true, importance: 'high' }

describe('results', () => {
  it.each<[what: string, sent: unknown, checks: string[], others: unknown]>([
    ['a map of checks', { title: passes, is_encrypted: { passed: false } }, ['title', 'is_encrypted'], {}],
    [
      'values beside checks',
      { title: passes, size: { value: 3 }, load: 1.2 },
      ['title'],
      { size: { value: 3 }, load: 1.2 },
    ],
    ['a group', { seo: { title: passes } }, [], { seo: { title: passes } }],
    ['a list', [passes], [], [passes]],
    ['text', 'none', [], 'none'],
    ['nothing', undefined, [], undefined],
    ['an empty map', {}, [], {}],
  ])('%s', (_, sent, checks, others) => {
    const read = readResults(sent)
    expect(read.checks.map(({ id }) => id)).toEqual(checks)
    expect(read.others).toEqual(others)
  })

  it('can have names that every object inherits', () => {
    const sent = JSON.parse('{"__proto__":{"passed":true},"constructor":{"passed":"__proto__"}}') as unknown
    const { checks, others } = readResults(sent)
    expect(checks.map(({ id, outcome }) => [id, outcome])).toEqual([['__proto__', 'pass']])
    expect(Object.keys(others as object)).toEqual(['constructor'])
    expect(({} as { passed?: unknown }).passed).toBeUndefined()
  })

  it('beyond 300 checks are values', () => {
    const sent = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`check-${index}`, passes]))
    const { checks, others } = readResults(sent)
    expect([checks.length, Object.keys(others as object).length]).toEqual([300, 2700])
  })
})

describe('an outcome', () => {
  it.each([
    [{ passed: true }, 'pass'],
    [{ passed: 1 }, 'pass'],
    [{ passed: '1' }, 'pass'],
    [{ passed: 'true' }, 'pass'],
    [{ passed: false }, 'fail'],
    [{ passed: '0' }, 'fail'],
    [{ outcome: 'warn', passed: false }, 'warn'],
    [{ outcome: 'error' }, 'error'],
    [{ outcome: 'other', passed: true }, 'pass'],
  ])('%j is %s', (fields, outcome) =>
    expect(readResults({ a: fields }).checks.map((check) => check.outcome)).toEqual([outcome]),
  )

  it.each([[{ importance: 'high', value: 3 }], [{ passed: null }], [{ passed: 30, failed: 2 }], [{ status: 200 }]])(
    '%j has none',
    (fields) => expect(readResults({ a: fields })).toEqual({ checks: [], others: { a: fields } }),
  )
})

describe('a check', () => {
  const read = (fields: object) => readResults({ a: { passed: false, ...fields } }).checks[0]

  it('keeps unknown and unreadable fields in `other` and leaves missing ones empty', () => {
    expect(read({ hint: 'Shorten it', category: 'On page', importance: 'critical', evidence: 'line 3' })).toEqual({
      id: 'a',
      name: 'a',
      category: null,
      outcome: 'fail',
      title: null,
      importance: null,
      evidence_grade: null,
      scored: null,
      value: undefined,
      points_lost: 0,
      superseded_by: null,
      reason: null,
      evidence: [],
      evidence_total: null,
      errors: undefined,
      other: { hint: 'Shorten it', category: 'On page', importance: 'critical', evidence: 'line 3' },
    })
  })

  it('can have its importance in capitals', () => expect(read({ importance: 'HIGH' })?.importance).toBe('high'))

  it.each(['too long', ['too long'], { too_long: 60 }, null, 0])('keeps the errors %j unchanged', (errors) => {
    expect(read({ errors })?.errors).toEqual(errors)
  })

  it('is read from our own service', () => {
    const own = {
      outcome: 'warn',
      name: 'Title width',
      title: 'Too long',
      category: 'content',
      importance: 'medium',
      evidence_grade: 'required',
      scored: true,
      value: 71,
      points_lost: 2,
      superseded_by: null,
      reason: 'It is long',
      evidence: [{ snippet: '<title>' }],
      evidence_total: 1,
      errors: null,
    }
    expect(read(own)).toEqual({ ...own, id: 'a', other: {} })
  })
})
