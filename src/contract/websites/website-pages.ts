import * as z from 'zod'
import { pageFilterParams } from '../lists/page-filters.ts'
import { groupKinds } from '../lists/page-groups.ts'
import { choice } from '../lists/query-params.ts'
import { categories, checkScopes, checkSources, importances, NamedResult, ranks } from '../reports/analysis.ts'
import { Count, Id, Points, Timestamp } from '../values.ts'
import { pagePlaces } from './crawls.ts'
import { SiteStructure } from './website.ts'

export const SamplePage = z
  .object({ report_id: Id, url: z.string(), title: z.string().nullable() })
  .meta({ id: 'SamplePage', description: 'A page as of its latest report.' })
export type SamplePage = z.infer<typeof SamplePage>

export const SharedCause = z.object({ key: z.string(), label: z.string(), pages: Count }).meta({
  id: 'SharedCause',
  description: 'A cause that pages share for an issue, such as a link in the footer.',
})
export type SharedCause = z.infer<typeof SharedCause>

/** Null instead of a report for a page that couldn’t be read. */
export const SampleOfIssue = SamplePage.extend({ report_id: Id.nullable() }).meta({
  id: 'SampleOfIssue',
  description: 'A page with an issue. `report_id` is null for a page that couldn’t be read.',
})
export type SampleOfIssue = z.infer<typeof SampleOfIssue>

/** Of a canonical URL, and of a link that a report did not try, `anchor` is null. */
export const TargetSample = SamplePage.extend({ anchor: z.string().nullable() }).meta({
  id: 'TargetSample',
  description: 'A page that links to a URL, with the text of the link, or that names it as canonical.',
})

export const IssueTarget = z
  .object({
    url: z.string(),
    /** Null if it is not known: there is no report of the URL, or it redirects in a loop. */
    status: z.int().nullable(),
    pages: Count,
    samples: z.array(TargetSample),
  })
  .meta({
    id: 'IssueTarget',
    description:
      'A URL that decides an issue: the target of broken links, or a canonical URL. `pages` of the pages with the issue link to it or name it, some of which are `samples`. At most 1,000 links of each page are known.',
  })
export type IssueTarget = z.infer<typeof IssueTarget>

export const WebsiteIssue = z
  .object({
    check: z.string(),
    name: z.string().nullable(),
    /** The issue, named as a problem: "The page has no H1". */
    problem: z.string().nullable(),
    /** The rank of the check, except that pages which seem to be kept out of search on purpose come last. */
    rank: z.literal(ranks),
    scope: z.enum(checkScopes),
    importance: z.enum(importances),
    category: z.enum(categories).nullable(),
    source: z.enum(checkSources),
    scored: z.boolean(),
    pages: Count,
    waived_pages: Count,
    unread_pages: Count,
    points: z.number().min(0),
    /** Those of Google on these pages in 28 days, each page once. Null if it told nothing of them. */
    clicks: Count.nullable(),
    /** The day since which at least one of the pages has had the issue; null if it is not known. */
    since: z.iso.date().nullable(),
    sample: SampleOfIssue.nullable(),
    /** The most common causes, each shared by at least two pages. */
    causes: z.array(SharedCause),
    /** The people who have its open findings, with the numbers of pages. Readers without a key don't get them. */
    assignees: z.array(z.object({ id: Id, name: z.string(), pages: Count })).optional(),
    /** The URLs that decide an issue of broken internal links or canonical URLs, those of most pages first. */
    targets: z.array(IssueTarget),
  })
  .meta({
    id: 'WebsiteIssue',
    description:
      'A check with an issue in the latest reports of `pages` pages, which lose `points` points by it in total. Only indexable pages count, and those that the issue itself keeps out of search. An issue of scope `website` is a setting of the whole website: it counts once, so `points` are those of the page that loses most. Links to error pages are one issue, `broken-internal`, with these pages among its `targets`. `waived_pages` is the number of other pages, where the issue is waived. `unread_pages` of the pages couldn’t be read, so they have no report. `assignees` are sent to signed-in readers only.',
  })
export type WebsiteIssue = z.infer<typeof WebsiteIssue>

/** Parameters of the list of issues. */
export const issueListParams = { assignee: pageFilterParams.assignee, sort_by: choice(['clicks'], null) }

