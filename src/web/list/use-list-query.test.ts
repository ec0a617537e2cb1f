import { afterEach, describe, expect, it, vi } from 'vitest'
import { reportListParams } from '#contract/lists/list-query.ts'
import { printable } from './list-notices.tsx'
import { changedUrlQuery, readUrlQuery, repairsIn } from './use-list-query.ts'

const read = (search: string, fixed = {}) => readUrlQuery(reportListParams, fixed, search)
const changed = (search: string, change: Parameters<typeof changedUrlQuery<typeof defaults>>[3], fixed = {}) =>
  changedUrlQuery(reportListParams, fixed, search, change)
const defaults = read('').query

describe('reading the URL of a list', () => {
  it('repairs nothing if every value is allowed', () => {
    expect(read('?result=bad&page=3')).toMatchObject({ query: { result: 'bad', page: 3 }, wrong: [], repaired: null })
  })

  it('returns a corrected URL for values that are not allowed, with unknown parameters kept', () => {
    const { query, wrong, repaired } = read('?per_page=30&result=great&utm_source=mail')
    expect(query).toMatchObject({ per_page: 25, result: null })
    expect(wrong.map((one) => one.name)).toEqual(['result', 'per_page'])
    expect(repaired).toBe('utm_source=mail&per_page=25')
  })

  it('ignores a fixed parameter in the URL', () => {
    const { query, wrong, repaired } = read('?website_id=x&result=bad', { website_id: 7 })
    expect(query).toMatchObject({ website_id: 7, result: 'bad' })
    expect({ wrong, repaired }).toEqual({ wrong: [], repaired: null })
  })
})

describe('changing the URL of a list', () => {
  it('omits defaults and keeps other parameters', () => {
    expect(changed('?sort_by=score&utm_source=mail', { sort_by: 'id', result: 'good' })).toBe(
      'utm_source=mail&result=good',
    )
  })

  it.each([{ result: 'bad' }, { sort: 'asc' }, { per_page: 50 }, { search: 'a' }, { website_id: 2 }] as const)(
    'goes back to page 1 with %j',
    (change) => expect(changed('?page=4', change)).not.toContain('page=4'),
  )

  it('stays on its page if no value changes', () => {
    expect(changed('?page=4&result=bad', { result: 'bad' })).toBe('result=bad&page=4')
  })

  it('changes only the page', () => {
    expect(changed('?result=bad&page=4', { page: 5 })).toBe('result=bad&page=5')
    expect(changed('?result=bad&page=4', { page: 1 })).toBe('result=bad')
  })

  it('never writes a fixed parameter', () => {
    expect(changed('', { result: 'bad' }, { website_id: 7 })).toBe('result=bad')
  })
})

describe('the preferred number of rows', () => {
  afterEach(() => void vi.unstubAllGlobals())
  const prefer = (rows: number) => vi.stubGlobal('document', { documentElement: { dataset: { rows: String(rows) } } })

  it('counts on the first page of a URL without a size', () => {
    prefer(25)
    expect(read('?result=bad').query.per_page).toBe(25)
    expect(read('?page=3').query.per_page).toBe(10)
    expect(read('?per_page=50').query.per_page).toBe(50)
    prefer(30)
    expect(read('').query.per_page).toBe(10)
  })

  it('stays out of the URL of a first page', () => {
    prefer(25)
    expect(read('?sort=up').repaired).toBe('')
    expect(changed('', { result: 'bad' })).toBe('result=bad')
  })

  it('is named where another browser would show other rows', () => {
    prefer(25)
    expect(changed('', { page: 2 })).toBe('per_page=25&page=2')
    expect(changed('?per_page=10', { result: 'bad' })).toBe('result=bad&per_page=10')
    expect(changed('', { per_page: 10 })).toBe('per_page=10')
  })
})

describe('repairs', () => {
  it('are read from the history entry and from nothing else', () => {
    const { wrong } = read('?page=0')
    expect(repairsIn({ repairs: wrong })).toEqual(wrong)
    expect([null, undefined, 'x', { repairs: 'x' }, { repairs: [null, {}, 1] }].map(repairsIn)).toEqual([
      [],
      [],
      [],
      [],
      [],
    ])
  })

  it('show a value shortened, with invisible characters marked', () => {
    expect(printable('30')).toBe('30')
    expect(printable('x'.repeat(501))).toBe(`${'x'.repeat(39)}…`)
    expect(printable('a\0b')).toBe('a\uFFFDb')
  })
})
