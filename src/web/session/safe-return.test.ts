import { expect, it } from 'vitest'
import { safeReturn } from './safe-return.ts'

const to = (text: string | null) => safeReturn(text, 'https://seo.example')

it('returns a path of the dashboard with its query and fragment', () => {
  expect(to('/reports?result=bad&page=2')).toBe('/reports?result=bad&page=2')
  expect(to('/reports/4#title-present')).toBe('/reports/4#title-present')
})

it.each([
  null,
  '',
  'https://evil.example/reports',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'https://seo.example//evil.example',
  '/sign-in?to=/reports',
  'http://[',
])('returns the first page instead of %s', (text) => {
  expect(to(text)).toBe('/')
})
