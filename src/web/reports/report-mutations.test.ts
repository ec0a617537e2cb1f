import { afterEach, expect, it } from 'vitest'
import type { AnyReport } from '#contract/any-report.ts'
import { queryClient } from '#web/data/query-client.ts'
import { keepNewReport } from './report-mutations.ts'
import { reportQueries } from './queries.ts'

const report = (id: number) => ({ id, results: { checks: [{}] } }) as unknown as AnyReport
const keyOf = (id: number) => reportQueries.detail(id).queryKey

afterEach(() => queryClient.clear())

it('a new report is at hand for its page, and others are asked for again, for it may have changed what they say', () => {
  queryClient.setQueryData(keyOf(1), report(1))
  keepNewReport(report(2))
  expect(queryClient.getQueryState(keyOf(1))?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(keyOf(2))).toMatchObject({ data: report(2), isInvalidated: false })
})
