import { describe, expect, it } from 'vitest'
import { isSameView, viewAt, viewPath } from './view-path.ts'

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
