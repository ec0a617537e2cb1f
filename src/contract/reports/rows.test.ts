import { describe, expect, it } from 'vitest'
import { readItem } from '../responses/envelope.ts'
import { AnyWebsite, WholeWebsite } from '../websites/website.ts'
import { AnyReport } from './any-report.ts'
import { AnyReportRow, ratingOfReport } from './report-row.ts'

const url = 'https://a.example/'
const row = (given: object) => AnyReportRow.parse({ id: 1, url, ...given })
const website = (given: object) => WholeWebsite.parse({ id: 1, domain: 'a.example', ...given })

describe('a score', () => {
  it.each<[unknown, number | null]>([
    [0, 0],
    [100, 100],
    [74.5, 74.5],
    ['61.3333', 61.3333],
    ['80', 80],
    ['n/a', null],
    ['', null],
    ['NaN', null],
    ['1e1', null],
    [-1, null],
    ['-1', null],
    [101, null],
    [true, null],
    [null, null],
    [[50], null],
    [{}, null],
    [undefined, null],
  ])('sent as %j is %s', (score, read) => {
    expect(row({ score }).score).toBe(read)
    expect(website({ reports_avg_score: score }).reports_avg_score).toBe(read)
  })

  it('is read from `result` when only that holds a number', () => {
    expect(row({ result: 85 })).toMatchObject({ score: 85, result: null })
    expect(row({ score: 'n/a', result: '85' })).toMatchObject({ score: 85, result: null })
    expect(row({ score: 20, result: 85 }).score).toBe(20)
    expect(row({ result: 'good' })).toMatchObject({ score: null, result: 'good' })
  })
})

describe('a rating', () => {
  it.each<[unknown, unknown, string | null]>([
    ['good', 10, 'good'],
    [' Bad ', 99, 'bad'],
    ['DECENT', 99, 'decent'],
    ['excellent', 79.9, 'decent'],
    [90, 90, 'good'],
    [null, 49, 'bad'],
    [undefined, undefined, null],
    [{}, 'n/a', null],
  ])('sent as %j with the score %j is %s', (result, score, read) =>
    expect(ratingOfReport(row({ result, score }))).toBe(read),
  )
})

describe('a time', () => {
  it.each<[unknown, string | null]>([
    ['2026-11-20T09:14:00.123456Z', '2026-11-20T09:14:00.123456Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
    ['+275760-09-13T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'],
    ['yesterday', 'yesterday'],
    ['0000-00-00 00:00:00', null],
    ['', null],
    [1_770_000_000, null],
    [null, null],
    [undefined, null],
  ])('sent as %j is read as %j', (created_at, read) =>
    expect([row({ created_at }).created_at, website({ created_at }).created_at]).toEqual([read, read]),
  )
})

it('a row without a URL or a domain is rejected', () => {
  for (const name of [undefined, '', ' ', 7]) {
    expect(AnyReportRow.safeParse({ id: 1, url: name }).success).toBe(false)
    expect(AnyWebsite.safeParse({ id: 1, domain: name }).success).toBe(false)
  }
})

describe('an id', () => {
  it.each<[unknown, boolean]>([
    [7, true],
    ['7', true],
    [2 ** 53 - 1, true],
    [2 ** 53, false],
    ['9223372036854775807', false],
    ['0b6ef7a4', false],
    [0, false],
    [-4, false],
    [1.5, false],
    [null, false],
    [undefined, false],
    [{ toString: 1 }, false],
  ])('sent as %j is valid: %s', (id, can) => expect(AnyReportRow.safeParse({ id, url }).success).toBe(can))
})

describe('a website', () => {
  it.each<[unknown, number | null]>([
    [0, 0],
    ['2', 2],
    [1, 1],
    [3, null],
    ['private', null],
    [null, null],
    [undefined, null],
    [true, null],
    [[2], null],
  ])('with the privacy %j is read with %j', (privacy, read) => expect(website({ privacy }).privacy).toBe(read))

  it.each<[object, boolean | null]>([
    [{ has_password: true }, true],
    [{ has_password: 0 }, false],
    [{ password: true }, true],
    [{ password: false }, false],
    [{ password: '1' }, true],
    [{ password: 'false' }, false],
    [{ password: '$2y$10$abcdefgh' }, true],
    [{ password: '' }, null],
    [{ password: null }, null],
    [{ has_password: false, password: 'left over' }, false],
    [{}, null],
  ])('sent with %j has a password: %s', (given, read) => {
    const whole = website(given)
    expect(whole.has_password).toBe(read)
    expect(JSON.stringify(whole)).not.toMatch(/\$2y|left over/)
  })

  it.each<[unknown, number | null]>([
    [12, 12],
    ['12', 12],
    [0, 0],
    [-1, null],
    [1.5, null],
    ['many', null],
    [undefined, null],
  ])('with %j reports is read with %s', (reports_count, read) =>
    expect(website({ reports_count }).reports_count).toBe(read),
  )

  it('keeps unknown fields on its own page only', () => {
    expect(website({ owner: 'x', password: 'secret' }).other).toEqual({ owner: 'x' })
    expect(AnyWebsite.parse({ id: 1, domain: 'a.example', owner: 'x' })).not.toHaveProperty('other')
  })

  it('keeps its domain as plain text', () => {
    const domain = '"><img src=x onerror=alert(1)>'
    expect(readItem(WholeWebsite, { data: { id: '3', domain } })).toMatchObject({ id: 3, domain })
  })
})

describe('a resource of another server', () => {
  it('can have numbers as text and no rating', () => {
    const row = readItem(AnyReportRow, { data: { id: '4', url: 'example.com/page', score: '61.5' } })
    expect(row).toMatchObject({ id: 4, score: 61.5, result: null, title: null, created_at: null })
    expect(ratingOfReport(row)).toBe('decent')
  })

  it('can have a score in place of the rating', () => {
    expect(ratingOfReport(readItem(AnyReportRow, { id: 1, url: 'https://a.example/', score: 90, result: 90 }))).toBe(
      'good',
    )
  })

  it('can have an average and a privacy as text', () => {
    expect(
      readItem(AnyWebsite, {
        data: { id: 1, domain: 'a.example', privacy: '2', reports_avg_score: '61.3333', password: true },
      }),
    ).toMatchObject({
      privacy: 2,
      reports_avg_score: 61.3333,
      reports_count: null,
    })
  })

  it('can have check results with only the three common fields', () => {
    const { results } = readItem(AnyReport, {
      id: 1,
      url: 'a.example',
      score: 10,
      results: { seo_title: { passed: false, importance: 'high', value: 'x', errors: { too_long: 60 } } },
    })
    expect(results).toMatchObject([{ id: 'seo_title', outcome: 'fail', importance: 'high', evidence: [] }])
  })

  it('can have an array where a map belongs, or a map of other categories', () => {
    const sent = { id: 1, url: 'https://a.example/', score: 1 }
    expect(AnyReport.parse({ ...sent, categories: [] }).categories).toEqual({})
    expect(AnyReport.parse({ ...sent, categories: { crawl: 10 } }).categories).toEqual({ crawl: 10 })
    const others = { crawl: 10, other: 1 }
    expect(AnyReport.parse({ ...sent, categories: others })).toMatchObject({
      categories: {},
      other: { categories: others },
    })
  })
})
