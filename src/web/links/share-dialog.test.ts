import { expect, it } from 'vitest'
import { targetOf, websiteOf } from './share-dialog.tsx'

it('takes the filters and the order of a view from its URL, without the page and the newest ID', () => {
  const url = 'https://seo.example/reports?result=bad&page=3&newest=99&utm_source=x&sort_by=score'
  const view = { kind: 'view', list: 'reports', url, name: 'Bad' } as const
  expect(targetOf(view)).toEqual({ kind: 'view', list: 'reports', query: 'result=bad&sort_by=score' })
  expect(websiteOf(view)).toBeNull()
})

it('returns the website whose privacy decides about a report or a website', () => {
  const report = { kind: 'report', id: 4, websiteId: 2, url: '', name: '' } as const
  expect([targetOf(report), websiteOf(report)]).toEqual([{ kind: 'report', report_id: 4 }, 2])
  expect(websiteOf({ kind: 'website', id: 5, url: '', name: '' })).toBe(5)
})

it('takes the earlier report of a comparison from its URL', () => {
  const url = 'https://seo.example/reports/4?compare=3'
  expect(targetOf({ kind: 'report', id: 4, websiteId: 2, url, name: '' })).toMatchObject({ compare_id: 3 })
})
