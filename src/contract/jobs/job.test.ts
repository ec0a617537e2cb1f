import { describe, expect, test } from 'vitest'
import { messageOf, readForm } from '../forms/form.ts'
import { NewJobForm } from '../forms/job-form.ts'
import { readQuery } from '../lists/query-params.ts'
import {
  isFinished,
  type JobState,
  jobListParams,
  jobUrlParams,
  maxJobBody,
  maxJobUrls,
  readCrawlLimits,
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
    const form = {
      crawl: 'https://a.example/',
      speed: '0,5',
      ignore_parameters: 'utm_*\nsid, sid',
      max_per_folder: '100',
    }
    expect(readForm(NewJobForm, form).values).toMatchObject({
      speed: 0.5,
      ignore_parameters: ['utm_*', 'sid'],
      max_per_folder: 100,
    })
  })

  test('reads the limits of older crawls, which lack the newer ones', () => {
    const older = { max_pages: 7, max_depth: 2, include: ['/a'], exclude: [] }
    expect(readCrawlLimits(JSON.stringify(older))).toEqual({
      ...older,
      speed: null,
      ignore_parameters: [],
      max_per_folder: null,
    })
  })

  test.each([
    ['speed', '0', 'invalid_choice', 'from 0.1 to 50'],
    ['speed', '51', 'invalid_choice', 'from 0.1 to 50'],
    ['speed', 'fast', 'invalid_choice', 'from 0.1 to 50'],
    ['max_per_folder', '0', 'invalid_choice', 'from 1 to 50,000'],
    ['ignore_parameters', 'a*b', 'invalid_characters', 'with * only at the end'],
    ['ignore_parameters', '?sid=1', 'invalid_characters', 'without ?'],
    ['ignore_parameters', 'x'.repeat(101), 'too_long', '100 characters'],
    ['ignore_parameters', Array.from({ length: 101 }, (_, at) => `p${at}`).join('\n'), 'too_many', '100 names'],
  ])('is refused with %s=%s, and says what is allowed', (field, text, code, sentence) => {
    const [problem] = problemsOf({ crawl: 'https://a.example/', [field]: text })
    expect(problem).toMatchObject({ field, code })
    expect(problem && messageOf(NewJobForm, problem)).toContain(sentence)
  })

  test.each([
    ['nothing', {}],
    ['two kinds', { urls: 'https://a.example/', sitemap: 'https://a.example/sitemap.xml' }],
  ])('is refused with %s', (_, fields) => {
    expect(problemsOf(fields)).toEqual([{ field: 'urls', code: 'one_required' }])
  })

  test.each(['0', '50001', 'many', '1.5'])('is refused with max_pages=%s', (max_pages) => {
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
  test.each<[JobState, boolean]>([
    ['queued', false],
    ['paused', false],
    ['cancelled', true],
    ['failed', true],
  ])('that is %s is finished: %s', (state, finished) => expect(isFinished({ state })).toBe(finished))

  test('lists its URLs by state', () => {
    expect(readQuery(jobUrlParams, new URLSearchParams('state=failed&page=2')).query).toEqual({
      state: 'failed',
      per_page: 10,
      page: 2,
    })
    expect(readQuery(jobListParams, new URLSearchParams()).query).toEqual({ client: null, per_page: 10, page: 1 })
  })
})
