import { describe, expect, it } from 'vitest'
import { linkVisitorPath, visitorPath } from './reader.ts'

describe('a path without a key', () => {
  it.each([
    ['/reports/482', '/shared/reports/482'],
    ['/websites/7', '/shared/websites/7'],
    ['/reports/482/history', '/shared/reports/482/history'],
    ['/reports/482/compare/481', '/shared/reports/482/compare/481'],
    ['/websites/7/issues', '/shared/websites/7/issues'],
    ['/websites/7/duplicates', '/shared/websites/7/duplicates'],
    ['/websites/7/history', '/shared/websites/7/history'],
    ['/websites/7/what-if?fixed=a,b', '/shared/websites/7/what-if?fixed=a,b'],
    ['/reports?website_id=7&result=bad&page=2', '/shared/websites/7/reports?result=bad&page=2'],
    ['/reports?website_id=7', '/shared/websites/7/reports'],
    ['', ''],
    ['/checks', '/checks'],
    ['/shared/websites/7/unlock', '/shared/websites/7/unlock'],
  ])('%s is requested at %s', (path, asked) => {
    expect(visitorPath(path)).toBe(asked)
  })

  it.each([
    '/reports',
    '/reports?result=bad',
    '/reports?website_id=..%2F1',
    '/websites',
    '/websites?search=a',
    '/views',
    '/exports/reports.csv',
    '/reports/1/neighbours',
    '/websites/7/groups',
  ])('%s is not requested', (path) => {
    expect(visitorPath(path)).toBeNull()
  })
})

describe('a path through a share link', () => {
  const path = linkVisitorPath('to-ken_1')
  it.each([
    ['/reports?website_id=7&result=bad&sort_by=score', '/shared/links/to-ken_1/reports?result=bad&sort_by=score'],
    ['/reports/482', '/shared/links/to-ken_1/reports/482'],
    ['/websites/7/issues', '/shared/links/to-ken_1/issues'],
    ['/websites/7/duplicates', '/shared/links/to-ken_1/duplicates'],
    ['/websites/7/history', '/shared/links/to-ken_1/history'],
    ['/websites/7/what-if?fixed=a,b', '/shared/links/to-ken_1/what-if?fixed=a,b'],
    ['/websites?page=2', '/shared/links/to-ken_1/websites?page=2'],
    ['/checks', '/checks'],
  ])('%s is requested at %s', (given, asked) => {
    expect(path(given)).toBe(asked)
  })

  it.each(['/websites/7', '/websites/7/groups', '/views', '/reports/1/neighbours', '/reports/1/history', '/audit'])(
    '%s is not requested',
    (given) => {
      expect(path(given)).toBeNull()
    },
  )
})
