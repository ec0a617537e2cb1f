// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { View } from '#contract/lists/views.ts'
import { litEntry } from './lit-entry.ts'
import { paths } from './paths.ts'

const at = '2026-11-28T12:00:00Z'
const newView = (id: number, query: string) =>
  View.parse({
    id,
    name: `View ${id}`,
    list: 'reports',
    query,
    position: id,
    client_id: null,
    owner: 'team',
    created_at: at,
    updated_at: at,
  })
const view = newView(3, 'result=bad')
const ofWebsite = newView(4, 'website_id=7')

const lit = (path: string) => {
  const [pathname = '', search] = path.split('?')
  return litEntry(pathname, search ? `?${search}` : '', [view, ofWebsite])
}

it.each([
  ['the overview', paths.home(), 'overview'],
  ['the reports', paths.reports({ latest: '1' }), 'reports'],
  ['a website', paths.websiteIssues(7), 'websites'],
  ['a crawl', paths.crawl(7, 12), 'websites'],
  ['a report of no list', paths.report(4), 'websites'],
  ['a report of the list of reports', paths.report(4, { list: 'sort=asc' }), 'reports'],
  ['a report of its website’s list', paths.report(4, { list: 'website_id=8&on=website' }), 'websites'],
  ['the client report of a list of websites', paths.listDocument('websites'), 'websites'],
  ['the client report of a list of reports', paths.listDocument('reports'), 'reports'],
  ['the share links', paths.links(7), 'settings'],
  ['a check', paths.checks('title'), 'settings'],
  ['the views', paths.views(), 'views'],
  ['a wrong URL', '/nothing', null],
])('of %s, one entry is current', (_, path, entry) => {
  expect(lit(path)).toBe(entry)
})

it('of an opened view and its reports, only the view is current, until its filters change', () => {
  expect(lit('/reports?result=bad')).toBe(view)
  expect(lit('/reports?view=3&result=bad')).toBe(view)
  expect(lit(paths.report(4, { list: 'view=3&result=bad' }))).toBe(view)
  expect(lit('/reports?view=3&result=good')).toBe('reports')
  expect(lit('/websites/7?tab=issues')).toBe('websites')
  expect([lit('/websites/7?tab=history'), lit(paths.report(4, { list: 'website_id=7&on=website' }))]).toEqual([
    ofWebsite,
    ofWebsite,
  ])
})
