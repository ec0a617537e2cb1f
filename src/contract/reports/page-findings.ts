import * as z from 'zod'
import { orElse, orNull } from '../responses/lenient.ts'
import { Waiver } from './waivers.ts'

/** The states that a person can set. `ignored` is a waiver of the page. */
export const findingStatuses = ['open', 'in_progress', 'fixed', 'ignored'] as const
export type FindingStatus = (typeof findingStatuses)[number]
/** The states that are stored. */
export type StoredStatus = Exclude<FindingStatus, 'ignored'>

export const maxOwner = 100

/** What a team decided about a finding of a page. A finding that isn't listed is open. */
export const PageFinding = z.object({
  check: z.string(),
  /** True if a waiver covers it. Visitors see only this. */
  waived: orElse(z.boolean(), false),
  status: orElse(z.enum(findingStatuses), 'open'),
  /** Whether the issue came back after it was fixed or marked as fixed. */
  back: orElse(z.boolean(), false),
  owner: orNull(z.string()),
  updated_at: orNull(z.string()),
  /** The name of the key that changed it last; null for a newer report. */
  updated_by: orNull(z.string()),
  waiver: orNull(Waiver),
})
export type PageFinding = z.infer<typeof PageFinding>

/** The response of `GET /api/v1/reports/{id}/findings`: those of the report's page, as they are now. */
export const PageFindings = z.object({ data: z.array(PageFinding) })
