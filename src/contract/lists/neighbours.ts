import * as z from 'zod'
import { Count, Id, Relation } from '../values.ts'

const Neighbour = z.object({ id: Id, url: z.string() })
export type Neighbour = z.infer<typeof Neighbour>

export const Neighbours = z
  .object({
    /** From 1. */
    position: z.int().min(1).nullable(),
    total: Count,
    total_relation: Relation,
    previous: Neighbour.nullable(),
    next: Neighbour.nullable(),
  })
  .meta({
    id: 'Neighbours',
    description:
      "A report's position in a list. `position` is null if the report is no longer in the list, or beyond the rows that are counted.",
  })
export type Neighbours = z.infer<typeof Neighbours>
