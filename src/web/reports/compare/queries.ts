import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { Comparison } from '#contract/reports/comparison.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { readFromOwn } from '#web/data/service.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { useComparedId } from './report-or-comparison.tsx'

/** Compares the report `id` with `other`. Null on servers that don't compare reports. */
export const comparisonQuery = (id: number, other: number) =>
  queryOptions({
    queryKey: [...reportQueries.details(), 'compare', id, other],
    queryFn: ({ signal }) =>
      readFromOwn({ report: id, part: `compare/${other}` }, (body) => readItem(Comparison, body), signal),
    staleTime: 60_000,
  })

/** True if the page shows a comparison, also while it is loading. Otherwise it shows the report alone. */
export function useIsCompared(report: AnyReport | undefined) {
  const other = useComparedId()
  const isAsked = other !== null
  const { data, isError } = useQuery({
    ...comparisonQuery(report?.id ?? 0, other ?? 0),
    enabled: isAsked && report !== undefined,
  })
  return isAsked && data !== null && !isError
}
