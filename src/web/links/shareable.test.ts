import { expect, it } from 'vitest'
import { targetOf, websiteOf } from './shareable.ts'

it('takes of a view what its address says of filters and order, without the page and what was newest', () => {
  const url = 'https://seo.example/reports?result=bad&page=3&newest=99&utm_source=x&sort_by=score'
  const view = { kind: 'view', list: 'reports', url, name: 'Bad' } as const
  expect(targetOf(view)).toEqual({ kind: 'view', list: 'reports', query: 'result=bad&sort_by=score' })
  expect(websiteOf(view)).toBeNull()
})

it('knows whose privacy decides about a report and a website', () => {
  const report = { kind: 'report', id: 4, websiteId: 2, url: '', name: '' } as const
  expect([targetOf(report), websiteOf(report)]).toEqual([{ kind: 'report', report_id: 4 }, 2])
  expect(websiteOf({ kind: 'website', id: 5, url: '', name: '' })).toBe(5)
})
