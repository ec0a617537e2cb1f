import * as z from 'zod'
import { maxId } from '../lists/list-query.ts'
import { type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { lenientInteger, orElse, orNull } from '../responses/lenient.ts'

/** What a waiver covers: one URL, a page group, or all pages of a website. */
export const waiverScopes = ['page', 'group', 'website'] as const
export type WaiverScope = (typeof waiverScopes)[number]

// In Unicode code points.
export const maxWaiverTarget = 2_048
export const maxWaiverReason = 500

/** The most waivers of a website. */
export const maxWaivers = 1_000

/** A decision that an issue does not count on some pages. */
export const Waiver = z.object({
  id: lenientInteger,
  website_id: lenientInteger,
  check: z.string(),
  /** The name of the check. */
  name: orNull(z.string()),
  scope: z.enum(waiverScopes),
  /** The URL of the page, or the page group; null for the whole website. */
  target: orNull(z.string()),
  reason: orElse(z.string(), ''),
  /** The name of the key that created it. */
  author: orElse(z.string(), ''),
  created_at: orNull(z.string()),
  /** The last day on which it applies, in UTC; null if it applies until it is removed. */
  expires_on: orNull(z.string()),
  /** False after its last day. */
  active: orElse(z.boolean(), true),
})
export type Waiver = z.infer<typeof Waiver>

/** The response of `GET /api/v1/waivers`, the newest first. */
export const Waivers = z.object({ data: z.array(Waiver) })

export const waiverListParams: QueryParams<{ website_id: number | null }> = { website_id: wholeNumber(maxId, null) }
