import { afterEach, expect, it } from 'vitest'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { cacheNewReport } from './create-report.ts'

const report = (id: number) => ({ id, results: [{}] }) as unknown as AnyReport
const keyOf = (id: number) => reportQueries.detail(id).queryKey

afterEach(() => queryClient.clear())

it('caches a new report for its page, and marks other reports as outdated', () => {
  queryClient.setQueryData(keyOf(1), report(1))
  cacheNewReport(report(2))
  expect(queryClient.getQueryState(keyOf(1))?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(keyOf(2))).toMatchObject({ data: report(2), isInvalidated: false })
})
