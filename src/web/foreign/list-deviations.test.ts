import { describe, expect, it } from 'vitest'
import {
  type ReportListQuery,
  reportListParams,
  type WebsiteListQuery,
  websiteListParams,
} from '#contract/lists/list-query.ts'
import { readQuery } from '#contract/lists/query-params.ts'
import type { PageOfList } from '#contract/responses/envelope.ts'
import { emptyPage } from '#testing/store/lists.ts'
import { reportsWords } from '#web/reports/words.ts'
import { websitesWords } from '#web/websites/words.ts'
import { deviationsOf, isSamePage } from './list-deviations.tsx'
import { deviationWords } from './words.ts'

const none = new URLSearchParams()
const reports = (query: Partial<ReportListQuery> = {}): ReportListQuery => ({
  ...readQuery(reportListParams, none).query,
  ...query,
})
const websites = (query: Partial<WebsiteListQuery> = {}): WebsiteListQuery => ({
  ...readQuery(websiteListParams, none).query,
  ...query,
})
const pageOf = (rows: object[], rest: Partial<PageOfList<{ id: number }>> = {}): PageOfList<{ id: number }> => {
  const numbered = rows.map((row, at) => ({ id: 100 - at, ...row }))
  return { ...emptyPage, rows: numbered, sent: rows.length, ...rest }
}
const by = (key: string, ...values: unknown[]) => pageOf(values.map((value) => ({ [key]: value })))

const orderOf = ({ sort_by, sort }: ReportListQuery | WebsiteListQuery) =>
  ({ ...reportsWords.order, ...websitesWords.order })[sort_by][sort]

describe('a list as requested', () => {
  it.each<[string, ReportListQuery | WebsiteListQuery, PageOfList<{ id: number }>]>([
    ['the newest first', reports(), by('url', 'a', 'b', 'c')],
    [
      'the oldest first, by their dates',
      reports({ sort: 'asc' }),
      pageOf([{ created_at: '2026-01-01' }, { created_at: '2026-01-02' }]),
    ],
    ['scores with one absent and two alike', reports({ sort_by: 'score', sort: 'asc' }), by('score', 3, null, 3, 70.5)],
    [
      'URLs by code unit',
      reports({ sort_by: 'url', sort: 'asc' }),
      by('url', 'https://B.example/', 'https://a.example/'),
    ],
    [
      'URLs regardless of case',
      reports({ sort_by: 'url', sort: 'asc' }),
      by('url', 'https://a.example/', 'https://B.example/'),
    ],
    [
      'URLs regardless of their scheme',
      reports({ sort_by: 'url', sort: 'asc' }),
      by('url', 'https://a.example/', 'b.example/', 'http://www.c.example/'),
    ],
    [
      'domains regardless of punctuation',
      websites({ sort_by: 'domain', sort: 'asc' }),
      by('domain', 'ab.example', 'a-c.example', 'ad.example'),
    ],
    [
      'averages, highest first',
      websites({ sort_by: 'reports_avg_score', sort: 'desc' }),
      by('reports_avg_score', 90, 61.3333, null),
    ],
    [
      'one rating, with other limits than ours',
      reports({ result: 'decent' }),
      pageOf([
        { result: 'decent', score: 85 },
        { result: null, score: 45 },
      ]),
    ],
    [
      'one website, which some rows leave out',
      reports({ website_id: 7 }),
      pageOf([{ website_id: 7 }, { website_id: null }]),
    ],
    ['a short last page', reports({ page: 3 }), pageOf([{}], { lastPage: 3, perPage: 10, current: 3 })],
    ['no rows at all', reports({ sort_by: 'score' }), pageOf([])],
    ['no rows after the last page', reports({ page: 9 }), pageOf([], { total: 40 })],
  ])('has no deviations: %s', (_, query, page) => expect(deviationsOf(query, orderOf(query), page)).toEqual([]))
})

describe('a list that differs from the request', () => {
  it.each<[string, ReportListQuery | WebsiteListQuery, PageOfList<{ id: number }>, string]>([
    ['missing rows', reports({ page: 2 }), pageOf([], { total: 40 }), deviationWords.noneSent(40)],
    ['ids', reports(), pageOf([{ id: 1 }, { id: 2 }]), deviationWords.unordered('newest first')],
    [
      'scores',
      reports({ sort_by: 'score', sort: 'asc' }),
      by('score', 3, null, 2),
      deviationWords.unordered(reportsWords.order.score.asc),
    ],
    [
      'URLs',
      reports({ sort_by: 'url', sort: 'desc' }),
      by('url', 'a.example', 'b.example'),
      deviationWords.unordered(reportsWords.order.url.desc),
    ],
    [
      'counts',
      websites({ sort_by: 'reports_count', sort: 'desc' }),
      by('reports_count', 0, 4),
      deviationWords.unordered(websitesWords.order.reports_count.desc),
    ],
    [
      'rating',
      reports({ result: 'bad' }),
      pageOf([{ result: 'bad' }, { result: 'good' }]),
      deviationWords.unrated('Bad'),
    ],
    ['rating by score', reports({ result: 'bad' }), pageOf([{ score: 95 }]), deviationWords.unrated('Bad')],
    ['website', reports({ website_id: 7 }), pageOf([{ website_id: 8 }]), deviationWords.otherWebsite],
    ['page', reports({ page: 3 }), pageOf([{}], { current: 1 }), deviationWords.otherPage(3, 1)],
    ['more rows', reports(), pageOf(Array.from({ length: 15 }, () => ({}))), deviationWords.otherSize(15, 10)],
    [
      'fewer rows',
      reports({ per_page: 25 }),
      pageOf(
        Array.from({ length: 15 }, () => ({})),
        { lastPage: 4 },
      ),
      deviationWords.otherSize(15, 25),
    ],
    [
      'its own size',
      reports({ per_page: 25 }),
      pageOf(
        Array.from({ length: 15 }, () => ({})),
        { perPage: 15 },
      ),
      deviationWords.otherSize(15, 25),
    ],
    [
      'more rows than are read',
      reports(),
      pageOf([{}], { sent: 100_000 }),
      'The server sent 100,000 rows instead of 10. Showing the first 500.',
    ],
    [
      'a repeated row',
      reports(),
      pageOf(
        Array.from({ length: 10 }, () => ({})),
        { repeated: [100], sent: 11 },
      ),
      deviationWords.twice(1),
    ],
  ])('is described in one sentence: %s', (_, query, page, sentence) =>
    expect(deviationsOf(query, orderOf(query), page)).toEqual([sentence]),
  )
})

it('two pages are the same only with the same rows in the same order', () => {
  const page = pageOf([{}, {}])
  expect(isSamePage(page, pageOf([{}, {}]))).toBe(true)
  expect(isSamePage(page, pageOf([{}, {}, {}]))).toBe(false)
  expect(isSamePage(page, pageOf([{}, { id: 4 }]))).toBe(false)
  expect(isSamePage(pageOf([]), pageOf([]))).toBe(false)
  expect(isSamePage(page, undefined)).toBe(false)
})
