import { queryOptions } from '@tanstack/react-query'
import { Comparison } from '#contract/comparison.ts'
import { readItem } from '#contract/envelope.ts'
import { parseBody } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/session.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { isSupported } from '../history/queries.ts'

/** What changed from the report `other` to the report `id`. Null on servers that don't compare reports. */
export const comparisonQuery = (id: number, other: number) =>
  queryOptions({
    queryKey: [...reportQueries.details(), 'compare', id, other],
    queryFn: async ({ signal }): Promise<Comparison | null> => {
      if (!(await isSupported('compare'))) return null
      const path = `/reports/${id}/compare/${other}`
      const { body } = await currentClient().call('GET', path, { signal })
      return parseBody(path, body, () => readItem(Comparison, body))
    },
    staleTime: 60_000,
  })
