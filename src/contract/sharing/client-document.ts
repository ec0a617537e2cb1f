import * as z from 'zod'
import { type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { viewLists } from '../lists/views.ts'
import { AnyReport } from '../reports/any-report.ts'
import { Comparison } from '../reports/comparison.ts'
import { ReportRow } from '../reports/report-row.ts'
import { LinkedReport } from '../reports/report.ts'
import { Count, maxId, Timestamp } from '../values.ts'
import { HistoryDay, WebsiteIssue } from '../websites/website-pages.ts'
import { Website } from '../websites/website.ts'
import { Brand } from './brand.ts'

/** What a client report is about. A comparison is a `report` with the chosen earlier report. */
export const documentKinds = ['report', 'website', 'list'] as const

export const ClientDocument = z
  .object({
    kind: z.enum(documentKinds),
    /** The label of the share link. Empty without one. */
    title: z.string(),
    created_at: Timestamp,
    brand: Brand,
    report: LinkedReport.optional(),
    /** What changed since an earlier report of the page. Null if there is none. */
    comparison: Comparison.nullable(),
    /** True if the earlier report was chosen. Otherwise it is the one directly before. */
    is_comparison: z.boolean(),
    website: Website.optional(),
    issues: z.array(WebsiteIssue).optional(),
    history: z.array(HistoryDay).optional(),
    /** The list and its search parameters. */
    list: z.enum(viewLists).optional(),
    query: z.string().optional(),
    /** The first rows of the list, or the pages of the website with the lowest scores. */
    reports: z.array(ReportRow).optional(),
    websites: z.array(Website).optional(),
    /** The number of all rows. */
    total: Count.optional(),
  })
  .meta({
    id: 'ClientDocument',
    description: 'Everything that a client report shows. `kind` decides which optional fields are present.',
  })
export type ClientDocument = z.infer<typeof ClientDocument>

/** A client report as the dashboard shows it. */
export const AnyClientDocument = ClientDocument.extend({ report: AnyReport.optional() })
export type AnyClientDocument = z.infer<typeof AnyClientDocument>

/** `compare` is the ID of an earlier report of the same page. */
export const documentParams: QueryParams<{ compare: number | null }> = { compare: wholeNumber(maxId, null) }
