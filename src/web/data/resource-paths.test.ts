import { describe, expect, it } from 'vitest'
import { needsNoKey, pathForVisitor, pathThroughLink, pathWithKey, type SharedResource } from './resource-paths.ts'

const reports = (search: string): SharedResource => ({ list: 'reports', query: new URLSearchParams(search) })
const websites = (search: string): SharedResource => ({ list: 'websites', query: new URLSearchParams(search) })

describe('a shared resource', () => {
  it.each<[SharedResource, withKey: string, withoutKey: string | null, throughLink: string | null]>([
    [{ report: 482 }, '/reports/482', '/shared/reports/482', '/reports/482'],
    [{ report: 482, part: 'history' }, '/reports/482/history', '/shared/reports/482/history', null],
    [{ report: 482, part: 'compare/481' }, '/reports/482/compare/481', '/shared/reports/482/compare/481', null],
    [
      { report: 482, part: 'findings' },
      '/reports/482/findings',
      '/shared/reports/482/findings',
      '/reports/482/findings',
    ],
    [
      { report: 482, part: 'screenshot.webp' },
      '/reports/482/screenshot.webp',
      '/shared/reports/482/screenshot.webp',
      '/reports/482/screenshot.webp',
    ],
    [{ website: 7 }, '/websites/7', '/shared/websites/7', null],
    [{ website: 7, part: 'issues' }, '/websites/7/issues', '/shared/websites/7/issues', '/issues'],
    [
      { website: 7, part: 'what-if?fixed=a,b' },
      '/websites/7/what-if?fixed=a,b',
      '/shared/websites/7/what-if?fixed=a,b',
      '/what-if?fixed=a,b',
    ],
    [
      reports('website_id=7&result=bad&page=2'),
      '/reports?website_id=7&result=bad&page=2',
      '/shared/websites/7/reports?result=bad&page=2',
      '/reports?result=bad&page=2',
    ],
    [reports('website_id=7'), '/reports?website_id=7', '/shared/websites/7/reports', '/reports'],
    [reports('result=bad'), '/reports?result=bad', null, '/reports?result=bad'],
    [reports('website_id=../1'), '/reports?website_id=..%2F1', '/shared/websites/..%2F1/reports', '/reports'],
    [websites('page=2'), '/websites?page=2', null, '/websites?page=2'],
    [websites(''), '/websites', null, '/websites'],
  ])('%j has a path for each reader', (resource, withKey, withoutKey, throughLink) => {
    expect(pathWithKey(resource)).toBe(withKey)
    expect(pathForVisitor(resource)).toBe(withoutKey)
    expect(pathThroughLink('to-ken_1', resource)).toBe(throughLink && `/shared/links/to-ken_1${throughLink}`)
  })
})

it.each([
  ['', true],
  ['/checks', true],
  ['/shared/websites/7/unlock', true],
  ['/reports', false],
  ['/websites/7', false],
  ['/views', false],
  ['/exports/reports.csv', false],
  ['/reports/1/neighbours', false],
  ['/checks/7', false],
])('the path %j needs no key: %s', (path, isOpen) => {
  expect(needsNoKey(path)).toBe(isOpen)
})