export const duplicateKinds = ['title', 'description', 'body'] as const
export type DuplicateKind = (typeof duplicateKinds)[number]

/** The largest sets are sent. */
export const maxDuplicateSets = 100

export const DuplicateSet = z
  .object({
    kinds: z.array(z.enum(duplicateKinds)),
    pages: Count,
    title: z.string().nullable(),
    description: z.string().nullable(),
    heading: z.string().nullable(),
    words: Count.nullable(),
    /** The newest report first. */
    samples: z.array(SamplePage),
  })
  .meta({
    id: 'DuplicateSet',
    description:
      'Indexable pages with the same title, meta description or content (`body`), which `kinds` names, up to 20 of them as `samples`. `title` and `description` are null if the pages don’t share them, the H1 `heading` and the number of `words` if they don’t share the content.',
  })
export type DuplicateSet = z.infer<typeof DuplicateSet>

/** The response of `GET /api/v1/websites/{id}/issues`. Issues are in the order in which to fix them. */
export const WebsiteIssues = z
  .object({
    data: z.array(WebsiteIssue),
    /** Null before the first crawl. */
    structure: SiteStructure.nullable(),
    status: z.literal(200),
  })
  .meta({ id: 'WebsiteIssueList' })
export type WebsiteIssues = z.infer<typeof WebsiteIssues>

export const PageGroup = z
  .object({
    /** The value of the list parameter. */
    group: z.string(),
    kind: z.enum(groupKinds),
    pages: Count,
    average: Points,
    /** The check that costs these pages the most points in total. */
    worst_check: z.string().nullable(),
    worst_check_name: z.string().nullable(),
  })
  .meta({
    id: 'PageGroup',
    description: 'Indexable pages of a folder or URL shape. A shape with the same pages as a folder is left out.',
  })
export type PageGroup = z.infer<typeof PageGroup>

export const AiCrawlers = z
  .object({
    /** Null without a report, as is its time. */
    report_id: Id.nullable(),
    analysed_at: Timestamp.nullable(),
    results: z.record(z.string(), NamedResult),
  })
  .meta({
    id: 'AiCrawlers',
    description: 'The checks of the AI crawlers that robots.txt allows, by the newest report of a page of the website.',
  })
export type AiCrawlers = z.infer<typeof AiCrawlers>

export const HistoryDay = z
  .object({
    date: z.iso.date(),
    pages: Count,
    average: Points.nullable(),
    good: Count,
    decent: Count,
    bad: Count,
  })
  .meta({
    id: 'HistoryDay',
    description: 'The indexable pages of a website at the end of a day on which something changed.',
  })
export type HistoryDay = z.infer<typeof HistoryDay>

const ChangedIssue = z.object({ check: z.string(), name: z.string().nullable(), pages: Count })
export type ChangedIssue = z.infer<typeof ChangedIssue>

export const IssueChanges = z
  .object({
    since: z.iso.date(),
    fixed: z.array(ChangedIssue),
    appeared: z.array(ChangedIssue),
    is_partial: z.boolean(),
  })
  .meta({
    id: 'IssueChanges',
    description:
      'Issues that pages have or no longer have since a day, UTC, with the number of these pages. They are in the order in which to fix them. Each page is compared with its last report before that day, or with its first one. The day is the first of the month, or of the last month within the first week, or that of the first report. `is_partial`: only the 200 pages were compared whose score changed most.',
  })
export type IssueChanges = z.infer<typeof IssueChanges>

export const CheckPages = z
  .object({ pages: Count, websites: Count, total: Count })
  .meta({ id: 'CheckPages', description: 'The pages with an issue, by their latest reports, of all pages.' })
export type CheckPages = z.infer<typeof CheckPages>

export const Inlinks = z
  .object({
    click_depth: Count.nullable(),
    orphan: z.enum(pagePlaces).nullable(),
    pages: Count,
    /** Some of the pages. */
    samples: z.array(SamplePage),
  })
  .meta({
    id: 'Inlinks',
    description:
      'How people get to a page within its website. `click_depth` and `orphan` are from the newest crawl that found the page, and null without one. `orphan` is the kind of an orphan, which has no click depth, `linked`, or `by_script` if only links that scripts add lead to the page. `pages` link to it. At most 1,000 links of each page are known.',
  })
export type Inlinks = z.infer<typeof Inlinks>
