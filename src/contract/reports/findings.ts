import * as z from 'zod'
import { type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { Count, Id, maxId, Timestamp } from '../values.ts'

/** The scope of a waiver: one URL, a page group, or all pages of a website. */
export const waiverScopes = ['page', 'group', 'website'] as const
export type WaiverScope = (typeof waiverScopes)[number]

// In Unicode code points.
export const maxWaiverTarget = 2_048
export const maxWaiverReason = 500

/** The most waivers of a website. */
export const maxWaivers = 1_000

export const Waiver = z
  .object({
    id: Id,
    website_id: Id,
    check: z.string(),
    /** The name of the check. */
    name: z.string().nullable(),
    scope: z.enum(waiverScopes),
    /** Null for the whole website. */
    target: z.string().nullable(),
    reason: z.string(),
    /** The name of the key that created it. */
    author: z.string(),
    created_at: Timestamp,
    expires_on: z.iso.date().nullable(),
    /** False after its last day. */
    active: z.boolean(),
  })
  .meta({
    id: 'Waiver',
    description:
      'Excludes an issue of a check on a page, in a page group or on a whole website. `target` is the URL of the page, or the group. `expires_on` is the last day on which it applies, UTC.',
  })
export type Waiver = z.infer<typeof Waiver>

export const NewWaivers = z
  .object({ data: Waiver, ids: z.array(Id), status: z.literal(201) })
  .meta({ id: 'NewWaivers', description: 'The first of the new waivers, and the IDs of all.' })

export const waiverListParams: QueryParams<{ website_id: number | null }> = { website_id: wholeNumber(maxId, null) }

/** The states that a person can set. `ignored` is a waiver of the page. */
export const findingStatuses = ['open', 'in_progress', 'fixed', 'ignored'] as const
export type FindingStatus = (typeof findingStatuses)[number]
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
    /** The person who is to fix it. */
    assignee_id: Id.nullable(),
    assignee_name: z.string().nullable(),
    updated_at: Timestamp.nullable(),
    /** The name of the key that changed it last. */
    updated_by: z.string().nullable(),
    waiver: Waiver.nullable(),
  })
  .meta({
    id: 'PageFinding',
    description:
      'What a team decided about a finding of a page. `waived` is true if a waiver covers it. `back` means that the issue was fixed or marked as fixed, and has come back. `updated_by` is null if a newer report changed the status. `owner` is a note of who is to fix it, for teams without people.',
  })
export type PageFinding = z.infer<typeof PageFinding>

/** The most pages whose finding is changed at once. */
export const maxFindingPages = 500

/** How pages had a finding before it was changed: what a form needs to give it back. */
const FindingBefore = z.object({
  ids: z.array(Id),
  status: z.enum(findingStatuses),
  owner: z.string().nullable(),
  assignee_id: Id.nullable(),
  /** Those of a waiver of the page. */
  reason: z.string().nullable(),
  expires_on: z.iso.date().nullable(),
})

export const FindingChanges = z.object({ pages: Count, before: z.array(FindingBefore), status: z.literal(200) }).meta({
  id: 'FindingChanges',
  description:
    'The number of pages whose finding was changed, and how they had it before. Each item of `before` has the fields of a form that undoes the change on its pages. It is empty for a change of the whole issue.',
})
export type FindingChanges = z.infer<typeof FindingChanges>

export const SharedFinding = z.object({ check: z.string(), waived: z.literal(true) }).meta({
  id: 'SharedFinding',
  description: 'A finding that a waiver covers, without its reason and author.',
})
export type SharedFinding = z.infer<typeof SharedFinding>
