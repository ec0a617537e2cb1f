import * as z from 'zod'
import { Count, Id } from '../values.ts'

/** The most IDs that one `POST /api/v1/bulk/reports/delete` accepts. */
export const maxBulkIds = 1_000

const DeleteOutcome = z.union([
  z.object({ id: Id, deleted: z.literal(true) }),
  z.object({ id: Id, deleted: z.literal(false), error: z.literal('not_found') }),
])
export type DeleteOutcome = z.infer<typeof DeleteOutcome>

/** One outcome per distinct ID, in the order of the request. `deleted` is the number of deleted reports. */
export const BulkDeleteResponse = z
  .object({ data: z.array(DeleteOutcome).max(maxBulkIds), deleted: Count, status: z.literal(200) })
  .meta({ id: 'BulkDeleteResponse' })
export type BulkDeleteResponse = z.infer<typeof BulkDeleteResponse>
