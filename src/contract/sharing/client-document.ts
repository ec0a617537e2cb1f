import * as z from 'zod/mini'
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
  report: z.optional(Report),
  /** What changed since an earlier report of the page. Null if there is none. */
  comparison: orNull(Comparison),
  /** True if the earlier report was chosen. Otherwise it is the one directly before. */
  is_comparison: orElse(z.boolean(), false),
  website: z.optional(Website),
  issues: z.optional(z.array(WebsiteIssue)),
  history: z.optional(z.array(HistoryDay)),
  /** The list and its search parameters. */
  list: z.optional(z.enum(viewLists)),
  query: z.optional(z.string()),
  /** The first rows of the list, or the pages of the website with the lowest scores. */
  reports: z.optional(z.array(ReportRow)),
  websites: z.optional(z.array(Website)),
  /** The number of all rows. */
  total: z.optional(lenientInteger),
})
export type ClientDocument = z.infer<typeof ClientDocument>

/** A client report from any compatible server. */
export const AnyClientDocument = z.object({ ...ClientDocument.shape, report: z.optional(AnyReport) })
export type AnyClientDocument = z.infer<typeof AnyClientDocument>

/** `compare` is the ID of an earlier report of the same page. */
export const documentParams: QueryParams<{ compare: number | null }> = { compare: wholeNumber(maxId, null) }
