import * as z from 'zod'
import type { ExportColumns } from '../lists/exports.ts'
import { maxSearchLength, paging } from '../lists/list-query.ts'
import { pageListFilters, pageListParams } from '../lists/page-list.ts'
import { checkId, choice, pattern, type QueryOf, text, wholeNumber } from '../lists/query-params.ts'
import { Count, Id, maxId } from '../values.ts'
import { CrawlUrl } from './crawls.ts'
import { WebsitePage } from './page-row.ts'

/**
 * The kinds of paths in a comparison of two websites: both have the page and it differs, only the other has it, only
 * this one has it, one has it and the crawl of the other didn't read it, or both have it and nothing differs.
 */
export const pathKinds = ['changed', 'missing', 'new', 'unread', 'same'] as const
export type PathKind = (typeof pathKinds)[number]

/** The facts of a page that are compared. */
export const pathDifferences = [
  'indexability',
  'status',
  'redirect',
  'canonical',
  'title',
  'description',
  'h1',
  'words',
  'issues',
  'score',
] as const
export type PathDifference = (typeof pathDifferences)[number]

/** Another number of words is a difference from this share and this number on. */
export const wordsShare = 0.2
export const wordsLeast = 30

const PageOfPath = WebsitePage.pick({
  url: true,
  status: true,
  redirects_to: true,
  indexability: true,
  reason: true,
  canonical: true,
  title: true,
  description: true,
  h1: true,
  words: true,
  issues: true,
  score: true,
  result: true,
  analysed_at: true,
})
  .extend({ report_id: Id })
  .meta({ id: 'PageOfPath', description: 'A page as of its latest report.' })
export type PageOfPath = z.infer<typeof PageOfPath>

const NamedCheck = z.object({ check: z.string(), name: z.string().nullable() })

export const PathComparison = z
  .object({
    /** The path with its query. */
    path: z.string(),
    kind: z.enum(pathKinds),
    here: PageOfPath.nullable(),
    there: PageOfPath.nullable(),
    unread: CrawlUrl.pick({ status: true, failure: true, reason: true, robots: true }).nullable(),
    differences: z.array(z.enum(pathDifferences)),
    new_issues: z.array(NamedCheck),
    fixed_issues: z.array(NamedCheck),
  })
  .meta({
    id: 'PathComparison',
    description:
      'A path of two websites. `here` is the page of the website `id`, `there` that of `other`; null: it has none. If its kind is `unread`, the crawl of that website didn’t read the URL, and `unread` says why: the status, the code of the failure with its reason, or the line of robots.txt that blocks it. `new_issues` are those that only the page here has, `fixed_issues` those that only the page there has.',
  })
export type PathComparison = z.infer<typeof PathComparison>

const ComparedWebsite = z.object({ id: Id, domain: z.string(), pages: Count })
const SettingChange = NamedCheck.extend({ pages: Count })

export const WebsiteComparison = z
  .object({
    here: ComparedWebsite,
    there: ComparedWebsite,
    /** The numbers of paths by kind, of the paths that the filters select. */
    counts: z.record(z.enum(pathKinds), Count),
    /** Issues of settings that all pages of a website share, with the number of pages. They are no differences. */
    settings: z.object({ new: z.array(SettingChange), fixed: z.array(SettingChange) }),
    /** True if one of the websites is treated as if it were live. */
    is_judged_as_production: z.boolean(),
  })
  .meta({
    id: 'WebsiteComparison',
    description:
      'Two websites. `pages` are the pages that are compared. `settings` are issues such as those of the certificate: `new` on this website, `fixed` if only the other one has them.',
  })
export type WebsiteComparison = z.infer<typeof WebsiteComparison>

const path = pattern(/^\/[^\0]{0,2047}$/, 'a path that starts with a slash, such as /blog/')

/** The parameters of a comparison. The filters of a website's pages select pages of this website. */
export const againstParams = {
  kind: choice(pathKinds, null),
  search: text(maxSearchLength),
  path,
  folder: path,
  check: checkId,
  status: pageListParams.status,
  indexability: pageListParams.indexability,
  canonical: pageListParams.canonical,
  words: pageListParams.words,
  depth: pageListParams.depth,
  inlinks: pageListParams.inlinks,
  in_sitemap: pageListParams.in_sitemap,
  issues: pageListParams.issues,
  crawl: wholeNumber(maxId, null),
  other_crawl: wholeNumber(maxId, null),
  ...paging(25),
}
export type AgainstQuery = QueryOf<typeof againstParams>
export type UnpagedAgainst = Omit<AgainstQuery, 'page' | 'per_page'>

/** The filters that only pages of this website can pass. */
export const hereFilters = pageListFilters

/** The columns of `against/{other}/paths.csv`. */
export const pathExportColumns: ExportColumns<PathComparison> = [
  ['Path', (row) => row.path],
  ['Kind', ({ kind }) => kind],
  ['Differences', ({ differences }) => differences.join(', ')],
  ['New issues', ({ new_issues }) => new_issues.map(({ check }) => check).join(', ')],
  ['Fixed issues', ({ fixed_issues }) => fixed_issues.map(({ check }) => check).join(', ')],
  ...(
    [
      ['URL', ({ url }) => url],
      ['Report', ({ report_id }) => report_id],
      ['Status', ({ status }) => status],
      ['Redirects to', ({ redirects_to }) => redirects_to],
      ['Indexing', ({ indexability }) => indexability],
      ['Reason', ({ reason }) => reason],
      ['Canonical', ({ canonical }) => canonical],
      ['Title', ({ title }) => title],
      ['Description', ({ description }) => description],
      ['H1', ({ h1 }) => h1],
      ['Words', ({ words }) => words],
      ['Issues', ({ issues }) => issues],
      ['Score', ({ score }) => score],
    ] satisfies ExportColumns<PageOfPath>
  ).flatMap(([heading, cell]): ExportColumns<PathComparison>[number][] => [
    [`${heading} here`, ({ here }) => here && cell(here)],
    [`${heading} there`, ({ there }) => there && cell(there)],
  ]),
  ['Not checked', ({ unread }) => unread && (unread.robots?.rule ?? unread.reason ?? unread.failure ?? unread.status)],
]
