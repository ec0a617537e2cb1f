import { expect, it } from 'vitest'
import { reportListParams, websiteListParams } from './list-query.ts'
import { readQuery } from './query-params.ts'
import { reportViewName, websiteViewName } from './view-names.ts'

const reports = (search: string, website: string | null = null) =>
  reportViewName(readQuery(reportListParams, new URLSearchParams(search)).query, website)

it.each([
  ['', 'Reports'],
  ['result=bad&sort_by=score&sort=asc', 'Bad reports · lowest score first'],
  ['search=shoes&sort=asc', 'Reports · “shoes” · oldest first'],
  ['page=3&per_page=50', 'Reports'],
])('calls the reports of ?%s “%s”', (search, name) => expect(reports(search)).toBe(name))

it('a view is named after the website it is filtered by', () => {
  expect(reports('result=bad&website_id=2&sort_by=score&sort=asc', 'example.com')).toBe(
    'Bad reports · example.com · lowest score first',
  )
})

const websites = (search: string) => websiteViewName(readQuery(websiteListParams, new URLSearchParams(search)).query)

it.each([
  ['', 'Websites'],
  ['privacy=0', 'Public websites'],
  ['privacy=2&search=shop', 'Password-protected websites · “shop”'],
  ['search=shop&sort_by=reports_count', 'Websites · “shop” · most reports first'],
])('calls the websites of ?%s “%s”', (search, name) => expect(websites(search)).toBe(name))
