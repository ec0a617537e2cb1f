import * as z from 'zod'
import { lenientInteger, orNull } from '../responses/lenient.ts'

const Neighbour = z.object({ id: lenientInteger, url: z.string() })
export type Neighbour = z.infer<typeof Neighbour>

/** The response of `GET /api/v1/reports/{id}/neighbours`: the position of a report in a list. */
export const Neighbours = z.object({
  /** From 1. Null if the report is no longer in the list, or if the list is a search that is not counted that far. */
  position: orNull(lenientInteger),
  total: lenientInteger,
  total_relation: z.enum(['eq', 'gte']),
  previous: orNull(Neighbour),
  next: orNull(Neighbour),
})
export type Neighbours = z.infer<typeof Neighbours>
