import { describe, expect, it } from 'vitest'
import { AnyReportRow } from '../reports/report-row.ts'
import { hasNextPage, maxRows, readListPage } from './envelope.ts'

const url = 'https://a.example/'
const rowsOf = (from: number, many: number) => Array.from({ length: many }, (_, at) => ({ id: from + at, url }))

describe('a page of a list', () => {
  const rows = rowsOf(1, 10)
  const first = { page: 1, per_page: 10 }

  it.each<[string, unknown, object, boolean]>([
    [
      'with everything',
      { data: rows, meta: { current_page: 1, per_page: 10, last_page: 4, total: 40 }, links: { next: 'x' } },
      { total: 40, lastPage: 4, next: true, current: 1, perPage: 10 },
      true,
    ],
    [
      'with numbers as text',
      { data: rows, meta: { current_page: '1', per_page: '10', last_page: '4', total: '40', links: [] } },
      { total: 40, lastPage: 4, current: 1, perPage: 10 },
      true,
    ],
    ['with data only', { data: rows }, { total: null, lastPage: null, next: null, current: null }, true],
    ['as a bare array', rows, { total: null, lastPage: null, next: null, current: null }, true],
    ['as a bare array that is not full', rows.slice(1), { total: null }, false],
    [
      'without a total, by its links',
      { data: rows, meta: { current_page: 1, per_page: 10 }, links: { next: null } },
      { total: null, next: false },
      false,
    ],
    [
      'with fewer rows than requested, by its links',
      { data: rows.slice(5), links: { next: 'x' } },
      { next: true },
      true,
    ],
    ['of the size the server chose', { data: rows.slice(5), meta: { per_page: 5 } }, { perPage: 5 }, true],
    [
      'with its meta fields beside its rows',
      { data: rows, current_page: 1, last_page: 2, per_page: 10, total: 12, links: [{ url: null }] },
      { total: 12, lastPage: 2, next: null },
      true,
    ],
    [
      'with an invalid meta',
      { data: rows, meta: { current_page: 'x', last_page: -1, total: 'NaN', per_page: 0 }, links: 'none' },
      { total: null, lastPage: null, current: null, perPage: null, next: null },
      true,
    ],
    ['with a meta that is text', { data: rows, meta: 'no', links: null }, { total: null, next: null }, true],
    [
      'with a total lower than its number of rows',
      { data: rows, meta: { total: 0, last_page: 1 } },
      { total: null, lastPage: 1 },
      false,
    ],
  ])('is read %s', (_, body, read, more) => {
    const page = readListPage(AnyReportRow, body)
    expect(page).toMatchObject({ ...read, unreadable: [], repeated: [] })
    expect(hasNextPage(first, page)).toBe(more)
  })

  it.each([[null], ['<html>'], [{}], [{ data: null }], [{ data: {} }], [{ rows }], [12]])(
    'is rejected when it is %j',
    (body) => expect(() => readListPage(AnyReportRow, body)).toThrow(),
  )

  it('lists unreadable rows separately, with their id if they have one', () => {
    const deviating = [
      null,
      'a row',
      [],
      { id: 4711 },
      { id: 'x-1', url },
      { url },
      { id: 5, url: ' ' },
      { id: {}, url: 7 },
    ]
    const page = readListPage(AnyReportRow, { data: [rows[0], ...deviating, rows[1]] })
    expect(page.rows.map(({ id }) => id)).toEqual([1, 2])
    expect(page.unreadable.map(({ id }) => id)).toEqual([null, null, null, '4711', 'x-1', null, '5', null])
    expect(page.unreadable.map(({ given }) => given)).toEqual(deviating)
    expect(page.sent).toBe(10)
  })

  it('keeps the first of several rows with the same id', () => {
    const page = readListPage(AnyReportRow, [
      { id: 1, url: 'a.example' },
      { id: '1', url: 'b.example' },
      { id: 2, url },
    ])
    expect(page.rows.map((row) => row.url)).toEqual(['a.example', url])
    expect(page.repeated).toEqual([1])
  })

  it('reads the first 500 rows of a huge page, or all on request', () => {
    const many = rowsOf(1, 10_000)
    expect(readListPage(AnyReportRow, many)).toMatchObject({ sent: 10_000, rows: { length: maxRows } })
    expect(readListPage(AnyReportRow, many, Number.POSITIVE_INFINITY).rows).toHaveLength(10_000)
  })

  it('is read from every envelope in use', () => {
    const sent = [{ id: 1, url: 'a.example', score: 1 }]
    expect(readListPage(AnyReportRow, sent).rows).toHaveLength(1)
    expect(readListPage(AnyReportRow, { data: sent }).total).toBeNull()
    expect(readListPage(AnyReportRow, { data: sent, meta: { total: '40', last_page: 4 } })).toMatchObject({
      total: 40,
      lastPage: 4,
      totalRelation: 'eq',
    })
    expect(() => readListPage(AnyReportRow, { rows: sent })).toThrow()
    expect(() => readListPage(AnyReportRow, '<html>')).toThrow()
  })
})
