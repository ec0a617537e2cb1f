import * as z from 'zod/mini'
import { lenientInteger, orNull } from './lenient.ts'

const Neighbour = z.object({ id: lenientInteger, url: z.string() })
export type Neighbour = z.infer<typeof Neighbour>

/** Where a report stands in a list, as `GET /api/v1/reports/{id}/neighbours` with the list's parameters says. */
export const Neighbours = z.object({
  /** From 1. Null when the report is not in the list any more, or the list is a search that is not counted so far. */
  position: orNull(lenientInteger),
  total: lenientInteger,
  total_relation: z.enum(['eq', 'gte']),
  previous: orNull(Neighbour),
  next: orNull(Neighbour),
})
export type Neighbours = z.infer<typeof Neighbours>
