import { describe, expect, it } from 'vitest'
import type { View } from '#contract/lists/views.ts'
import { isSameView, openedView, viewAt, viewPath } from './views.ts'

describe('a URL', () => {
  it.each([
    ['/reports', '?result=bad&page=7&utm_source=x&sort=desc', { list: 'reports', query: 'result=bad' }],
    ['/websites', '', { list: 'websites', query: '' }],
    ['/reports', '?result=great&per_page=30', { list: 'reports', query: 'per_page=25' }],
    ['/websites/7', '?result=bad&website_id=3', { list: 'reports', query: 'website_id=7&result=bad' }],
    ['/websites/x', '?result=bad', null],
    ['/websites/7/privacy', '', null],
    ['/reports/7', '?result=bad', null],
    ['/settings', '', null],
  ])('%s%s is the view %j', (pathname, search, view) => {
    expect(viewAt(pathname, search)).toEqual(view)
  })
})

describe('a view', () => {
  it('leads to its list', () => {
    expect(viewPath({ list: 'reports', query: 'result=bad' })).toBe('/reports?result=bad')
    expect(viewPath({ list: 'websites', query: '' })).toBe('/websites')
    expect(viewPath({ id: 7, list: 'reports', query: 'result=bad' })).toBe('/reports?view=7&result=bad')
    expect(viewPath({ id: 7, list: 'websites', query: '' })).toBe('/websites?view=7')
  })

  it('leads to its list whatever parameters the server stored', () => {
    expect(viewPath({ list: 'reports', query: 'result=bad&server=https%3A%2F%2Fb.example' })).toBe(
      '/reports?result=bad',
    )
    expect(viewPath({ list: 'websites', query: '#/../sign-in' })).toBe('/websites')
  })

  it('equals a view with the same parameters in any order, but not one of another list', () => {
    const view = { list: 'reports', query: 'sort=asc&search=a+b' } as const
    expect(isSameView({ list: 'reports', query: 'search=a%20b&sort=asc' }, view)).toBe(true)
    expect(isSameView({ list: 'websites', query: view.query }, view)).toBe(false)
    expect(isSameView({ list: 'reports', query: 'search=a' }, view)).toBe(false)
    expect(isSameView(null, view)).toBe(false)
  })
})

describe('the opened view', () => {
  const view = (id: number, query: string): View => ({
    id,
    name: `View ${id}`,
    list: 'reports',
    query,
    position: id,
    owner: 'team',
    client_id: null,
    created_at: '2026-11-21T12:00:00Z',
    updated_at: '2026-11-21T12:00:00Z',
  })
  const views = [view(1, 'result=bad'), view(2, 'sort=asc')]

  it.each([
    ['/reports', '?view=1&result=bad&page=3', 1, null],
    ['/reports', '?view=1&result=good', 1, 'result=good'],
    ['/reports', '?view=1', 1, ''],
    // The one that was opened, even if the filters are now those of another.
    ['/reports', '?view=1&sort=asc', 1, 'sort=asc'],
    ['/reports', '?sort=asc', 2, null],
    ['/reports', '?view=9&sort=asc', 2, null],
    ['/reports', '?view=9&result=good', undefined, undefined],
    ['/websites', '?view=1', undefined, undefined],
    ['/settings', '?view=1', undefined, undefined],
  ])('at %s%s is %s, changed to %s', (pathname, search, id, changedTo) => {
    const opened = openedView(pathname, search, views)
    expect([opened?.view.id, opened?.changedTo]).toEqual([id, changedTo])
  })

  it('is unchanged if the server stored parameters that views do not have', () => {
    expect(
      openedView('/reports', '?view=3&result=bad', [view(3, 'result=bad&per_page=10&page=2')])?.changedTo,
    ).toBeNull()
  })
})
