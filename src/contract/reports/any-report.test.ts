import { describe, expect, it } from 'vitest'
import { readItem } from '../responses/envelope.ts'
import { AnyReport } from './any-report.ts'

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
