import * as z from 'zod'
import { type QueryParams, wholeNumber } from '../lists/query-params.ts'
import { type ViewList, viewLists } from '../lists/views.ts'
import { Evidence } from '../reports/analysis.ts'
import { AnyReport } from '../reports/any-report.ts'
import { Comparison } from '../reports/comparison.ts'
import { indexabilities, indexingCodes } from '../reports/indexability.ts'
import { ReportRow } from '../reports/report-row.ts'
import { LinkedReport } from '../reports/report.ts'
import { Count, maxId, Timestamp } from '../values.ts'
import { HistoryDay, IssueChanges, SampleOfIssue, WebsiteIssue } from '../websites/website-pages.ts'
import { Website } from '../websites/website.ts'

/** The parts of a client report that can be left out. The cover and the summary are always there. */
export const documentSections = ['actions', 'progress', 'appendix'] as const
export type DocumentSection = (typeof documentSections)[number]

export const paperSizes = ['a4', 'letter'] as const
export type PaperSize = (typeof paperSizes)[number]

/** In Unicode code points. */
export const maxBrandName = 80
export const maxBrandIntro = 600
export const maxBrandFooter = 200

export const logoTypes = ['image/png', 'image/jpeg', 'image/svg+xml'] as const
export type LogoType = (typeof logoTypes)[number]
export const maxLogoBytes = 128 * 1024
/** In millions. */
export const maxLogoPixels = 16

/** Empty texts and null are left out of a client report. */
export const Brand = z
  .object({
    /** The author of the report, such as an agency. */
    name: z.string(),
    /** #rrggbb in lower case. */
    color: z.string().nullable(),
    intro: z.string(),
    footer: z.string(),
    sections: z.array(z.enum(documentSections)),
    paper: z.enum(paperSizes),
    logo: z.string().nullable(),
    updated_at: Timestamp.nullable(),
  })
  .meta({
    id: 'Brand',
    description:
      'The brand of client reports: its name, colour, texts and logo, and the sections and paper size of each report. `logo` is a data URL.',
  })
export type Brand = z.infer<typeof Brand>

export const Introduction = z
  .object({ introduction: z.string().nullable() })
  .meta({ id: 'Introduction', description: 'The introduction of a client report. Null for that of the brand.' })

/** The most pages of an issue that the client report of its website lists. */
export const maxPagesOfIssue = 200

/** The most pages of an issue that are shown with evidence, and the most pieces of each. */
export const maxPagesWithEvidence = 20
export const maxEvidenceOfPage = 3

/** A page of an issue. `evidence` is missing from all but the first pages. */
export const IssuePage = SampleOfIssue.extend({
  status: z.int().nullable(),
  indexability: z.enum(indexabilities).nullable(),
  indexing_code: z.enum(indexingCodes).nullable(),
  /** Those of Google in 28 days; null if they aren't known, or not shown to the reader. */
  clicks: Count.nullable().optional(),
  evidence: z.array(Evidence).optional(),
}).meta({
  id: 'IssuePage',
  description:
    'A page with an issue, and its state. `report_id` is null for a page that couldn’t be read. Pages with most clicks are first, then those that are kept out of search, and errors that no page links to last. The first 20 have `evidence`, at most 3 pieces each.',
})
export type IssuePage = z.infer<typeof IssuePage>

/** The subject of a client report. A comparison is a `report` with the chosen earlier report. */
export const documentKinds = ['report', 'website', 'list'] as const

export const ClientDocument = z
  .object({
    kind: z.enum(documentKinds),
    /** The label of the share link. Empty without one. */
    title: z.string(),
    created_at: Timestamp,
    brand: Brand,
    /** Null for that of the brand. Empty for none. */
    introduction: z.string().nullable(),
    report: LinkedReport.optional(),
    /** The screenshot of the report as a data URL. Null if it has none, or one made with an identity. */
    screenshot: z.string().nullable().optional(),
    /** Changes since an earlier report of the page. Null if there is none. */
    comparison: Comparison.nullable(),
    /** True if the earlier report was chosen. Otherwise it is the one directly before. */
    is_comparison: z.boolean(),
    website: Website.optional(),
    issues: z.array(WebsiteIssue).optional(),
    /** At most 200 pages of each issue. */
    issue_pages: z.array(z.object({ check: z.string(), pages: z.array(IssuePage) })).optional(),
    changes: IssueChanges.optional(),
    history: z.array(HistoryDay).optional(),
    /** The list and its search parameters. */
    list: z.enum(viewLists).optional(),
    query: z.string().optional(),
    /** Those of the list, or of the website's indexable pages, with the lowest scores. */
    reports: z.array(ReportRow).optional(),
    /** The first pages of the website that Google can't index. Its `pages_blocked` is the number of all. */
    blocked: z.array(ReportRow).optional(),
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

type OfDomain = { domain: string | null }
/** The parts of a client report that its file is named after. */
export type NamedDocument = {
  created_at: string
  report?: (OfDomain & { created_at: string | null }) | undefined
  website?: OfDomain | undefined
  reports?: readonly OfDomain[] | undefined
  websites?: readonly OfDomain[] | undefined
  list?: ViewList | undefined
}

/**
 * Returns the name of a client report as a file, without its ending: "2026-11-25 example.com SEO report". A list of
 * several websites has no domain.
 * @param readable writes a host as people read it
 */
export function fileNameOf(
  { report, website, reports = [], websites = [], list, created_at }: NamedDocument,
  readable: (host: string) => string,
): string {
  const rows = website ? [website] : report ? [report] : [...reports, ...websites]
  const domains = new Set(rows.map(({ domain }) => domain))
  const [domain] = domains
  const safe = domains.size === 1 && domain ? readable(domain).replace(/[^\p{L}\p{M}\p{N}.-]+/gu, '-') : ''
  const subject = Array.from(safe).slice(0, maxFileName).join('') || (list === 'websites' ? 'websites' : 'pages')
  return `${(report?.created_at ?? created_at).slice(0, 10)} ${subject} SEO report`
}

/** The most letters of a domain in a file's name. Systems allow 255 bytes for all of it. */
const maxFileName = 60

/** `compare` is the ID of an earlier report of the same page. */
export const documentParams: QueryParams<{ compare: number | null }> = { compare: wholeNumber(maxId, null) }
