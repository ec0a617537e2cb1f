import { describe, expect, it } from 'vitest'
import { hasNextPage, type PageOfList } from '#contract/responses/envelope.ts'
import { emptyPage } from '#testing/store/lists.ts'
import { emptiness, expectedRows, rangeOf } from './paging.ts'

const pageOf = (rows: number, rest: Partial<PageOfList<unknown>> = {}): PageOfList<unknown> => ({
  ...emptyPage,
  rows: Array.from({ length: rows }),
  sent: rows,
  ...rest,
})

describe('the pages of a list', () => {
  it('end at the last page that the server names', () => {
    expect(hasNextPage({ page: 2, per_page: 10 }, pageOf(10, { lastPage: 3 }))).toBe(true)
    expect(hasNextPage({ page: 3, per_page: 10 }, pageOf(10, { lastPage: 3 }))).toBe(false)
  })

  it('continue after a full page if the server names no last page', () => {
    expect(hasNextPage({ page: 7, per_page: 10 }, pageOf(10))).toBe(true)
    expect(hasNextPage({ page: 7, per_page: 10 }, pageOf(9))).toBe(false)
  })

  it('have a range of rows', () => {
    expect(rangeOf({ page: 2, per_page: 25 }, pageOf(25, { total: 1284 }))).toBe('26–50 of 1,284')
    expect(rangeOf({ page: 52, per_page: 25 }, pageOf(9, { total: 1284 }))).toBe('1,276–1,284 of 1,284')
    expect(rangeOf({ page: 1, per_page: 10 }, pageOf(10, { total: 10_000, totalRelation: 'gte' }))).toBe(
      '1–10 of 10,000+',
    )
    expect(rangeOf({ page: 1, per_page: 10 }, pageOf(4))).toBe('1–4')
  })

  it('compute the range from the page number and size of the response, with unreadable rows', () => {
    expect(rangeOf({ page: 2, per_page: 100 }, pageOf(15, { perPage: 15 }))).toBe('16–30')
    expect(rangeOf({ page: 3, per_page: 10 }, pageOf(10, { current: 1 }))).toBe('1–10')
    expect(rangeOf({ page: 1, per_page: 10 }, pageOf(9, { unreadable: [{ id: null, given: 1 }] }))).toBe('1–10')
  })

  it('can have as many rows as requested, and at least as many as are shown', () => {
    const query = { per_page: 10 }
    expect(expectedRows(query, { page: pageOf(60, { total: 3 }), shown: query }, false)).toBe(60)
    expect(expectedRows(query, { page: pageOf(60), shown: {} }, false)).toBe(10)
    expect(expectedRows(query, { page: pageOf(4, { total: 4 }), shown: {} }, false)).toBe(4)
    expect(expectedRows(query, { page: pageOf(4, { total: 4 }), shown: {} }, true)).toBe(10)
  })
})

describe('a page without rows', () => {
  const first = { page: 1, per_page: 10 }
  const later = { page: 9, per_page: 10 }

  it('means a first run without filters', () => {
    expect(emptiness(first, false, pageOf(0, { total: 0 }))).toBe('first-run')
    expect(emptiness(later, false, pageOf(0, { total: 0 }))).toBe('first-run')
  })

  it('means no match with filters', () => {
    expect(emptiness(first, true, pageOf(0, { total: 0 }))).toBe('no-match')
    expect(emptiness(later, true, pageOf(0, { total: 0 }))).toBe('no-match')
  })

  it('is past the end if earlier pages have rows or may have some', () => {
    expect(emptiness(later, true, pageOf(0, { total: 12 }))).toBe('past-end')
    expect(emptiness(later, false, pageOf(0))).toBe('past-end')
  })

  it('is not empty if its rows are unreadable', () => {
    expect(emptiness(first, true, pageOf(0, { unreadable: [{ id: '4', given: {} }] }))).toBe('none')
  })

  it('is not empty if the server counts rows that it did not send', () => {
    expect(emptiness(first, false, pageOf(0, { total: 40 }))).toBe('none')
    expect(emptiness(first, true, pageOf(0, { total: 40 }))).toBe('none')
    expect(emptiness({ page: 2, per_page: 10 }, false, pageOf(0, { total: 40 }))).toBe('none')
  })

  it('has no such reason if it has rows', () => expect(emptiness(later, true, pageOf(1))).toBe('none'))
})
