import * as z from 'zod'
import type { ExportColumns } from '../lists/exports.ts'
import { paging } from '../lists/list-query.ts'
import { day, lastDay, wholeNumber } from '../lists/query-params.ts'
import { Count, Id, maxId } from '../values.ts'

/** A URL of Google that is no page of ours, with its figures of the same days as those of pages. */
export const UnmatchedUrl = z
  .object({
    url: z.string(),
    clicks: Count,
    impressions: Count,
    ctr: z.number().nullable(),
    position: z.number().nullable(),
  })
  .meta({ id: 'UnmatchedUrl', description: 'A URL that Google showed, and that no page of the website is known by.' })
export type UnmatchedUrl = z.infer<typeof UnmatchedUrl>

export const unmatchedParams = paging(25)

export const unmatchedExportColumns: ExportColumns<UnmatchedUrl> = [
  ['URL', ({ url }) => url],
  ['Clicks', ({ clicks }) => clicks],
  ['Impressions', ({ impressions }) => impressions],
  ['CTR', ({ ctr }) => ctr],
  ['Position', ({ position }) => position],
]

/** Google's figures of a day, or of more. */
export const SearchDay = z
  .object({ day: z.iso.date(), days: Count, clicks: Count, impressions: Count, position: z.number().nullable() })
  .meta({
    id: 'SearchDay',
    description:
      'Google’s figures of a day. Older than 100 days: of the week since a Monday. Of a file: of its period.',
  })
export type SearchDay = z.infer<typeof SearchDay>

export const SearchHistory = z
  .object({
    data: z.array(SearchDay),
    meta: z.object({ unassigned: z.int().nullable(), unassigned_impressions: z.int().nullable() }),
    status: z.literal(200),
  })
  .meta({
    id: 'SearchHistory',
    description:
      'Days that Google told nothing about are left out. `unassigned` are the clicks of the property in these days less those of all its pages, which Google doesn’t assign to a page. It is null for a page.',
  })

export const searchHistoryParams = { page_id: wholeNumber(maxId, null), from: day, to: lastDay }

export const SearchQuery = z
  .object({
    query: z.string(),
    clicks: Count,
    impressions: Count,
    ctr: z.number().nullable(),
    position: z.number().nullable(),
  })
  .meta({ id: 'SearchQuery', description: 'What people searched for when Google showed a page.' })

export const SearchQueries = z
  .object({
    data: z.array(SearchQuery),
    meta: z.object({
      first_day: z.iso.date().nullable(),
      last_day: z.iso.date().nullable(),
      title_lacks: z.array(z.string()),
    }),
    status: z.literal(200),
  })
  .meta({
    id: 'SearchQueries',
    description:
      'The queries of the page of a report, those of most clicks first. `title_lacks` are the words of the first one that the title of the report doesn’t have.',
  })

const Word = z.string().nullable()

/** What Google has of a page in its index. */
export const Inspection = z
  .object({
    verdict: Word,
    google_index: Word,
    robots_txt_state: Word,
    indexing_state: Word,
    page_fetch_state: Word,
    google_canonical: Word,
    user_canonical: Word,
    last_crawl_at: z.iso.datetime().nullable(),
    inspected_at: z.iso.datetime(),
    before: z.object({ verdict: Word, google_index: Word, until: z.iso.datetime() }).nullable(),
  })
  .meta({
    id: 'Inspection',
    description:
      'What Google’s URL Inspection said of a page, in Google’s own words: `google_index` is its `coverageState`, `last_crawl_at` its `lastCrawlTime`. `user_canonical` is the canonical URL that Google found declared. All words are null for a URL that Google can’t inspect. `before` is the state before the last change, until the inspection that found this one.',
  })
export type Inspection = z.infer<typeof Inspection>

export const ReportInspection = z.object({ data: Inspection.nullable(), status: z.literal(200) }).meta({
  id: 'ReportInspection',
  description: 'Null if Google hasn’t been asked about the page.',
})

/** Why a page with clicks is about to lose them. */
export const riskCauses = ['noindex', 'not_found', 'server_error', 'disallowed', 'redirected', 'canonicalised'] as const
export type RiskCause = (typeof riskCauses)[number]

/** The most pages of a list of those at risk. */
export const maxAtRisk = 1_000

export const PageAtRisk = z
  .object({ url: z.string(), page_id: Id, cause: z.enum(riskCauses), day: z.iso.date(), clicks: Count })
  .meta({
    id: 'PageAtRisk',
    description:
      'A page that Google will no longer show. `day` is the day on which we found it, and `clicks` are those of the 28 days before. A redirect is one to a page with another title and H1.',
  })
export type PageAtRisk = z.infer<typeof PageAtRisk>

export const AtRisk = z
  .object({
    data: z.array(PageAtRisk).max(maxAtRisk),
    meta: z.object({ clicks: Count, pages: Count }),
    status: z.literal(200),
  })
  .meta({ id: 'AtRisk' })
