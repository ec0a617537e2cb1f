import { describe, expect, test } from 'vitest'
import { readForm } from '../forms/form.ts'
import { NewJobForm } from '../forms/job-form.ts'
import { readQuery } from '../lists/query-params.ts'
import {
  isFinished,
  Job,
  type JobCommand,
  type JobCounts,
  type JobKind,
  type JobState,
  jobCommands,
  jobDays,
  jobListParams,
  JobUrl,
  jobUrlParams,
  maxJobBody,
  maxJobUrls,
} from './job.ts'

const problemsOf = (fields: Record<string, string>) => readForm(NewJobForm, fields).problems

describe('a new job', () => {
  test('takes a list of URLs, one a line, and keeps their line numbers', () => {
    const { values } = readForm(NewJobForm, { urls: 'https://a.example/\r\n\n  https://b.example/  \n', label: 'Two' })
    expect(values?.label).toBe('Two')
    expect(values?.urls).toEqual([
      { line: 1, text: 'https://a.example/' },
      { line: 3, text: 'https://b.example/' },
    ])
  })

  test('takes a sitemap', () => {
    expect(readForm(NewJobForm, { sitemap: 'https://a.example/sitemap.xml' }).values?.sitemap?.href).toBe(
      'https://a.example/sitemap.xml',
    )
  })

  test('takes the start of a crawl with its limits', () => {
    const { values } = readForm(NewJobForm, {
      crawl: 'https://a.example/',
      max_depth: '3',
      include: '/blog/*\n/shop/*',
    })
    expect(values).toMatchObject({ max_pages: 500, max_depth: 3, include: ['/blog/*', '/shop/*'], exclude: [] })
    expect(values?.crawl?.href).toBe('https://a.example/')
  })

  test.each([
    ['nothing', {}],
    ['two kinds', { urls: 'https://a.example/', sitemap: 'https://a.example/sitemap.xml' }],
  ])('is refused with %s', (_, fields) => {
    expect(problemsOf(fields)).toEqual([{ field: 'urls', code: 'one_required' }])
  })

  test.each(['0', '20001', 'many', '1.5'])('is refused with max_pages=%s', (max_pages) => {
    expect(problemsOf({ crawl: 'https://a.example/', max_pages })).toEqual([
      { field: 'max_pages', code: 'invalid_choice' },
    ])
  })

  test('is refused with more URLs than a job can have', () => {
    expect(problemsOf({ urls: 'a\n'.repeat(maxJobUrls + 1) })).toEqual([{ field: 'urls', code: 'too_many' }])
    expect(maxJobBody).toBeGreaterThan(maxJobUrls * 100)
  })
})

describe('a job', () => {
  test('is read with the fields of a job of one URL alone', () => {
    const none: JobCounts = { total: 0, queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 }
    const job = Job.parse({
      id: 7,
      url: 'https://a.example/',
      state: 'queued',
      attempts: 0,
      report_id: null,
      error: null,
    })
    expect(job).toMatchObject({ id: 7, label: '', counts: none, crawl: null })
    const [kind, state]: [JobKind, JobState] = [job.kind, job.state]
    expect([kind, state]).toEqual(['url', 'queued'])
    expect(isFinished(job)).toBe(false)
    expect(isFinished({ state: 'cancelled' })).toBe(true)
    expect(jobDays).toBe(7)
    expect(jobCommands).toContain('retry' satisfies JobCommand)
  })

  test('has URLs that a list tells apart by their line', () => {
    const row = JobUrl.parse({ line: 3, url: 'https://a.example/', state: 'failed', error: { message: 'No.' } })
    expect(row).toMatchObject({ id: 3, line: 3, error: { message: 'No.', code: null }, orphan: null })
  })

  test('lists its URLs by state', () => {
    expect(readQuery(jobUrlParams, new URLSearchParams('state=failed&page=2')).query).toEqual({
      state: 'failed',
      per_page: 10,
      page: 2,
    })
    expect(readQuery(jobListParams, new URLSearchParams()).query).toEqual({ per_page: 10, page: 1 })
  })
})
