// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { reportListParams } from '#contract/lists/list-query.ts'
import '#testing/web/timeout.ts'
import { printable } from './list-notices.tsx'
import { changedUrlQuery, readUrlQuery, repairsIn, useListQuery } from './use-list-query.ts'

afterEach(cleanup)

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
    expect(wrong.map((repair) => repair.name)).toEqual(['result', 'per_page'])
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

describe('the page size', () => {
  it('is the default of the API in a URL without one', () => {
    expect(read('?result=bad').query.per_page).toBe(10)
    expect(changed('?per_page=25', { per_page: 10 })).toBe('')
  })

  it('stays in the URL while the list changes', () => {
    expect(changed('?per_page=25', { page: 2 })).toBe('per_page=25&page=2')
  })
})

describe('a change of the list', () => {
  const open = (...entries: string[]) => {
    const { result } = renderHook(
      () => ({ list: useListQuery(reportListParams), search: useLocation().search, navigate: useNavigate() }),
      { wrapper: ({ children }) => createElement(MemoryRouter, { initialEntries: entries }, children) },
    )
    return result
  }
  const back = ({ current }: ReturnType<typeof open>) => act(() => current.navigate(-1))

  it('is in the URL, and Back takes it back', async () => {
    const page = open('/reports')
    act(() => page.current.list.change({ result: 'bad' }))
    expect(page.current).toMatchObject({ search: '?result=bad', list: { query: { result: 'bad' } } })
    await back(page)
    expect(page.current).toMatchObject({ search: '', list: { query: { result: null } } })
  })

  it('starts from the change before, also within the same event', async () => {
    const page = open('/websites', '/reports')
    act(() => {
      page.current.list.change({ result: 'bad' })
      page.current.list.change({ search: 'oak' }, 'replace')
    })
    expect(page.current.search).toBe('?search=oak&result=bad')
  })

  it('replaces the entry of a search that goes on', async () => {
    const page = open('/reports')
    act(() => page.current.list.change({ search: 'o' }))
    act(() => page.current.list.change({ search: 'oak' }, 'replace'))
    await back(page)
    expect(page.current.search).toBe('')
  })

  it('repairs a wrong value in the open, without an entry of its own', async () => {
    const page = open('/reports?per_page=30')
    await waitFor(() => expect(page.current.search).toBe('?per_page=25'))
    expect(page.current.list.repairs).toMatchObject([{ name: 'per_page', given: '30', used: 25 }])
    act(() => page.current.list.change({ page: 2 }))
    expect(page.current.list.repairs).toEqual([])
  })

  it('repairs a reversed range', async () => {
    const page = open('/reports?score=79-70&from=2026-11-02&to=2026-11-01')
    await waitFor(() => expect(page.current.search).toBe('?from=2026-11-02'))
    expect(page.current.list.repairs.map(({ name }) => name)).toEqual(['score', 'to'])
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
