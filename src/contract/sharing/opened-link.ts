import * as z from 'zod'
import { viewLists } from '../lists/views.ts'
import { AnyReport } from '../reports/any-report.ts'
import { LinkedReport } from '../reports/report.ts'
import { Timestamp } from '../values.ts'
import { Website } from '../websites/website.ts'
import { linkKinds, linkLayouts, linkModes } from './links.ts'

export const OpenedLink = z
  .object({
    kind: z.enum(linkKinds),
    mode: z.enum(linkModes),
    layout: z.enum(linkLayouts),
    label: z.string(),
    expires_at: Timestamp.nullable(),
    /** The time of a snapshot. */
    frozen_at: Timestamp.nullable(),
    has_password: z.boolean(),
    /** True if the page can be checked again through the link. */
    can_check: z.boolean(),
    report: LinkedReport.optional(),
    website: Website.optional(),
    list: z.enum(viewLists).optional(),
    query: z.string().optional(),
  })
  .meta({
    id: 'OpenedLink',
    description: 'The target of a link by its kind: a report, a website, or a list with its search parameters.',
  })
export type OpenedLink = z.infer<typeof OpenedLink>

/** An opened link as the dashboard shows it. */
export const AnyOpenedLink = OpenedLink.extend({ report: AnyReport.optional() })
export type AnyOpenedLink = z.infer<typeof AnyOpenedLink>
