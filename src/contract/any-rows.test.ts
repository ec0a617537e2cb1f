import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { hasNextPage, mostRows, readItem, readPage } from './envelope.ts'
import { ReportRow, ratingOfReport } from './report-row.ts'
import { Website, WholeWebsite } from './website.ts'

const url = 'https://a.example/'
const row = (given: object) => z.parse(ReportRow, { id: 1, url, ...given })
const website = (given: object) => z.parse(WholeWebsite, { id: 1, domain: 'a.example', ...given })
const rowsOf = (from: number, many: number) => Array.from({ length: many }, (_, at) => ({ id: from + at, url }))

describe('a score', () => {
  it.each<[unknown, number | null]>([
    [0, 0],
    [100, 100],
    [74.5, 74.5],
    ['61.3333', 61.3333],
    ['80', 80],
    ['n/a', null],
    ['', null],
    ['NaN', null],
    ['1e1', null],
    [-1, null],
    ['-1', null],
    [101, null],
    [true, null],
    [null, null],
    [[50], null],
    [{}, null],
    [undefined, null],
  ])('sent as %j is %s', (score, read) => {
    expect(row({ score }).score).toBe(read)
    expect(website({ reports_avg_score: score }).reports_avg_score).toBe(read)
  })

  it('is the result where that holds it and nothing else does', () => {
    expect(row({ result: 85 })).toMatchObject({ score: 85, result: null })
    expect(row({ score: 'n/a', result: '85' })).toMatchObject({ score: 85, result: null })
    expect(row({ score: 20, result: 85 }).score).toBe(20)
    expect(row({ result: 'good' })).toMatchObject({ score: null, result: 'good' })
  })
})

describe('a rating', () => {
  it.each<[unknown, unknown, string | null]>([
    ['good', 10, 'good'],
    [' Bad ', 99, 'bad'],
    ['DECENT', 99, 'decent'],
    ['excellent', 79.9, 'decent'],
    [90, 90, 'good'],
    [null, 49, 'bad'],
    [undefined, undefined, null],
    [{}, 'n/a', null],
  ])('sent as %j with the score %j is %s', (result, score, read) =>
    expect(ratingOfReport(row({ result, score }))).toBe(read),
  )
})

