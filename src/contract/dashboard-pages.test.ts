import { describe, expect, it } from 'vitest'
import { isVisitorPage, pageAt, pagePaths } from './dashboard-pages.ts'

describe('the page at a path', () => {
  it.each([
    ['/', { page: 'overview' }],
    ['/reports', { page: 'reports' }],
    ['/reports/482', { page: 'report', id: '482' }],
    ['/reports/482/', { page: 'report', id: '482' }],
    ['/websites/7/privacy', { page: 'websitePrivacy', id: '7' }],
    ['/websites/7/identity', { page: 'websiteIdentity', id: '7' }],
    ['/websites/7/google', { page: 'websiteGoogle', id: '7' }],
    ['/checks', { page: 'checks' }],
    ['/checks/title-width', { page: 'check', id: 'title-width' }],
    ['/settings', { page: 'settings' }],
    ['/settings/keys', { page: 'keys' }],
    ['/settings/trackers', { page: 'trackers' }],
    ['/settings/checks', { page: 'settingsChecks' }],
    ['/s/to-ken_1/reports/5', { page: 'linkedReport', id: 'to-ken_1' }],
  ])('of %s is found', (path, found) => {
    expect(pageAt(path)).toEqual(found)
  })

  it.each(['/checksum', '/reports/1/2', '/settings/other', '//reports'])('of %s is none', (path) => {
    expect(pageAt(path)).toEqual({})
  })
})

it('visitors can open checks, and reports and websites, which may be shared', () => {
  const open = Object.keys(pagePaths).filter((page) => isVisitorPage(page as keyof typeof pagePaths))
  expect(open).toEqual(['report', 'website', 'checks', 'check'])
})
