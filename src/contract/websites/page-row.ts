import * as z from 'zod'
import { fieldFields, fieldFieldsDescription } from '../google/field-data.ts'
import { searchFields, searchFieldsDescription } from '../google/search-data.ts'
import { type ExportColumns, searchExportColumns } from '../lists/exports.ts'
import { indexabilities, indexingCodes } from '../reports/indexability.ts'
import { ratings, ratingTable } from '../reports/rating.ts'
import { Count, Id, Score, Timestamp } from '../values.ts'
import { pagePlaces } from './crawls.ts'

/** A URL of a website with the columns that can be sorted and filtered. */
export const WebsitePage = z
  .object({
    id: Id,
    /** The same, by the name that reports have for it. */
    page_id: Id,
    /** Null if it couldn’t be read, as are the score and the rating. */
    report_id: Id.nullable(),
    url: z.string(),
    status: z.int().nullable(),
    redirects_to: z.string().nullable(),
    redirect_statuses: z.string().nullable(),
    indexability: z.enum(indexabilities).nullable(),
    indexing_code: z.enum(indexingCodes).nullable(),
    reason: z.string().nullable(),
    counted: z.boolean(),
    state_since: Timestamp,
    state_source: z.enum(['report', 'crawl']),
    gone_at: Timestamp.nullable(),
    canonical: z.string().nullable(),
    title: z.string().nullable(),
    title_length: Count.nullable(),
    description: z.string().nullable(),
    description_length: Count.nullable(),
    h1: z.string().nullable(),
    words: Count.nullable(),
    depth: Count.nullable(),
    orphan: z.enum(pagePlaces).nullable(),
    inlinks: Count.nullable(),
    in_sitemap: z.boolean().nullable(),
    issues: Count.nullable(),
    score: Score.nullable(),
    result: z.enum(ratings).nullable(),
    analysed_at: Timestamp.nullable(),
    ...searchFields,
    ...fieldFields,
  })
  .meta({
    id: 'WebsitePage',
    description:
      'A URL of a website as of its latest report and what crawls found since. `report_id` is null for a page that couldn’t be read. `state_source` is `crawl` if a crawl found the state after the latest report, or without any: robots.txt disallows the page now, or it returns an error. `state_since` is the time of the crawl, or of the first report with the state. `gone_at` is the time since which crawls no longer find the page. Redirects, errors, pages for which Google indexes another URL, and pages that are gone have no score. Only `counted` pages count in the figures of the website. `indexing_code` is the reason for `indexability`. `reason` says for people why a page isn’t `indexable`. For redirects it is their statuses, such as "301, 302", and for an error its status. Otherwise it is a word such as noindex, canonical or robots.txt. It is trap for one of the endless URLs that a crawl stopped to follow, which has no `indexability`. A redirect or an error has no canonical URL, texts, lengths and words of its own. Lengths are in characters, and 0 for a missing text. `depth` is the fewest clicks from the first page of the latest crawl. `orphan` is the kind of an orphan, which has no depth, `linked`, or `by_script` if only links that scripts add lead to the page. `inlinks` is the number of other pages of the website that link to the URL. At most 1,000 links of each page are known. Null: not known. ' +
      `${searchFieldsDescription} ${fieldFieldsDescription}`,
  })
export type WebsitePage = z.infer<typeof WebsitePage>

export const GonePagesResponse = z.object({ pages: Count, status: z.literal(200) }).meta({ id: 'GonePagesResponse' })

type StateOfPage = Pick<WebsitePage, 'indexability' | 'indexing_code' | 'status' | 'redirect_statuses'> & {
  main_issue: string | null
  /** The code of the failure for which the page has no report. */
  unread?: string | null
}

/** The reasons of the checks that decide a state, if it isn't the status. */
const reasons: Readonly<Record<string, string>> = {
  noindex: 'noindex',
  'robots-blocked': 'robots.txt',
  'robots-valid': 'robots.txt error',
  'canonical-elsewhere': 'canonical',
  'canonical-valid': 'canonical',
  'meta-refresh': 'refresh',
  'page-text': 'no content',
  'soft-404-page': 'soft 404',
}

