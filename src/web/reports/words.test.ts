import { expect, it } from 'vitest'
import { reportListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import { reportViewName } from '#web/views/report-view-words.ts'

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
