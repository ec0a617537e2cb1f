import { describe, expect, it } from 'vitest'
import { readViewQuery } from './views.ts'

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
      { name: 'sort_by', allowed: 'id, domain, reports_avg_score or reports_count' },
    ])
    expect(readViewQuery('reports', 'sort_by=domain&result=great').wrong).toHaveLength(2)
  })

  it.each(['0', '-1', '1e3', '9007199254740992', '%00'])('rejects the website ID %s', (id) => {
    expect(readViewQuery('reports', `website_id=${id}`).wrong).toHaveLength(1)
  })
})
