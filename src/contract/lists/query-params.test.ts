import { describe, expect, it } from 'vitest'
import { reportListParams, websiteListParams } from './list-query.ts'
import { pageFilterNames } from './page-filters.ts'
import { readQuery, sentenceFor, writeQuery } from './query-params.ts'

const read = (search: string) => readQuery(reportListParams, new URLSearchParams(search))
const written = (search: string) =>
  writeQuery(reportListParams, read(search).query, new URLSearchParams(search)).toString()

describe('reading the parameters of a list', () => {
  it('uses the documented defaults for absent and empty parameters', () => {
    const defaults = {
      search: '',
      search_by: 'url',
      titles: null,
      website_id: null,
      result: null,
      latest: null,
      ...Object.fromEntries(pageFilterNames.map((name) => [name, null])),
      sort_by: 'id',
      sort: 'desc',
      per_page: 10,
      page: 1,
    }
    expect(read('')).toEqual({ query: defaults, wrong: [] })
    expect(read('per_page=&result=&search=&page=&website_id=')).toEqual({ query: defaults, wrong: [] })
  })

  it('reads every documented value', () => {
    const { query, wrong } = read(
      'search=a%25b&search_by=url&website_id=7&result=bad&sort_by=score&sort=asc&per_page=100&page=3&latest=1&titles=1' +
        '&check=title-present&changed=worse&from=2026-11-01&to=2026-11-30&indexability=other_url&group=%2Fblog%2F&structure=deep&score=70-79',
    )
    expect(wrong).toEqual([])
    expect(query).toMatchObject({
      search: 'a%b',
      search_by: 'url',
      titles: '1',
      website_id: 7,
      result: 'bad',
      latest: '1',
      check: 'title-present',
      changed: 'worse',
      from: '2026-11-01',
      to: '2026-11-30',
      indexability: 'other_url',
      group: '/blog/',
      structure: 'deep',
      score: '70-79',
      sort_by: 'score',
      sort: 'asc',
      per_page: 100,
      page: 3,
    })
  })

  it('uses the last of a repeated parameter', () => {
    expect(read('sort=asc&sort=desc&per_page=10&per_page=50').query).toMatchObject({ sort: 'desc', per_page: 50 })
  })

  it('lists every wrong value with what is allowed', () => {
    const { wrong } = read('per_page=30&result=great&page=0&sort_by=title&search_by=title&website_id=x')
    expect(wrong.map((one) => one.name)).toEqual(['search_by', 'website_id', 'result', 'sort_by', 'per_page', 'page'])
    expect(wrong.map(sentenceFor)).toContain('per_page must be 10, 25, 50 or 100.')
    expect(wrong.map(sentenceFor)).toContain('result must be good, decent or bad.')
  })

  it.each([
    ['30', 25],
    ['17', 10],
    ['18', 25],
    ['75', 50],
    ['1000', 100],
    ['-4', 10],
    ['x', 10],
    ['25.0', 25],
  ])('replaces per_page=%s by the nearest allowed value, the lower on a tie', (given, used) =>
    expect(read(`per_page=${given}`).query.per_page).toBe(used),
  )

  it.each(['0', '-1', '1e3', '9999999999999999999', 'abc', '9007199254740992', ' 1', '01'])(
    'rejects website_id=%s',
    (id) => {
      expect(read(`website_id=${encodeURIComponent(id)}`).wrong).toHaveLength(1)
    },
  )

  it.each([
    ['score=79-70', { score: null }, 'score must be a range such as 70-79, with the lower score first.'],
    ['score=100-99', { score: null }, 'score must be a range such as 70-79, with the lower score first.'],
    [
      'to=2026-11-01&from=2026-11-02',
      { from: '2026-11-02', to: null },
      'to must be a day as YYYY-MM-DD, not before the one of from.',
    ],
  ])('rejects the reversed range %s', (search, used, sentence) => {
    const { query, wrong } = read(search)
    expect(query).toMatchObject(used)
    expect(wrong.map(sentenceFor)).toEqual([sentence])
  })

  it.each(['score=70-70', 'score=9-10', 'score=0-100', 'from=2026-11-02&to=2026-11-02', 'to=2026-11-02'])(
    'reads the range %s',
    (search) => expect(read(search).wrong).toEqual([]),
  )

  it('lists a wrong start of a period only once', () => {
    expect(read('from=today&to=2026-11-01').wrong.map(({ name }) => name)).toEqual(['from'])
  })

  it('limits the page number and the length of the search', () => {
    expect(read('page=2147483647').wrong).toEqual([])
    expect(read('page=2147483648').wrong).toHaveLength(1)
    expect(read(`search=${'a'.repeat(500)}`).wrong).toEqual([])
    expect(read(`search=${'a'.repeat(501)}`).wrong).toHaveLength(1)
    expect(read(`search=${'😀'.repeat(500)}`).wrong).toEqual([])
    expect(read(`search=${'😀'.repeat(501)}`).wrong).toHaveLength(1)
    expect(read('search=%00').wrong).toHaveLength(1)
  })
})

describe('writing the parameters of a list', () => {
  it('leaves out defaults and keeps unknown parameters', () => {
    expect(written('sort=desc&per_page=10&page=1&utm_source=mail&result=bad')).toBe('utm_source=mail&result=bad')
  })

  it('returns what was read', () => {
    const search = 'search=b%C3%BCcher+%2B&website_id=7&result=bad&sort_by=url&sort=asc&per_page=25&page=2'
    expect(written(search)).toBe(search)
  })

  it('reads the parameters of the website list', () => {
    const { query, wrong } = readQuery(websiteListParams, new URLSearchParams('sort_by=reports_avg_score&result=bad'))
    expect(query.sort_by).toBe('reports_avg_score')
    expect(wrong).toEqual([])
  })
})
