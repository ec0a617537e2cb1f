import { describe, expect, it } from 'vitest'
import { indexabilityText, indexabilityTexts } from '#contract/reports/indexability.ts'
import { presentReport } from '#service/present/report.ts'
import { countToFix } from '#service/store/reports/report-payloads.ts'
import { neverRescored, type ReportRecord } from '#service/store/reports/reports.ts'
import { newCheckResult, newEvaluation, newFacts, reportRecord, websiteRecord } from '#testing/store/reports.ts'
import { previewOfReport, previewOfView, previewOfWebsite } from './preview.ts'

const results = {
  a: newCheckResult(),
  b: newCheckResult({ outcome: 'fail', passed: false }),
  c: newCheckResult({ outcome: 'warn', passed: false }),
  d: newCheckResult({ outcome: 'unknown' }),
}
const report = (more: Partial<ReportRecord> = {}, given: typeof results | Record<string, never> = results) => ({
  to_fix: countToFix(given),
  ...presentReport(
    reportRecord({
      url: 'https://www.shop.example/pricing?plan=a',
      title: 'Plans',
      score: 72,
      main_issue: null,
      created_at: '2026-05-03T23:59:00.000Z',
      ...more,
    }),
    { evaluation: newEvaluation({ results: given }), facts: newFacts() },
    neverRescored,
    null,
    false,
    false,
  ),
})

describe('the preview of a report', () => {
  it('has the URL, score, rating, number of issues and date', () => {
    expect(previewOfReport(report())).toEqual({
      title: 'shop.example/pricing?plan=a · 72 of 100',
      description: `Scored 72 of 100 (Decent) with 2 to fix, on 3 May 2026. ${indexabilityTexts.indexable}.`,
      alt: `shop.example/pricing?plan=a: 72 of 100, Decent, 2 to fix. ${indexabilityTexts.indexable}.`,
      card: {
        host: 'shop.example',
        path: '/pricing?plan=a',
        title: 'Plans',
        indexability: indexabilityTexts.indexable,
        score: 72,
        rating: 'decent',
        note: '2 to fix',
        date: '3 May 2026',
      },
    })
    expect(previewOfReport(report({ url: 'https://shop.example/' }, {}))).toMatchObject({
      title: 'shop.example · 72 of 100',
      description: expect.stringContaining('with nothing to fix'),
      card: { path: '' },
    })
  })

  it.each([
    ['indexable', 'robots-valid', null],
    ['other_url', 'canonical-elsewhere', 'canonical-elsewhere'],
    ['unlikely', 'soft-404-page', 'soft-404-page'],
    ['unlikely', 'robots-valid', 'robots-valid'],
    ['blocked', 'http-status', 'http-status'],
    ['blocked', 'robots-blocked', 'robots-blocked'],
  ] as const)('has the indexability of a page that is %s by %s', (indexability, main_issue, check) => {
    const text = indexabilityText({ state: indexability, check, deliberate: false })
    expect(previewOfReport({ ...report(), indexability, main_issue })).toMatchObject({
      description: `Scored 72 of 100 (Decent) with 2 to fix, on 3 May 2026. ${text}.`,
      alt: `shop.example/pricing?plan=a: 72 of 100, Decent, 2 to fix. ${text}.`,
      card: { indexability: text },
    })
  })

  it('has no indexability if it is not known', () => {
    const { description, card } = previewOfReport({ ...report(), indexability: null })
    expect(description).toMatch(/on 3 May 2026\.$/)
    expect(card.indexability).toBeNull()
  })

  it('is short for any URL, and plain text for any page', () => {
    const { title, description } = previewOfReport(
      report({ url: `https://shop.example/${'%E2%80%AE<"'.repeat(300)}`, title: '</title>\u202E'.repeat(2_000) }),
    )
    expect(title).toMatch(/^shop\.example\/[\x21-\x7e]+…[\x21-\x7e]+ · 72 of 100$/)
    expect(title.length).toBeLessThan(120)
    expect(description).not.toContain('title')
  })
})

describe('the preview of a website', () => {
  const website = websiteRecord({ counted_average: 71.6 })

  it('has the average score of its indexable pages', () => {
    expect(previewOfWebsite(website)).toMatchObject({
      title: 'shop.example · 72 of 100',
      description: '5 indexable pages with an average score of 72 of 100 (Decent): 2 good, 2 decent, 1 bad.',
      card: { score: 72, rating: 'decent', note: 'Average of 5 indexable pages', title: null },
    })
    expect(previewOfWebsite({ ...website, counted_average: 79.6 }).card).toMatchObject({ score: 79, rating: 'decent' })
  })

  it('mentions that there are no reports, or no indexable pages', () => {
    expect(previewOfWebsite({ ...website, counted_average: null })).toMatchObject({
      description: 'This website has no indexable pages.',
      card: { score: null, note: 'No indexable pages' },
    })
    expect(previewOfWebsite({ ...website, pages_count: 0, counted_average: null })).toMatchObject({
      title: 'shop.example',
      card: { score: null, rating: null, note: 'No reports yet' },
    })
  })
})

it('the preview of a view has its label, else a description of the list', () => {
  expect(previewOfView({ label: 'For the\u202E team\n', title: 'Bad reports', list: 'reports' })).toMatchObject({
    title: 'For the team',
    description: 'A list of reports, shared by link.',
    card: { title: 'For the team', score: null },
  })
  expect(previewOfView({ label: '\u202E ', title: 'Websites', list: 'websites' }).title).toBe('Websites')
  expect([...previewOfView({ label: '', title: 'x'.repeat(2_000), list: 'reports' }).title]).toHaveLength(90)
})
