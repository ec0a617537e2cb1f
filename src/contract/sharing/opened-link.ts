import * as z from 'zod'
import { viewLists } from '../lists/views.ts'
import { AnyReport } from '../reports/any-report.ts'
import { Report } from '../reports/report.ts'
import { orElse, orNull } from '../responses/lenient.ts'
import { Website } from '../websites/website.ts'
import { linkKinds, linkLayouts, linkModes } from './links.ts'

/**
 * The response of `GET /api/v1/shared/links/{token}`. The kind of the link decides which of the last four are present.
 */
export const OpenedLink = z.object({
  kind: z.enum(linkKinds),
  mode: z.enum(linkModes),
  layout: orElse(z.enum(linkLayouts), 'page'),
  label: orElse(z.string(), ''),
  expires_at: orNull(z.string()),
  /** The time of a snapshot. */
  frozen_at: orNull(z.string()),
  has_password: orElse(z.boolean(), false),
  /** Whether the page can be checked again through the link. */
  can_check: orElse(z.boolean(), false),
  report: Report.optional(),
  website: Website.optional(),
  list: z.enum(viewLists).optional(),
  query: z.string().optional(),
})
export type OpenedLink = z.infer<typeof OpenedLink>

/** An opened link from any compatible server. */
export const AnyOpenedLink = z.object({ ...OpenedLink.shape, report: AnyReport.optional() })
export type AnyOpenedLink = z.infer<typeof AnyOpenedLink>
