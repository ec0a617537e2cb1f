import * as z from 'zod'
import { maxId } from '../lists/list-query.ts'
import { type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { viewLists } from '../lists/views.ts'
import { AnyReport } from '../reports/any-report.ts'
import { Comparison } from '../reports/comparison.ts'
import { ReportRow } from '../reports/report-row.ts'
import { Report } from '../reports/report.ts'
import { lenientInteger, orElse, orNull } from '../responses/lenient.ts'
import { HistoryDay, WebsiteIssue } from '../websites/website-pages.ts'
import { Website } from '../websites/website.ts'
import { Brand } from './brand.ts'

/** What a client report is about. A comparison is a `report` with the chosen earlier report. */
export const documentKinds = ['report', 'website', 'list'] as const

/** Everything that a client report shows. The kind decides which of the optional parts are present. */
export const ClientDocument = z.object({
  kind: z.enum(documentKinds),
  /** The label of the share link. Empty without one. */
  title: orElse(z.string(), ''),
  created_at: z.string(),
  brand: Brand,
  report: Report.optional(),
  /** What changed since an earlier report of the page. Null if there is none. */
  comparison: orNull(Comparison),
  /** True if the earlier report was chosen. Otherwise it is the one directly before. */
  is_comparison: orElse(z.boolean(), false),
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
  total: lenientInteger.optional(),
})
export type ClientDocument = z.infer<typeof ClientDocument>

/** A client report from any compatible server. */
export const AnyClientDocument = z.object({ ...ClientDocument.shape, report: AnyReport.optional() })
export type AnyClientDocument = z.infer<typeof AnyClientDocument>

/** `compare` is the ID of an earlier report of the same page. */
export const documentParams: QueryParams<{ compare: number | null }> = { compare: wholeNumber(maxId, null) }
