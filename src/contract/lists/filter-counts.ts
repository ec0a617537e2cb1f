import * as z from 'zod'
import { Count } from '../values.ts'

/** The filters of reports that offer a plain choice. Their values are counted, as are issues and states in Google. */
export const plainFilters = ['changed', 'indexability', 'structure', 'score'] as const

export const FilterCount = z
  .object({
    filter: z.enum(['check', 'google_index', ...plainFilters]),
    value: z.string(),
    count: Count,
    count_relation: z.enum(['eq', 'gte']),
  })
  .meta({
    id: 'FilterCount',
    description: 'The number of reports in a list with this value of a filter, beside the other filters of the list.',
  })
export type FilterCount = z.infer<typeof FilterCount>