describe('a moment', () => {
  it.each<[unknown, string | null]>([
    ['2026-11-20T09:14:00.123456Z', '2026-11-20T09:14:00.123456Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
    ['+275760-09-13T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'],
    ['yesterday', 'yesterday'],
    ['0000-00-00 00:00:00', null],
    ['', null],
    [1_770_000_000, null],
    [null, null],
    [undefined, null],
  ])('sent as %j is read as %j', (created_at, read) =>
    expect([row({ created_at }).created_at, website({ created_at }).created_at]).toEqual([read, read]),
  )
})

describe('an id', () => {
  it.each<[unknown, boolean]>([
    [7, true],
    ['7', true],
    [2 ** 53 - 1, true],
    [2 ** 53, false],
    ['9223372036854775807', false],
    ['0b6ef7a4', false],
    [0, false],
    [-4, false],
    [1.5, false],
    [null, false],
    [undefined, false],
    [{ toString: 1 }, false],
  ])('sent as %j can be read: %s', (id, can) => expect(z.safeParse(ReportRow, { id, url }).success).toBe(can))
})

describe('a website', () => {
  it.each<[unknown, number | null]>([
    [0, 0],
    ['2', 2],
    [1, 1],
    [3, null],
    ['private', null],
    [null, null],
    [undefined, null],
    [true, null],
    [[2], null],
  ])('with the privacy %j has %j', (privacy, read) => expect(website({ privacy }).privacy).toBe(read))

  it.each<[object, boolean | null]>([
    [{ has_password: true }, true],
    [{ has_password: 0 }, false],
    [{ password: true }, true],
    [{ password: false }, false],
    [{ password: '1' }, true],
    [{ password: 'false' }, false],
    [{ password: '$2y$10$abcdefgh' }, true],
    [{ password: '' }, null],
    [{ password: null }, null],
    [{ has_password: false, password: 'left over' }, false],
    [{}, null],
  ])('that says %j of a password has one: %s', (given, read) => {
    const whole = website(given)
    expect(whole.has_password).toBe(read)
    expect(JSON.stringify(whole)).not.toMatch(/\$2y|left over/)
  })

  it.each<[unknown, number | null]>([
    [12, 12],
    ['12', 12],
    [0, 0],
    [-1, null],
    [1.5, null],
    ['many', null],
    [undefined, null],
  ])('with %j reports has %s', (reports_count, read) => expect(website({ reports_count }).reports_count).toBe(read))

  it('keeps what else is said of it on its own page', () => {
    expect(website({ owner: 'x', password: 'secret' }).other).toEqual({ owner: 'x' })
    expect(z.parse(Website, { id: 1, domain: 'a.example', owner: 'x' })).not.toHaveProperty('other')
  })

  it('has its domain as text, whatever that says', () => {
    const domain = '"><img src=x onerror=alert(1)>'
    expect(readItem(WholeWebsite, { data: { id: '3', domain } })).toMatchObject({ id: 3, domain })
  })
})

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
    ['with data alone', { data: rows }, { total: null, lastPage: null, next: null, current: null }, true],
    ['as a bare array', rows, { total: null, lastPage: null, next: null, current: null }, true],
    ['as a bare array that is not full', rows.slice(1), { total: null }, false],
    [
      'without a total, by its links',
      { data: rows, meta: { current_page: 1, per_page: 10 }, links: { next: null } },
      { total: null, next: false },
      false,
    ],
    [
      'of fewer rows than were asked for, by its links',
      { data: rows.slice(5), links: { next: 'x' } },
      { next: true },
      true,
    ],
    ['of the size the server chose', { data: rows.slice(5), meta: { per_page: 5 } }, { perPage: 5 }, true],
    [
      'with what belongs into meta beside its rows',
      { data: rows, current_page: 1, last_page: 2, per_page: 10, total: 12, links: [{ url: null }] },
      { total: 12, lastPage: 2, next: null },
      true,
    ],
    [
      'with an odd meta',
      { data: rows, meta: { current_page: 'x', last_page: -1, total: 'NaN', per_page: 0 }, links: 'none' },
      { total: null, lastPage: null, current: null, perPage: null, next: null },
      true,
    ],
    ['with a meta that is none', { data: rows, meta: 'no', links: null }, { total: null, next: null }, true],
    [
      'with a total of less than is here',
      { data: rows, meta: { total: 0, last_page: 1 } },
      { total: null, lastPage: 1 },
      false,
    ],
  ])('is read %s', (_, body, read, more) => {
    const page = readPage(ReportRow, body)
    expect(page).toMatchObject({ ...read, unreadable: [], repeated: [] })
    expect(hasNextPage(first, page)).toBe(more)
  })

  it.each([[null], ['<html>'], [{}], [{ data: null }], [{ data: {} }], [{ rows }], [12]])(
    'is refused when it is %j',
    (body) => expect(() => readPage(ReportRow, body)).toThrow(),
  )

  it('keeps rows that cannot be read apart, with the id that they have', () => {
    const odd = [null, 'a row', [], { id: 4711 }, { id: 'x-1', url }, { url }, { id: 5, url: ' ' }, { id: {}, url: 7 }]
    const page = readPage(ReportRow, { data: [rows[0], ...odd, rows[1]] })
    expect(page.rows.map(({ id }) => id)).toEqual([1, 2])
    expect(page.unreadable.map(({ id }) => id)).toEqual([null, null, null, '4711', 'x-1', null, '5', null])
    expect(page.unreadable.map(({ given }) => given)).toEqual(odd)
    expect(page.sent).toBe(10)
  })

  it('has each id once, as it came first', () => {
    const page = readPage(ReportRow, [
      { id: 1, url: 'a.example' },
      { id: '1', url: 'b.example' },
      { id: 2, url },
    ])
    expect(page.rows.map((one) => one.url)).toEqual(['a.example', url])
    expect(page.repeated).toEqual([1])
  })

  it('reads the first five hundred of far too many rows, and all where all are wanted', () => {
    const many = rowsOf(1, 100_000)
    expect(readPage(ReportRow, many)).toMatchObject({ sent: 100_000, rows: { length: mostRows } })
    expect(readPage(ReportRow, many, Number.POSITIVE_INFINITY).rows).toHaveLength(100_000)
  })
})