/** The reasons for pages without a report that no check explains, by the code of the failure. */
const unreadReasons: Readonly<Record<string, string>> = {
  redirect_loop: 'redirect loop',
  too_many_redirects: 'too many redirects',
}

/** Returns the reason for the state of a page that isn't indexable, in a word. */
export function reasonOf(page: StateOfPage): string | null {
  const { indexability, indexing_code, status, redirect_statuses, main_issue, unread = null } = page
  if (unread !== null && main_issue === null) return unreadReasons[unread] ?? null
  if (indexability === 'redirect') return redirect_statuses
  if (indexing_code === 'trap') return 'trap'
  if (indexability === 'unclear') return 'scripts'
  if (indexability === null || indexability === 'indexable' || main_issue === null) return null
  return main_issue === 'http-status' ? String(status ?? '') : (reasons[main_issue] ?? main_issue)
}

export const yesNo = (value: boolean | null) => (value === null ? null : value ? 'yes' : 'no')

/** The columns of `pages.csv`. */
export const pageExportColumns: ExportColumns<WebsitePage> = [
  ['URL', ({ url }) => url],
  ['Status', ({ status }) => status],
  ['Redirects to', ({ redirects_to }) => redirects_to],
  ['Indexing', ({ indexability }) => indexability],
  ['Reason', ({ reason }) => reason],
  ['Canonical', ({ canonical }) => canonical],
  ['Title', ({ title }) => title],
  ['Title length', ({ title_length }) => title_length],
  ['Description', ({ description }) => description],
  ['Description length', ({ description_length }) => description_length],
  ['H1', ({ h1 }) => h1],
  ['Words', ({ words }) => words],
  ['Click depth', ({ depth }) => depth],
  ['Inlinks', ({ inlinks }) => inlinks],
  ['In sitemap', ({ in_sitemap }) => yesNo(in_sitemap)],
  ['Issues', ({ issues }) => issues],
  ['Score', ({ score }) => score],
  ['Rating', ({ result }) => result && ratingTable[result].label],
  ['Last analysed', ({ analysed_at }) => analysed_at],
  ['State since', ({ state_since }) => state_since],
  ['State found by', ({ state_source }) => state_source],
  ['Gone since', ({ gone_at }) => gone_at],
  ...searchExportColumns,
]

/** A row of `issues.csv`: one piece of evidence of an issue of a page, or the issue alone without any. */
export type IssueExportRow = {
  url: string
  check: string
  issue: string
  outcome: string
  importance: string
  points: number
  evidence: string | null
  line: number | null
  how: string | null
  clicks: number | null
}

export const issueExportColumns: ExportColumns<IssueExportRow> = [
  ['URL', ({ url }) => url],
  ['Check', ({ check }) => check],
  ['Issue', ({ issue }) => issue],
  ['Outcome', ({ outcome }) => outcome],
  ['Importance', ({ importance }) => importance],
  ['Points', ({ points }) => points],
  ['Evidence', ({ evidence }) => evidence],
  ['Line', ({ line }) => line],
  ['How to fix', ({ how }) => how],
  ['Clicks', ({ clicks }) => clicks],
]

/**
 * A row of `links.csv`: a link of a page, in its HTML or added by scripts. Status and redirects are those of the
 * target, if known.
 */
export type LinkExportRow = {
  from: string
  to: string
  anchor: string
  rel: string | null
  status: number | null
  redirects_to: string | null
  by_script: boolean
}

export const linkExportColumns: ExportColumns<LinkExportRow> = [
  ['From', ({ from }) => from],
  ['To', ({ to }) => to],
  ['Anchor', ({ anchor }) => anchor],
  ['Rel', ({ rel }) => rel],
  ['Status', ({ status }) => status],
  ['Redirects to', ({ redirects_to }) => redirects_to],
  ['By script', ({ by_script }) => yesNo(by_script)],
]
