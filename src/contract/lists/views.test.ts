import { describe, expect, it } from 'vitest'
import { reportListParams, websiteListParams } from './list-query.ts'
import { readQuery } from './query-params.ts'
import { readViewQuery, reportViewName, websiteViewName } from './views.ts'

describe('the query of a view', () => {
  it.each([
    ['result=bad&sort_by=score&sort=asc', 'result=bad&sort_by=score&sort=asc'],
    ['?result=bad', 'result=bad'],
    ['page=7&sort=desc&per_page=10&sort_by=id', ''],
    ['page=x', ''],
    ['utm_source=mail&search=b%C3%BCcher+shop', 'search=b%C3%BCcher+shop'],
    ['result=good&result=bad', 'result=bad'],
    ['website_id=9007199254740991', 'website_id=9007199254740991'],
  ])('of %s keeps the values that are not defaults', (given, kept) => {
    expect(readViewQuery('reports', given)).toEqual({ query: kept, wrong: [] })
  })

  it('is read by the parameters of its list', () => {
    expect(readViewQuery('websites', 'result=bad&sort_by=domain')).toEqual({ query: 'sort_by=domain', wrong: [] })
    expect(readViewQuery('websites', 'sort_by=url').wrong).toMatchObject([
      { name: 'sort_by', allowed: 'id, domain, reports_avg_score, reports_count, pages_avg_score or attention' },
    ])
    expect(readViewQuery('reports', 'sort_by=domain&result=great').wrong).toHaveLength(2)
  })

  it.each(['0', '-1', '1e3', '9007199254740992', '%00'])('rejects the website ID %s', (id) => {
    expect(readViewQuery('reports', `website_id=${id}`).wrong).toHaveLength(1)
  })
})

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

const websites = (search: string) =>
  websiteViewName(readQuery(websiteListParams, new URLSearchParams(search)).query, null)

it.each([
  ['', 'Websites'],
  ['privacy=0', 'Public websites'],
  ['privacy=2&search=shop', 'Password-protected websites · “shop”'],
  ['search=shop&sort_by=reports_count', 'Websites · “shop” · most reports first'],
  ['client=7', 'Websites · client 7'],
])('calls the websites of ?%s “%s”', (search, name) => expect(websites(search)).toBe(name))
