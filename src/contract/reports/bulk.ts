import * as z from 'zod'
import { lenientInteger, orElse } from '../responses/lenient.ts'

/** The most IDs that one `POST /api/v1/bulk/reports/delete` accepts. */
export const maxBulkIds = 1_000

export const DeleteOutcome = z.object({
  id: lenientInteger,
  deleted: z.boolean(),
  // Servers of earlier versions send the second one.
  error: z.enum(['not_found', 'not found']).optional(),
})
export type DeleteOutcome = z.infer<typeof DeleteOutcome>

/** One outcome per distinct ID, in the order of the request. `deleted` is the number of deleted reports. */
export const BulkDeleteResponse = z.object({ data: z.array(DeleteOutcome), deleted: orElse(lenientInteger, 0) })
export type BulkDeleteResponse = z.infer<typeof BulkDeleteResponse>
