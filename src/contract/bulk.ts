import * as z from 'zod/mini'
import { lenientInteger, orElse } from './lenient.ts'

/** So many ids one `POST /api/v1/bulk/reports/delete` takes. */
export const maxBulkIds = 1_000

export const DeleteOutcome = z.object({
  id: lenientInteger,
  deleted: z.boolean(),
  error: z.optional(z.enum(['not found'])),
})
export type DeleteOutcome = z.infer<typeof DeleteOutcome>

/** One outcome for each id asked for, in that order, a repeated one once; `deleted` says how many went. */
export const BulkDeleteAnswer = z.object({ data: z.array(DeleteOutcome), deleted: orElse(lenientInteger, 0) })
export type BulkDeleteAnswer = z.infer<typeof BulkDeleteAnswer>
