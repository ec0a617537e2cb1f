import * as z from 'zod'
import { Timestamp } from '../values.ts'
import { Waiver } from './waivers.ts'

/** The states that a person can set. `ignored` is a waiver of the page. */
export const findingStatuses = ['open', 'in_progress', 'fixed', 'ignored'] as const
export type FindingStatus = (typeof findingStatuses)[number]
/** The states that are stored. */
export type StoredStatus = Exclude<FindingStatus, 'ignored'>

export const maxOwner = 100

/** A finding that isn't listed is open. */
export const PageFinding = z
  .object({
    check: z.string(),
    waived: z.boolean(),
    status: z.enum(findingStatuses),
    back: z.boolean(),
    owner: z.string().nullable(),
    updated_at: Timestamp.nullable(),
    /** The name of the key that changed it last. */
    updated_by: z.string().nullable(),
    waiver: Waiver.nullable(),
  })
  .meta({
    id: 'PageFinding',
    description:
      'What a team decided about a finding of a page. `waived` is true if a waiver covers it. `back` means that the issue was fixed or marked as fixed, and has come back. `updated_by` is null if a newer report changed the status.',
  })
export type PageFinding = z.infer<typeof PageFinding>

export const SharedFinding = z.object({ check: z.string(), waived: z.literal(true) }).meta({
  id: 'SharedFinding',
  description: 'A finding that a waiver covers, without its reason and author.',
})
export type SharedFinding = z.infer<typeof SharedFinding>
