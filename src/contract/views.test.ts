import { describe, expect, it } from 'vitest'
import { maxViewName, readViewName, readViewQuery } from './views.ts'

describe('the query of a view', () => {
  it.each([
    ['result=bad&sort_by=score&sort=asc', 'result=bad&sort_by=score&sort=asc'],
    ['?result=bad', 'result=bad'],
    ['page=7&sort=desc&per_page=10&sort_by=id', ''],
    ['page=x', ''],
    ['utm_source=mail&search=b%C3%BCcher+shop', 'search=b%C3%BCcher+shop'],
    ['result=good&result=bad', 'result=bad'],
    ['website_id=9007199254740991', 'website_id=9007199254740991'],
  ])('keeps of %s what is no default', (given, kept) => {
    expect(readViewQuery('reports', given)).toEqual({ query: kept, wrong: [] })
  })

  it('is held against its own list', () => {
    expect(readViewQuery('websites', 'result=bad&sort_by=domain')).toEqual({ query: 'sort_by=domain', wrong: [] })
    expect(readViewQuery('websites', 'sort_by=url').wrong).toEqual([
      'sort_by must be id, domain, reports_avg_score or reports_count.',
    ])
    expect(readViewQuery('reports', 'sort_by=domain&result=great').wrong).toHaveLength(2)
  })

  it.each(['0', '-1', '1e3', '9007199254740992', '%00'])('takes %s for no website', (id) => {
    expect(readViewQuery('reports', `website_id=${id}`).wrong).toHaveLength(1)
  })
})

describe('the name of a view', () => {
  it.each([
    ['  Worst pages ', 'Worst pages'],
    ['أسوأ الصفحات', 'أسوأ الصفحات'],
    ['🙂'.repeat(maxViewName), '🙂'.repeat(maxViewName)],
  ])('%s is one', (given, name) => {
    expect(readViewName(given)).toBe(name)
  })

  it.each([
    '',
    '  ',
    'a\0b',
    'a\nb',
    'x'.repeat(maxViewName + 1),
    '🙂'.repeat(maxViewName + 1),
    'x'.repeat(10_000),
    '\ud800',
  ])('%j is none', (given) => {
    expect(readViewName(given)).toBeNull()
  })
})
