import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readItem, readPage } from './envelope.ts'
import { NewLink } from './links.ts'
import { readProblem } from './problem.ts'
import { ratingOf, ratings, ratingTable } from './rating.ts'
import { Report } from './report.ts'
import { ReportRow, ratingOfReport } from './report-row.ts'
import { Website } from './website.ts'

describe('rating', () => {
  it.each([
    [100, 'good'],
    [80, 'good'],
    [79.9, 'decent'],
    [79, 'decent'],
    [50, 'decent'],
    [49, 'bad'],
    [0, 'bad'],
  ])('%s is %s', (score, rating) => {
    expect(ratingOf(score)).toBe(rating)
  })

  it('covers 0 to 100 without a gap', () => {
    const sorted = ratings.map((rating) => ratingTable[rating]).toSorted((a, b) => a.from - b.from)
    expect(sorted.map(({ from }) => from)).toEqual([0, ...sorted.slice(0, -1).map(({ to }) => to + 1)])
    expect(sorted.at(-1)?.to).toBe(100)
  })
})

describe('reading other servers', () => {
  it('takes numbers sent as text and a missing rating', () => {
    const row = readItem(ReportRow, { data: { id: '4', url: 'example.com/page', score: '61.5' } })
    expect(row).toMatchObject({ id: 4, score: 61.5, result: null, title: null, created_at: null })
    expect(ratingOfReport(row)).toBe('decent')
  })

  it('takes a score where the rating should be', () => {
    expect(ratingOfReport(readItem(ReportRow, { id: 1, url: 'https://a.example/', score: 90, result: 90 }))).toBe(
      'good',
    )
  })

  it('takes a website with an average as text and privacy as text', () => {
    expect(
      readItem(Website, {
        data: { id: 1, domain: 'a.example', privacy: '2', reports_avg_score: '61.3333', password: true },
      }),
    ).toMatchObject({
      privacy: 2,
      reports_avg_score: 61.3333,
      reports_count: null,
    })
  })

  it('takes check results with only the three common fields', () => {
    const report = readItem(Report, {
      id: 1,
      url: 'a.example',
      score: 10,
      results: { seo_title: { passed: false, importance: 'high', value: 'x', errors: { too_long: 60 } } },
    })
    expect(report.results['seo_title']).toMatchObject({
      passed: false,
      importance: 'high',
      outcome: null,
      evidence: [],
    })
  })

  it('takes an array where a map belongs as an empty map, as a server without maps sends one', () => {
    const sent = { id: 1, url: 'https://a.example/', score: 1 }
    expect(z.parse(Report, { ...sent, results: [] }).results).toEqual({})
    expect(z.parse(Report, { ...sent, results: ['x'], categories: { crawl: 10, other: 1 } })).toMatchObject({
      results: {},
      categories: {},
    })
    expect(z.parse(Report, { ...sent, categories: { crawl: 10 } }).categories).toEqual({ crawl: 10 })
  })

  it('reads every list envelope in use, and refuses what is none', () => {
    const rows = [{ id: 1, url: 'a.example', score: 1 }]
    expect(readPage(ReportRow, rows).rows).toHaveLength(1)
    expect(readPage(ReportRow, { data: rows }).total).toBeNull()
    expect(readPage(ReportRow, { data: rows, meta: { total: '40', last_page: 4 } })).toMatchObject({
      total: 40,
      lastPage: 4,
      totalRelation: 'eq',
    })
    expect(() => readPage(ReportRow, { rows })).toThrow()
    expect(() => readPage(ReportRow, '<html>')).toThrow()
  })
})

describe('the address of a link that was just made', () => {
  const link = {
    id: 7,
    kind: 'report',
    mode: 'live',
    title: 'https://a.example/',
    created_at: '2026-11-21T12:00:00Z',
    token: 'abc',
  }

  it.each(['https://seo.example/s/abc', 'http://localhost:3000/s/abc'])('may be %s', (url) => {
    expect(NewLink.safeParse({ ...link, url }).data?.url).toBe(url)
  })

  it.each([
    'javascript:alert(1)//https://seo.example',
    ' javascript:alert(1)',
    'data:text/html,x',
    '/s/abc',
    'https:seo.example',
  ])('is never %s, for it is put into mails and other documents', (url) => {
    expect(NewLink.safeParse({ ...link, url }).success).toBe(false)
  })
})

describe('reading problems', () => {
  it('reads our shape, both of Laravel, and problem details', () => {
    expect(readProblem({ message: 'No.', errors: { url: ['Bad.'] }, status: 422 })).toMatchObject({
      message: 'No.',
      errors: { url: ['Bad.'] },
    })
    expect(readProblem({ message: { url: ['Bad.'] } })).toMatchObject({ message: 'Bad.', errors: { url: ['Bad.'] } })
    expect(readProblem({ title: 'Gone', detail: 'It was deleted.' }).message).toBe('It was deleted.')
    expect(readProblem({ errors: ['Bad.', 'Worse.'] })).toMatchObject({ message: 'Bad. Worse.', errors: {} })
    expect(readProblem({ error: 'Not that one.' }).message).toBe('Not that one.')
    expect(readProblem({ errors: [], error: {} }).message).toBeNull()
    expect(readProblem('<html>').message).toBeNull()
  })
})
