import { expect, it } from 'vitest'
import { reportListParams } from '#contract/lists/list-query.ts'
import { isSameList } from './back-link.tsx'

it('two URLs show the same list if only the order of their parameters, defaults or other parameters differ', () => {
  const same = (a: string, b: string) => isSameList(a, b, reportListParams)
  expect(same('/reports?page=2&result=bad', '/reports?result=bad&page=2')).toBe(true)
  expect(same('/reports', '/reports?per_page=10&newest=4')).toBe(true)
  expect(same('/reports?page=2', '/reports?page=3')).toBe(false)
  expect(same('/reports?page=2', '/websites/7?page=2')).toBe(false)
})
